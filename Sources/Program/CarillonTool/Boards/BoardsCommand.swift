import CarillonAppliance
import CarillonBoard

/// `carillon boards`: lists the known boards.
struct BoardsCommand: Command {
    static let name = "boards"
    static let summary = "list the known boards, and mark the board of this machine"
    static let help = """

        Lists the names of the boards, as --board takes them. A star marks the board of this machine. A board is a file
        Boards/NAME.yaml in a folder of CARILLON_PATH, or one that comes with Carillon.
        """

    init(_ arguments: Arguments) throws {
        try arguments.read([]) { _, _ in }
    }

    func run() throws {
        let (boards, faults) = BoardDescription.all()
        for fault in faults { Tool.notice("\(fault)") }
        guard !boards.isEmpty else {
            throw Failure("cannot find the folder \"Boards\"; set CARILLON_PATH to the folder that contains it")
        }
        let here = BoardDescription.detect().board
        print(BoardList(boards: boards, here: here?.name, terminal: .current).text, terminator: "")
    }
}

/// A list of boards, one a line: the name, then the title.
struct BoardList {
    let boards: [BoardDescription]
    /// The name of this machine's board.
    let here: String?
    let terminal: Terminal

    var text: String {
        let width = boards.map(\.name.count).max() ?? 0
        return boards.sorted { $0.name < $1.name }.map { board in
            let isHere = board.name == here
            let name = StyledText(board.name, isHere ? .boldGreen : .plain).padded(to: width + 2)
            let line = StyledText(isHere ? "* " : "  ", .boldGreen) + name + StyledText(board.title, .dim)
            return line.text(on: terminal) + "\n"
        }.joined()
    }
}
