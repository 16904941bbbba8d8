import CarillonGPIO

/// The parts of an application, by its own names, and the header's lines that they are wired to.
///
///     buttons:
///       plus: {line: GPIO17, key: "+"}
///     leds:
///       bit0: GPIO5
///       bit1: GPIO6
///     numbers:
///       count: [bit0, bit1]
///     sounds:
///       alert: alert.wav
public struct Wiring: Equatable, Sendable {
    /// The line that a part is wired to, and where the file says so.
    struct WiredLine: Equatable, Sendable {
        var name: String
        let position: SourcePosition
    }

    struct Button: Equatable, Sendable {
        let name: String
        var line: WiredLine
        let settings: InputSettings
        let debounce: Duration
        /// The key that presses it on a simulated board.
        let key: Character?
    }

    struct LED: Equatable, Sendable {
        let name: String
        var line: WiredLine
        let isActiveLow: Bool
    }

    /// A number in binary on some LEDs, the least significant bit first.
    struct Number: Equatable, Sendable {
        let name: String
        let leds: [String]
    }

    struct SoundFile: Equatable, Sendable {
        let name: String
        let file: String
        let position: SourcePosition
    }

    var buttons: [Button]
    var leds: [LED]
    let numbers: [Number]
    let sounds: [SoundFile]

    /// The wiring on `board`, with every line by the header's own name for it.
    ///
    /// - Throws: If the board cannot carry it: a line that it lacks, or one line for two parts.
    func placed(on board: BoardDescription) throws(DescriptionError) -> Wiring {
        var placed = self
        var parts: [String: SourcePosition] = [:]
        func place(_ line: inout WiredLine) throws(DescriptionError) {
            guard let pin = board.pin(ofLine: line.name) else {
                throw DescriptionError(
                    position: line.position,
                    message: "no line \"\(line.name)\" on \(board.name): it has "
                        + board.lineNames.joined(separator: ", "))
            }
            if let other = parts.updateValue(line.position, forKey: pin.name) {
                throw DescriptionError(
                    position: line.position,
                    message: "line \"\(line.name)\" is wired already, in line \(other.line): give each part its own")
            }
            line.name = pin.name
        }
        for index in placed.buttons.indices { try place(&placed.buttons[index].line) }
        for index in placed.leds.indices { try place(&placed.leds[index].line) }
        return placed
    }
}

extension Wiring {
    /// The wiring called `name` that comes with a program, in a folder `Boards/wirings`.
    ///
    /// - Throws: `BoardError.unknownWiring`, or a `DescriptionError` with the place in the file.
    public static func named(_ name: String) throws -> Wiring {
        guard !name.contains("/"), let path = DataFolders.find("Boards/wirings/\(name).yaml") else {
            throw BoardError.unknownWiring(name: name, known: DataFolders.names(in: "Boards/wirings", ending: ".yaml"))
        }
        return try file(path)
    }

    /// The wiring in the file at `path`.
    ///
    /// - Throws: A `DescriptionError` with the place in the file.
    public static func file(_ path: String) throws(DescriptionError) -> Wiring {
        try Wiring(YAMLFile.read(path))
    }
}
