import CarillonGPIO
import CarillonScheduling

/// The board's resources that a device uses when it is created: lines, buses and the queue. Queue only.
public struct DeviceContext {
    /// The queue of the device.
    public let queue: any Scheduler
    /// The receiver of the device's changes and failures.
    public private(set) var observer: DeviceObserver
    /// The channel that passes the device's readings to the program.
    public let readings: DeviceReadings
    /// The microphones of the board, and the folder of their recordings.
    let sound: BoardSound
    private let chip: any GPIOChip
    private let bank: OutputBank?
    private let lines: [String: Output]
    private let made: (any Device.Type, String) -> (any Device)?

    /// - Parameters:
    ///   - readings: The channel that passes the device's readings to the program.
    ///   - sound: The microphones of the board, and the place of their recordings.
    ///   - chip: The source of the input lines, of the devices on buses and of the keys.
    ///   - outputs: The outputs of all devices, by the names of their lines.
    ///   - bank: The bank that drives the outputs; nil if there are none.
    ///   - made: Returns a device that has already been created.
    package init(
        queue: any Scheduler, observer: DeviceObserver, readings: DeviceReadings = .direct,
        sound: BoardSound = .none, chip: any GPIOChip, bank: OutputBank?, outputs: [String: Output],
        made: @escaping (any Device.Type, String) -> (any Device)?
    ) {
        self.queue = queue
        self.observer = observer
        self.readings = readings
        self.sound = sound
        self.chip = chip
        self.bank = bank
        lines = outputs
        self.made = made
    }

    /// Requests an input line. The device releases it in `close()`, and when its initializer throws.
    ///
    /// - Throws: `GPIOError.noLine`, `.lineInUse`, `.noPermission`, `.chipGone` or `.system`.
    public func input(_ line: LineReference, _ settings: InputSettings) throws(GPIOError) -> any InputLine {
        try chip.requestInput(line.name, settings: settings)
    }

    /// Requests an input line whose edges are not recorded in a session, for a device whose readings are recorded instead.
    /// Use the line on the queue under the session. The device releases it in `close()`, and when its initializer throws.
    ///
    /// - Throws: The errors of `input(_:_:)`.
    func unrecordedInput(_ line: LineReference, _ settings: InputSettings) throws(GPIOError) -> any InputLine {
        try chip.unrecorded.requestInput(line.name, settings: settings)
    }

    /// On a simulated board, calls `twin`, which creates the simulated device and adds it to the chip with
    /// `SimulatedChip.add(_:at:)`. The chip keeps the simulated device.
    func simulate(_ twin: (SimulatedChip) -> some SimulatedOperation) {
        if let simulated = chip.simulated { _ = twin(simulated) }
    }

    /// Returns the output on a line of the kind's wires. The board requests all outputs together, and closes them.
    ///
    /// - Throws: `GPIOError.noLine` if the line is not an output in the kind's wires.
    public func output(_ line: LineReference) throws(GPIOError) -> Output {
        guard let output = lines[line.name] else { throw .noLine(name: line.name, chip: chip.label) }
        return output
    }

    /// Requests a device on a bus. The kind releases it in `close()`, and when its initializer throws.
    ///
    /// - Parameter twin: Creates the simulated device that stands in for the device on a simulated board; nil for none.
    /// - Throws: `BusError` if the bus is not available.
    public func port(_ wire: BusWire, twin: (() -> any SimulatedTwin)? = nil) throws(BusError) -> BusPort {
        if let twin { chip.provideTwin(at: wire.address, twin) }
        return BusPort(try chip.requestDevice(at: wire.address, safe: wire.safe), queue: queue.unrecorded)
    }

    /// Requests the keys of an input device. The kind releases them in `close()`, and when its initializer throws.
    ///
    /// - Throws: `KeyInputError.inUse` on a simulated board, and `.noDevice` if the chip has no input devices. A real board
    ///   reports its errors to the handler of `KeyInput.watch(_:)`.
    public func keys(of source: KeySource) throws(KeyInputError) -> any KeyInput { try chip.requestKeys(of: source) }

    /// Returns the bank that drives all outputs, for a device that changes several of them at the same moment.
    ///
    /// - Throws: `GPIOError.noLine` if the wiring has no outputs.
    public func allOutputs() throws(GPIOError) -> OutputBank {
        guard let bank else { throw .noLine(name: "", chip: chip.label) }
        return bank
    }

    /// Returns the context for a part of the device, such as the button of a knob.
    ///
    /// - Parameter feature: The index of the part's main feature among the features of the whole device.
    public func part(_ feature: Int) -> DeviceContext {
        var context = self
        context.observer = observer.part(feature)
        return context
    }

    /// Returns another device of the wiring. The board creates the application's own kinds last, after the built-in kinds.
    ///
    /// - Throws: A `DescriptionError` if there is no such device.
    public func device<Kind: Device>(_ kind: Kind.Type, _ reference: WiringReference) throws(DescriptionError) -> Kind {
        guard let device = made(kind, reference.name) as? Kind else {
            throw DescriptionError(
                position: reference.position, message: "the wiring has no \(Kind.kind.title) \"\(reference.name)\"")
        }
        return device
    }
}
