import CLibrary
import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonFleet
import MobiusCore

#if os(Linux)
    @_exported import CarillonRealTime
#endif

extension Board {
    /// Reports that the application cannot run in a build without hardware, and exits with status 1.
    ///
    /// Such a build is for tests: `Bench(makeController)` runs the application.
    ///
    /// - Parameters:
    ///   - wiring: Not used.
    ///   - kinds: Not used.
    ///   - fleet: Not used.
    ///   - sourceFile: Not used.
    ///   - makeController: Not called.
    public static func run<Model, Event, Effect>(
        wiring: String, kinds: [any Device.Type] = [], fleet: FleetOptions? = nil, sourceFile: String = #filePath,
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) -> Never {
        let program = CommandLine.arguments.first?.split(separator: "/").last ?? "carillon"
        #if os(Linux)
            let remedy = "to run it, build it without CARILLON_HARDWARE=0"
        #else
            let remedy = "run it on Linux"
        #endif
        let message = "\(program): built without hardware, so it can only be tested; \(remedy)\n"
        _ = message.withCString { text in write(STDERR_FILENO, text, strlen(text)) }
        exit(1)
    }
}

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
