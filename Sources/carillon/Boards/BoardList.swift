import CarillonBoard
import CarillonDrawing

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
