import CarillonGPIO
import CarillonScheduling

/// The resources of a board that a device is made with: its lines, its buses and its queue. Used on the queue.
public struct DeviceContext {
    /// The queue on which the device lives.
    public let queue: any Scheduler
    /// Notified of changes that can be seen and heard, and of failures.
    public let observer: DeviceObserver
    private let chip: any GPIOChip
    private let bank: OutputBank?
    private let lines: [String: Output]
    private let made: (any Device.Type, String) -> (any Device)?

    /// - Parameters:
    ///   - chip: Gives the input lines, and the devices on buses.
    ///   - outputs: The outputs of all devices, by the names of their lines.
    ///   - bank: Drives the outputs; nil if there are none.
    ///   - made: Finds a device that was made before.
    package init(
        queue: any Scheduler, observer: DeviceObserver, chip: any GPIOChip, bank: OutputBank?,
        outputs: [String: Output],
        made: @escaping (any Device.Type, String) -> (any Device)?
    ) {
        self.queue = queue
        self.observer = observer
        self.chip = chip
        self.bank = bank
        lines = outputs
        self.made = made
    }

    /// Requests an input line. The device gives it back in `close()`, and when it cannot be made.
    public func input(_ line: LineReference, _ settings: InputSettings) throws(GPIOError) -> any InputLine {
        try chip.requestInput(line.name, settings: settings)
    }

    /// The output on a line that the kind's wires name. The board has requested it with all others, and closes it.
    public func output(_ line: LineReference) throws(GPIOError) -> Output {
        guard let output = lines[line.name] else { throw .noLine(name: line.name, chip: chip.label) }
        return output
    }

    /// Requests a device on a bus. The kind gives it back in `close()`, and when it cannot be made.
    func port(_ wire: BusWire) throws(BusError) -> BusPort {
        BusPort(try chip.requestDevice(at: wire.address, safe: wire.safe), queue: queue)
    }

    /// The bank that drives all outputs, for a device that changes several at one moment.
    func allOutputs() throws(GPIOError) -> OutputBank {
        guard let bank else { throw .noLine(name: "", chip: chip.label) }
        return bank
    }

    /// Another device of the wiring. Kinds that come earlier in ``DeviceKinds`` are made first.
    func device<Kind: Device>(_ kind: Kind.Type, _ reference: Reference) throws(DescriptionError) -> Kind {
        guard let device = made(kind, reference.name) as? Kind else {
            throw DescriptionError(position: reference.position, message: "no \(Kind.kind.title) \"\(reference.name)\"")
        }
        return device
    }
}
