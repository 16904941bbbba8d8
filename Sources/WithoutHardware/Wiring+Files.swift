import CarillonAudio
import CarillonBoard
import CarillonDevices

extension Wiring {
    /// Whether this build reads wirings from files. A build without hardware has no libyaml and does not.
    public static let canReadFiles = false

    /// Throws, because a build without hardware has no libyaml to read wirings.
    ///
    /// - Throws: A `DescriptionError`.
    public static func named(_ name: String, kinds: [any Device.Type] = []) throws -> Wiring { try file(name) }

    /// Throws, because a build without hardware has no libyaml to read wirings.
    ///
    /// - Throws: A `DescriptionError`.
    public static func file(
        _ path: String, kinds: [any Device.Type] = []
    ) throws(DescriptionError) -> Wiring {
        throw DescriptionError(
            position: SourcePosition(file: path),
            message: "cannot read YAML, because Carillon was built without hardware and without libyaml; "
                + "use Bench(makeApplication), or write the wiring in Swift")
    }

    /// Throws, because a build without hardware has no libyaml to read wirings.
    ///
    /// - Throws: A `DescriptionError`.
    package static func text(_ text: String, name: String) throws(DescriptionError) -> Wiring { try file(name) }

    /// Checks nothing, because a build without hardware has no libyaml to read the boards' files.
    package func checkBiases() throws(DescriptionError) {}

    /// Throws, because a build without hardware has no libsndfile to read sounds.
    ///
    /// - Throws: `SoundError.noDecoder`, or the errors of `path(ofSound:)` if the sound is unknown.
    package func load(_ name: SoundName, for engine: AudioEngine) throws -> Sound {
        let file = try path(ofSound: name)
        throw SoundError.noDecoder(
            file: file, reason: "Carillon was built without hardware and without libsndfile")
    }
}
