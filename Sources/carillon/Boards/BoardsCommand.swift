import CarillonAppliance
import CarillonBoard

/// `carillon boards`: the boards there are.
struct BoardsCommand: Command {
    static let name = "boards"
    static let summary = "list the boards there are, and which one this machine is"
    static let help = """

        Lists the boards by the names that --board takes. The one that this machine is has a star. A board is a file
        Boards/NAME.yaml in a folder of CARILLON_PATH, or one that came with Carillon.
        """

    init(_ arguments: Arguments) throws {
        try arguments.read([]) { _, _ in }
    }

    func run() throws {
        let (boards, faults) = BoardDescription.all()
        for fault in faults { Tool.notice("\(fault)") }
        guard !boards.isEmpty else { throw NoBoards() }
        let here = BoardDescription.detect().board
        print(BoardList(boards, here: here?.name, terminal: .current).text, terminator: "")
    }
}

/// There is no file of a board.
struct NoBoards: Error, CustomStringConvertible {
    var description: String { "no folder \"Boards\" was found: set CARILLON_PATH to where it lies" }
}
