import CarillonBoard
import CarillonDevices
import CarillonFleet
import MobiusCore

extension Board {
    /// Runs an application that can join a fleet. The rest is as with `run(wiring:kinds:sourceFile:_:)`.
    ///
    ///     Board.run(wiring: "doorbell", fleet: .homeAssistant, makeDoorbell)
    ///
    /// With `--broker`, the box joins the fleet on an MQTT broker.
    ///
    /// Call on the main thread, before any other thread exists.
    ///
    /// - Parameters:
    ///   - wiring: The name of a wiring that comes with the program, a file in `Boards/wirings/`.
    ///   - kinds: The application's own kinds of devices, which the wiring can contain besides those of Carillon.
    ///   - fleet: The appearance of the box in the fleet; nil for a program that joins none.
    ///   - sourceFile: The caller's source file. The files of its package are found wherever the program is built.
    ///   - makeController: Returns the application's controller for the board's devices.
    public static func run<Model, Event, Effect>(
        wiring: String, kinds: [any Device.Type] = [], fleet: FleetOptions?, sourceFile: String = #filePath,
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) -> Never {
        run(wiring, kinds: kinds, settings: fleet.map { [$0] } ?? [], sourceFile: sourceFile, makeController)
    }
}
