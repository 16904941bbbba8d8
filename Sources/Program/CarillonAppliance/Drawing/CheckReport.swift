import CarillonBoard

/// The report about a checked file.
package struct CheckReport {
    private let check: DescriptionCheck
    private let path: String
    private let board: BoardDescription?

    package init(_ check: DescriptionCheck, path: String, board: BoardDescription?) {
        self.check = check
        self.path = path
        self.board = board
    }

    /// A line for each warning, then for each fault; without faults, one line with the kind of the file.
    package var text: String {
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
