import CarillonAppliance
import CarillonBoard
import CarillonDevices

/// `carillon monitor`: what lines do.
struct MonitorCommand: Command {
    static let name = "monitor"
    static let summary = "show lines of a board live"
    static let help = """
        [LINE]... [OPTION]...

        Shows the levels of lines as curves, and counts their edges, until q or Ctrl-C; without a terminal it writes
        each edge in a line: its time in seconds, the line, the level. The lines are read as inputs, and taken for it
        from whatever else may use them: so they are to be named, or to be the inputs of a wiring.

        On the simulated board keys change the lines; without a terminal, names of lines on standard input do, one a
        line.

          --board NAME   the board; found by itself if left out
          --wiring FILE  watch the inputs of this wiring
        """

    private let lines: [WatchedLine]
    private let board: BoardDescription

    init(_ arguments: Arguments) throws {
        var chosen: BoardDescription?
        var wiring: Wiring?
        let names = try arguments.read([("board", true), ("wiring", true)], operands: 0...64) { name, value in
            if name == "board" {
                chosen = try ChosenBoard.named(value)
            } else {
                wiring = try ChosenWiring.file(value)
            }
        }
        board = try chosen ?? ChosenBoard.this
        lines = try WatchedLine.lines(names, wiring: wiring, on: board)
    }

    func run() throws {
        try LineMonitor(lines, on: board).run()
    }
}
