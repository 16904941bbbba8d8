import CarillonAppliance
import CarillonBoard
import CarillonDevices

/// `carillon monitor`: shows lines live.
struct MonitorCommand: Command {
    static let name = "monitor"
    static let summary = "show the lines of a board live"
    static let help = """
        [LINE]... [OPTION]...

        Shows the levels of lines as curves, and counts their edges, until q or Ctrl-C. Without a terminal, prints each
        edge on a line: its time in seconds, the name of the line, its level. The lines are requested as inputs, so no
        other program can use them meanwhile. Name the lines, or use the inputs of a wiring.

        On the simulated board, keys change the lines. Without a terminal, standard input does: the name of a line on
        each line.

          --board NAME   the board; detected by default
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
                wiring = try checkingInput { try Wiring.file(value) }
            }
        }
        board = try chosen ?? ChosenBoard.this
        lines = try WatchedLine.lines(names, wiring: wiring, on: board)
    }

    func run() throws {
        try LineMonitor(lines, on: board).run()
    }
}
