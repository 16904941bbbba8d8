import CarillonAppliance
import CarillonBoard

/// `carillon check`: reports the faults of a file.
struct CheckCommand: Command {
    static let name = "check"
    static let summary = "check the file of a board or a wiring, and report each fault with its location"
    static let help = """
        FILE [--board NAME]

        Checks FILE, a board, a header or a wiring in YAML, and prints all faults with line and column, as compilers
        do. The exit status is 1 if there are faults; warnings do not count. It is 2 if FILE cannot be read. The lines
        of a wiring are checked against the board of this machine, if it is known. Lines that are used at boot, and
        buses and PWM channels that the board's pins do not have, are warnings.

          --board NAME   check the wiring against this board
          --wiring FILE  check this wiring; the same as FILE alone
        """

    private let path: String
    private let board: BoardDescription?

    init(_ arguments: Arguments) throws {
        var board: BoardDescription?
        var wiring: String?
        let files = try arguments.read([("board", true), ("wiring", true)], operands: 0...1) { option, value in
            if option == "wiring" { wiring = value } else { board = try ChosenBoard.named(value) }
        }
        guard let path = wiring ?? files.first else { throw UsageError("missing argument FILE; see --help") }
        if wiring != nil, let surplus = files.first {
            throw UsageError("unexpected argument \"\(surplus)\"; see --help")
        }
        self.path = path
        self.board = board
    }

    func run() throws {
        let board = board ?? BoardDescription.detect().board
        let check = try checkingInput { try DescriptionCheck(path: path, board: board) }
        print(CheckReport(check, path: path, board: board).text, terminator: "")
        guard check.faults.isEmpty else { throw AlreadyReported() }
    }
}
