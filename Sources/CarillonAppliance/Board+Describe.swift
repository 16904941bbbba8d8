import CarillonBoard
import CarillonDevices
import CarillonDrawing
import CarillonOutlet

extension Board {
    /// Checks or draws a wiring if an option requests it.
    ///
    /// - Parameters:
    ///   - options: The options of the program.
    ///   - path: The path of the wiring.
    ///   - kinds: The application's own kinds of devices.
    ///   - console: Shows the result.
    /// - Returns: The exit status, which is 1 if the wiring has faults; nil without such an option.
    /// - Throws: `BoardError` or `DescriptionError` if the board or the file cannot be read; `SVGFileError`.
    static func describe(
        _ options: ProgramOptions, wiring path: String, kinds: [any Device.Type], console: Console
    ) throws -> Int32? {
        guard options.has("check") || options.has("pinout") else { return nil }
        let board = try options["board"].map(BoardDescription.named) ?? BoardDescription.detect().board
        guard !options.has("check") else {
            let check = try DescriptionCheck(path: path, board: board, kinds: kinds)
            console.show(CheckReport(check, path: path, board: board).text, terminator: "")
            return check.faults.isEmpty ? 0 : 1
        }
        let drawn = try board ?? .named("simulated")
        let picture = try options["svg"].map { try SVGFile($0) }
        let connections = try Wiring.file(path, kinds: kinds).connections(on: drawn)
        guard let picture else {
            console.show(
                PinoutText(drawn, connections: connections, terminal: .current).text, terminator: "")
            return 0
        }
        let name = path.split(separator: "/").last.map(String.init)
        try picture.write(PinoutPicture(drawn, wiring: name, connections: connections).svg)
        return 0
    }
}
