import CLibrary
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
        let message =
            "\(program): built without hardware, so it can only be tested; to run it, build it on Linux without "
            + "CARILLON_HARDWARE=0\n"
        _ = message.withCString { text in write(STDERR_FILENO, text, strlen(text)) }
        exit(1)
    }
}
