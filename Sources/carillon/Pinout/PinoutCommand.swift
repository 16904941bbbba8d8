import CarillonAppliance
import CarillonBoard

/// `carillon pinout`: a board's headers, and what to connect to them.
struct PinoutCommand: Command {
    static let name = "pinout"
    static let summary = "draw a board's header, and what a wiring connects to it"
    static let help = """
        [BOARD] [OPTION]...

        Draws the header of BOARD, or of the board that this is: each pin by its name, and what else it can do. On a
        machine that is no known board, it is the header of the simulated one.

          --wiring FILE  the devices, and what to connect to which pin
          --svg FILE     draw a picture into this file; only an earlier picture is overwritten
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
        let connections = try wiring.map { try Self.connections(of: $0, on: board) } ?? []
        guard let picture else {
            return print(PinoutText(board, connections: connections, terminal: .current).text, terminator: "")
        }
        let name = wiring.map { String($0.split(separator: "/").last ?? "") }
        try picture.write(PinoutPicture(board, wiring: name, connections: connections).svg)
    }

    private static func connections(of path: String, on board: BoardDescription) throws -> [Connection] {
        let wiring = try ChosenWiring.file(path)
        do {
            return try wiring.connections(on: board)
        } catch {
            throw Unusable.input("\(error)")
        }
    }
}
