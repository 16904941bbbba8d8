import CarillonAudio
import CarillonBoard
import CarillonDevices
import SoundFiles

extension Wiring {
    /// Whether this build reads wirings from files. A build without hardware has no libyaml and does not.
    public static let canReadFiles = true

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

    /// Loads the sound called `name`: the wiring's, or else that of the file of this name in `Sounds/`.
    ///
    /// A file that the wiring names stands beside the wiring, or in `Sounds/`.
    ///
    /// - Throws: What is wrong with the file; for one that the wiring names with the place where it does, unless the
    ///   system could not read it.
    package func load(_ name: SoundName, for engine: AudioEngine) throws -> Sound {
        do {
            return try engine.load(path(ofSound: name))
        } catch let error as SoundError {
            // What the system refuses is no fault of the wiring.
            if case .unreadable = error { throw error }
            guard let sound = file(ofSound: name) else { throw error }
            throw DescriptionError(position: sound.position, message: "\(error)")
        }
    }
}
