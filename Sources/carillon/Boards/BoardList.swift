import CarillonBoard

/// A list of boards, one a line: the name, then the title.
struct BoardList {
    private let boards: [BoardDescription]
    private let here: String?
    private let terminal: Terminal

    /// - Parameter here: The name of this machine's board.
    init(_ boards: [BoardDescription], here: String?, terminal: Terminal) {
        self.boards = boards
        self.here = here
        self.terminal = terminal
    }

    var text: String {
        let width = boards.map(\.name.count).max() ?? 0
        return boards.sorted { $0.name < $1.name }.map { board in
            let isHere = board.name == here
            var line = StyledText(isHere ? "* " : "  ", .boldGreen)
            line.append(StyledText(board.name, isHere ? .boldGreen : .plain).padded(to: width + 2, isOnRight: false))
            line.append(board.title, .dim)
            return line.text(width: terminal.width, isColored: terminal.isColored) + "\n"
        }.joined()
    }
}
