/// What keeps a board from being opened, or its parts from being used.
public enum BoardError: Error, Equatable {
    /// No file describes a board of this name.
    case unknownBoard(name: String, known: [String])
    /// No file describes a wiring of this name.
    case unknownWiring(name: String, known: [String])
    /// The board that was asked for is not the machine that the program runs on.
    case boardNotHere(name: String, reason: String)
    /// The wiring has no part of this name.
    case unknownPart(kind: String, name: String, known: [String])
}

extension BoardError: CustomStringConvertible {
    /// What is wrong, with its name, and what to do.
    public var description: String {
        switch self {
        case .unknownBoard(let name, let known):
            "unknown board \"\(name)\": the boards are \(listOfFiles(known))"
        case .unknownWiring(let name, let known):
            "unknown wiring \"\(name)\": the wirings are \(listOfFiles(known)); --wiring FILE takes any other"
        case .boardNotHere(let name, let reason):
            "the board \(name) is not here: \(reason); --board simulated needs no hardware"
        case .unknownPart(let kind, let name, let known):
            "the wiring has no \(kind) \"\(name)\": it has \(list(known))"
        }
    }
}

private func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.joined(separator: ", ")
}

private func listOfFiles(_ names: [String]) -> String {
    names.isEmpty ? "none, as no folder \"Boards\" was found: set CARILLON_PATH to where it lies" : list(names)
}
