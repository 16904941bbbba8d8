import CarillonBoard

/// What there is to say of a file that has been looked at.
struct CheckReport {
    private let check: DescriptionCheck
    private let path: String
    private let board: BoardDescription?

    init(_ check: DescriptionCheck, path: String, board: BoardDescription?) {
        self.check = check
        self.path = path
        self.board = board
    }

    /// A line for each thing that is wrong, or one that says that nothing is.
    var text: String {
        guard check.faults.isEmpty else { return check.faults.map { "\($0)\n" }.joined() }
        switch (check.kind, board) {
        case (.wiring, let board?): return "\(path): a wiring that fits \(board.name)\n"
        case (.wiring, nil): return "\(path): a wiring; --board NAME tells whether it fits a board\n"
        default: return "\(path): a \(check.kind)\n"
        }
    }
}
