/// An error that prevents the opening of a board or the use of its devices.
public enum BoardError: Error, Equatable {
    /// There is no file for a board of this name.
    case unknownBoard(name: String, known: [String])
    /// There is no file for a wiring of this name.
    case unknownWiring(name: String, known: [String])
    /// The requested board is not the machine that the program runs on.
    case boardMismatch(name: String, reason: String)
    /// The wiring has no device of this name.
    case unknownDevice(kind: String, name: String, known: [String])
    /// The wiring has a device of this name, but its kind differs.
    case kindMismatch(kind: String, name: String, actual: String)
    /// A bench cannot add the device that the application requests.
    case cannotAddDevice(kind: String, name: String, reason: String)
}

extension BoardError: CustomStringConvertible {
    /// The message, with the name and the remedy.
    public var description: String {
        switch self {
        case .unknownBoard(let name, let known):
            "unknown board \"\(name)\"; \(expected(known))"
        case .unknownWiring(let name, let known):
            "unknown wiring \"\(name)\"; \(expected(known)); --wiring FILE takes any other"
        case .boardMismatch(let name, let reason):
            "this machine is not the board \"\(name)\": \(reason); --board simulated needs no hardware"
        case .unknownDevice(let kind, let name, let known):
            "the wiring has no \(kind) \"\(name)\"; \(known.isEmpty ? "add it" : expected(known))"
        case .kindMismatch(let kind, let name, let actual):
            "\"\(name)\" is \(withArticle(actual)), not \(withArticle(kind))"
        case .cannotAddDevice(let kind, let name, let reason):
            "cannot add \(kind) \"\(name)\": \(reason)"
        }
    }
}

private func withArticle(_ noun: String) -> String {
    let isSpokenWithVowel = ["LED", "RGB LED"].contains(noun) || "aeiou".contains(noun.prefix(1))
    return (isSpokenWithVowel ? "an " : "a ") + noun
}

private func expected(_ names: [String]) -> String {
    names.isEmpty
        ? "found no folder \"Boards\"; set CARILLON_PATH to the folder that contains it"
        : "expected one of: \(names.joined(separator: ", "))"
}
