import CLibrary

/// An error that prevents a board from being opened, or its devices from being used.
public enum BoardError: Error, Equatable {
    /// No board file has this name.
    case unknownBoard(name: String, known: [String])
    /// No wiring file has this name.
    case unknownWiring(name: String, known: [String])
    /// The program does not run on the requested board.
    case boardMismatch(name: String, reason: String)
    /// The wiring has no device of this name.
    case unknownDevice(kind: String, name: String, known: [String])
    /// The wiring has a device of this name, but of another kind.
    case kindMismatch(kind: String, name: String, actual: String)
    /// A test bench cannot add the device that the application requests.
    case cannotAddDevice(kind: String, name: String, reason: String)
}

extension BoardError: CustomStringConvertible {
    /// The message for users, with the name and the remedy.
    public var description: String {
        switch self {
        case .unknownBoard(let name, let known):
            "unknown board \"\(name)\"; \(meant(name, known))"
        case .unknownWiring(let name, let known):
            "unknown wiring \"\(name)\"; \(meant(name, known)); --wiring FILE takes any other"
        case .boardMismatch(let name, let reason):
            "this machine is not the board \"\(name)\": \(reason); --board simulated needs no hardware"
        case .unknownDevice(let kind, let name, let known):
            "the wiring has no \(kind) \"\(name)\"; \(known.isEmpty ? "add it" : meant(name, known))"
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

private func meant(_ name: String, _ known: [String]) -> String {
    known.isEmpty
        ? "found no folder \"Boards\"; set CARILLON_PATH to the folder that contains it"
        : Suggestion.nearestOrAll(to: name, among: known)
}
