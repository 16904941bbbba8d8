import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A device with keys: a keypad or a reader.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public class KeyDevice: @unchecked Sendable {
    /// The name in the wiring.
    public let name: String
    let queue: any Scheduler
    let observer: DeviceObserver
    private let keys: any KeyInput
    private var state = KeyState()

    /// Call on the queue. The kind calls `start` when it is ready to receive readings.
    init(named name: String, _ source: KeySource, in context: DeviceContext) throws(KeyInputError) {
        (self.name, queue, observer) = (name, context.queue, context.observer)
        keys = try context.keys(of: source)
    }

    /// Starts to report the keys. Call on the queue.
    func start(_ device: any Device, in context: DeviceContext) {
        let (observer, readings) = (observer, context.readings)
        keys.watch { [unowned device] change in
            switch change {
            case .success(let change): readings.send("\(KeyReading.change(change))", to: device)
            case .failure(let error):
                observer.didFail(error)
                readings.send("\(KeyReading.absent)", to: device)
            }
        }
    }

    /// The keys that are held down now, in the order in which they were pressed. Queue only.
    public var keysDown: [KeyCode] { state.down }

    /// Handles what has happened to a key. The default does nothing.
    func handle(_ press: KeyPress) {}

    /// Handles the loss of some presses. The default does nothing.
    func handleLoss() {}

    /// Handles the absence of the input device, which the board has reported. The default does nothing.
    func handleAbsence() {}

    /// Handles a reading of the device, or of a session in a replay; see `KeyReading`. Called on the queue.
    public func receive(_ reading: String) {
        guard let reading = KeyReading(reading) else { return }
        switch reading {
        case .change(.lost): handleLoss()
        case .absent: handleAbsence()
        default: break
        }
        for press in state.take(reading) { handle(press) }
    }

    /// Releases the device. Call on the queue, last; a second call has no effect.
    public func close() { keys.close() }
}

/// The settings of a device with keys in a wiring.
public struct KeySettings: DeviceSettings {
    public var source = KeySource.named("")

    public init() {}

    public static var fields: [Setting<Self>] {
        [Setting("device", \.source, .keySource, "the input device of the kernel that has the keys")]
    }

    /// Returns the function that sets the input device with a name or a USB id.
    static func of(_ device: String) -> (inout KeySettings) -> Void {
        { settings in settings.source = KeySource(device) ?? settings.source }
    }

}

extension Notation<KeySource> {
    /// The notation of an input device.
    static var keySource: Notation {
        Notation(
            "the name of an input device, as in /proc/bus/input/devices, or its USB id, as lsusb shows it",
            example: "\"08ff:0009\"", isRequired: true, parse: { KeySource($0) }, text: { "\($0)" })
    }
}
