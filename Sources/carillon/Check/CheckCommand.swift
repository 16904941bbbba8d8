import CarillonAppliance
import CarillonBoard

/// `carillon check`: reports the faults of a file.
struct CheckCommand: Command {
    static let name = "check"
    static let summary = "check the file of a board or a wiring, and report each fault with its location"
    static let help = """
        FILE [--board NAME]

        Checks FILE, a board, a header or a wiring in YAML, and reports all faults with line and column, as compilers
        do. The exit status is 1 if there are faults; warnings do not count. The lines of a wiring are checked against
        the board of this machine, if it is known. Lines that are used at boot, and
        buses and PWM channels that the board's pins do not have, are warnings.

          --board NAME   check the wiring against this board
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
        let check = try checkingInput { try DescriptionCheck(path: path, board: board) }
        print(report(check, board), terminator: "")
        guard check.faults.isEmpty else { throw AlreadyReported() }
    }

    /// Returns a line for each warning, then for each fault; without faults, one line with the kind of the file.
    private func report(_ check: DescriptionCheck, _ board: BoardDescription?) -> String {
        let lines = (check.warnings + check.faults).map { "\($0)\n" }.joined()
        guard check.faults.isEmpty else { return lines }
        switch (check.kind, board) {
        case (.wiring, let board?) where !check.warnings.isEmpty:
            let count = check.warnings.count
            return lines + "\(path): a wiring for \(board.name), with \(count) warning\(count == 1 ? "" : "s")\n"
        case (.wiring, let board?): return lines + "\(path): a wiring that fits \(board.name)\n"
        case (.wiring, nil): return "\(path): a wiring; use --board NAME to check it against a board\n"
        default: return "\(path): a \(check.kind)\n"
        }
    }
}
