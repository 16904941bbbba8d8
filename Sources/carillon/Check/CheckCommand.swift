import CarillonAppliance
import CarillonBoard

/// `carillon check`: what is wrong with a file.
struct CheckCommand: Command {
    static let name = "check"
    static let summary = "tell what is wrong with a board or a wiring, each thing with its place"
    static let help = """
        FILE [--board NAME]

        Looks at FILE, a board, a header or a wiring in YAML, and tells everything that is wrong, with line and column,
        as compilers do. The exit status is 1 if there is anything. The lines of a wiring are looked for on the board
        that this machine is.

          --board NAME   the board that the wiring is for
        """

    private let path: String
    private let board: BoardDescription?

    init(_ arguments: Arguments) throws {
        var board: BoardDescription?
        path = try arguments.read([("board", true)], operands: 1...1) { board = try ChosenBoard.named($1) }[0]
        self.board = board
    }

    func run() throws {
        let board = board ?? BoardDescription.detect().board
        let check: DescriptionCheck
        do {
            check = try DescriptionCheck(path: path, board: board)
        } catch {
            throw Unusable.input("\(error)")
        }
        print(CheckReport(check, path: path, board: board).text, terminator: "")
        guard check.faults.isEmpty else { throw AlreadyTold() }
    }
}
