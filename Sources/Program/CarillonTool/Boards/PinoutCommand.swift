import CarillonAppliance
import CarillonBoard
import CarillonDevices

/// `carillon pinout`: draws a board's headers, and the connections of a wiring.
struct PinoutCommand: Command {
    static let name = "pinout"
    static let summary = "draw the header of a board, and the connections of a wiring"
    static let help = """
        [BOARD] [OPTION]...

        Draws the header of BOARD, by default of this machine's board, or of the simulated board if that is unknown:
        the names of the pins, and their other functions.

          --wiring FILE  also show the devices of this wiring, and their connections
          --svg FILE     draw a picture to this file; only an earlier picture is overwritten
        """

    private let board: BoardDescription
    private let wiring: String?
    private let picture: SVGFile?

    init(_ arguments: Arguments) throws {
        var (wiring, picture): (String?, SVGFile?)
        let names = try arguments.read([("wiring", true), ("svg", true)], operands: 0...1) { name, value in
            if name == "wiring" { wiring = value } else { picture = try SVGFile(value) }
        }
        (self.wiring, self.picture) = (wiring, picture)
        board = try names.first.map(ChosenBoard.named) ?? ChosenBoard.this
    }

    func run() throws {
        let file = try checkingInput { try wiring.map { try Wiring.file($0) } }
        let connections = try checkingInput { try file?.connections(on: board) ?? [] }
        guard let picture else {
            return print(PinoutText(board, connections: connections, terminal: .current).text, terminator: "")
        }
        let name = wiring.map { String($0.split(separator: "/").last ?? "") }
        let others = file?.unconnected(on: board) ?? []
        try picture.write(PinoutPicture(board, wiring: name, connections: connections, others: others).svg)
    }
}
