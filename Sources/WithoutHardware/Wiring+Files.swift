import CarillonAudio
import CarillonBoard
import CarillonDevices

extension Wiring {
    /// Whether this build reads wirings from files. A build without hardware has no libyaml and does not.
    public static let canReadFiles = false

    /// Says that a build without hardware has no libyaml, which reads wirings.
    ///
    /// - Throws: A `DescriptionError`.
    public static func named(_ name: String) throws -> Wiring { try file(name) }

    /// Says that a build without hardware has no libyaml, which reads wirings.
    ///
    /// - Throws: A `DescriptionError`.
    public static func file(_ path: String) throws(DescriptionError) -> Wiring {
        throw DescriptionError(
            position: SourcePosition(file: path),
            message: "Carillon was built without hardware, and without libyaml, which reads this file: "
                + "Bench(makeApplication) needs no wiring, and a wiring can be written in Swift")
    }

    /// Says that a build without hardware has no libsndfile, which reads sounds.
    ///
    /// - Throws: `SoundError.noDecoder`.
    package func load(_ name: SoundName, for engine: AudioEngine) throws -> Sound {
        let file = try path(ofSound: name)
        throw SoundError.noDecoder(
            file: file, reason: "Carillon was built without hardware, and without libsndfile")
    }
}
