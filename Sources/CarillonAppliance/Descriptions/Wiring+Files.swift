import CarillonAudio
import CarillonBoard
import CarillonDevices
import SoundFiles

extension Wiring {
    /// Whether this build reads wirings from files. A build without hardware has no libyaml and does not.
    public static let canReadFiles = true

    /// Returns the wiring called `name` that comes with a program, in a folder `Boards/wirings`.
    ///
    /// - Parameters:
    ///   - name: The name of the wiring.
    ///   - kinds: The application's own kinds of devices.
    /// - Throws: `BoardError.unknownWiring`, or a `DescriptionError` with the place in the file.
    public static func named(_ name: String, kinds: [any Device.Type] = []) throws -> Wiring {
        try file(path(named: name), kinds: kinds)
    }

    /// Returns the path of the wiring called `name` that comes with a program.
    static func path(named name: String) throws(BoardError) -> String {
        guard !name.contains("/"), let path = DataFolders.find("Boards/wirings/\(name).yaml") else {
            throw .unknownWiring(name: name, known: DataFolders.names(in: "Boards/wirings", ending: ".yaml"))
        }
        return path
    }

    /// Reads the wiring in the file at `path`.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - kinds: The application's own kinds of devices.
    /// - Throws: A `DescriptionError` with the place in the file.
    public static func file(
        _ path: String, kinds: [any Device.Type] = []
    ) throws(DescriptionError) -> Wiring {
        try Wiring(YAMLFile.read(path), kinds: DeviceKinds.builtIn + kinds)
    }

    /// Reads a wiring from the text of a file called `name`.
    ///
    /// - Throws: A `DescriptionError` with the place in the text.
    package static func text(
        _ text: String, name: String, kinds: [any Device.Type] = []
    ) throws(DescriptionError) -> Wiring {
        try Wiring(YAMLFile.parse(Array(text.utf8), name: name), kinds: DeviceKinds.builtIn + kinds)
    }

    /// Checks that no resistor of the board that `--board simulated` simulates opposes the one that a device needs.
    ///
    /// - Throws: A `DescriptionError` with the place in the wiring.
    package func checkBiases() throws(DescriptionError) {
        if let board = Self.simulatedBoard { try checkBiases(on: board) }
    }

    private static let simulatedBoard = try? BoardDescription.named("simulated")

    /// Loads the sound called `name`: the wiring's, or the file of this name in `Sounds/`.
    ///
    /// A file that the wiring names is beside the wiring or in `Sounds/`.
    ///
    /// - Throws: The error of the file. If the wiring names the file, it is a `DescriptionError` with the position in
    ///   the wiring, unless the system could not read the file.
    package func load(_ name: SoundName, for engine: AudioEngine) throws -> Sound {
        do {
            return try engine.load(path(ofSound: name))
        } catch let error as SoundError {
            // An error of the system is not a fault of the wiring.
            if case .unreadable = error { throw error }
            guard let sound = file(ofSound: name) else { throw error }
            throw DescriptionError(position: sound.position, message: "\(error)")
        }
    }
}
