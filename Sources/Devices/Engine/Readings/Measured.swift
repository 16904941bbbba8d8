import CarillonGPIO

/// A kind of device that measures quantities with a chip on a bus. The thread of the bus reads the chip.
///
/// A kind states its quantities, and calls `measure` at the end of its initializer.
public protocol MeasuringDevice: Device {
    /// Returns the quantities that a device with these settings measures, the main one first.
    static func quantities(of settings: Settings) -> [MeasuredQuantity]

    /// The newest numbers.
    var measured: Measured { get }
}

extension MeasuringDevice {
    public static func entityForm(of settings: Settings) -> EntityForm? { .number(quantities(of: settings)[0].scale) }

    /// Starts to read the device on its bus.
    ///
    /// - Parameters:
    ///   - memory: The time for which an earlier reading affects later ones, apart from the smoothing.
    ///   - twin: Creates the chip of a simulated board.
    ///   - turn: Makes the next transfers. Called on the bus's thread. After a call that has thrown, the chip may have lost its
    ///     state.
    /// - Throws: `BusError` if the bus is not available.
    public func measure(
        _ settings: Settings, every sampling: Sampling, memory: Duration = .zero, in context: DeviceContext,
        twin: @autoclosure @escaping () -> any SimulatedTwin,
        turn: @escaping @Sendable (any BusDevice, _ now: Duration) throws(BusError) -> Measured.Turn
    ) throws(BusError) {
        let port = try context.port(Self.buses(of: settings)[0], twin: twin)
        let poll = BusPoll(
            port, every: sampling.interval, memory: max(memory, sampling.memory), observer: context.observer
        ) { [unowned self, readings = context.readings] reading in
            readings.send(reading, to: self)
        }
        measured.start(poll, on: port, sampling, turn)
    }

    public func receive(_ reading: String) { measured.receive(reading) }

    public func close() { measured.close() }

    public var features: [Feature] { measured.forms.map { Feature($0.name, isInput: true) } }

    public func value(of feature: Int) -> Feature.Value {
        .level(measured.quantities[feature].value, measured.forms[feature].scale)
    }
}

extension Measuring where Self: MeasuringDevice {
    public var quantity: Quantity { measured.quantities[0] }
}

/// A quantity that a kind of device measures.
public struct MeasuredQuantity: Sendable {
    let name: String
    let scale: Feature.Scale
    let change: Double
    let places: Int

    /// Creates a quantity.
    ///
    /// - Parameters:
    ///   - name: The name of its feature; empty for the main one.
    ///   - change: The least change that reaches the program, in the unit of `scale`.
    ///   - places: The decimal places of the numbers that reach the program.
    public init(_ scale: Feature.Scale, named name: String = "", change: Double, places: Int = 2) {
        (self.name, self.scale, self.change, self.places) = (name, scale, change, places)
    }
}

/// The numbers that a device has measured.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class Measured: @unchecked Sendable {
    /// The result of a turn with a chip.
    public enum Turn: Equatable, Sendable {
        /// The chip needs this time before the next turn.
        case wait(Duration)
        /// The numbers of the quantities, in their order.
        case numbers([Double])
        /// The chip has no new numbers.
        case unchanged
    }

    /// The quantities, the main one first.
    public let quantities: [Quantity]
    let forms: [MeasuredQuantity]
    let observer: DeviceObserver
    private var port: BusPort?

    /// Creates quantities without numbers.
    public init(_ forms: [MeasuredQuantity], in context: DeviceContext) {
        (self.forms, observer) = (forms, context.observer)
        quantities = forms.map { _ in Quantity(on: context.queue) }
    }

    fileprivate func start(
        _ poll: BusPoll, on port: BusPort, _ sampling: Sampling,
        _ turn: @escaping @Sendable (any BusDevice, Duration) throws(BusError) -> Turn
    ) {
        self.port = port
        let samplers = forms.map { Sampler(sampling, change: $0.change, places: $0.places) }
        // Most readings are those of before, and a text costs more than a transfer.
        let newest = Exclusive((numbers: [Double](), text: ""))
        poll.start { (device, now) throws(BusError) in
            switch try turn(device, now) {
            case .wait(let time): return .wait(time)
            case .numbers(let numbers):
                let sampled = zip(samplers, numbers).map { $0.take($1, at: now) }
                if sampled != newest.value.numbers {
                    newest.value = (sampled, sampled.map { "\($0)" }.joined(separator: " "))
                }
            case .unchanged: break
            }
            return .reading(newest.value.text)
        }
    }

    /// Handles a reading, live or of a replayed session: the numbers, or `absent`. Queue only.
    func receive(_ reading: String) {
        let numbers = reading.split(separator: " ").map { Double($0) }
        for (index, quantity) in quantities.enumerated() {
            let new = index < numbers.count ? numbers[index] : nil
            guard new != quantity.value || new == nil else { continue }
            quantity.set(new)
            observer.changed(index)
        }
    }

    /// Stops reading. Call on the queue, last; a second call has no effect.
    func close() {
        do throws(BusError) { try port?.close() } catch { observer.didFail(error) }
        for quantity in quantities { quantity.close() }
    }
}

extension Control {
    /// Returns the control of a device that measures, in which a user enters numbers.
    ///
    /// - Parameters:
    ///   - place: The simulated chip.
    ///   - example: Numbers, such as `25`.
    ///   - texts: The numbers that the chip takes, in words for messages.
    ///   - quantities: The quantities of several numbers, by their device classes in Home Assistant.
    ///   - settling: The time until the program has the numbers.
    public static func numbers(
        at place: BusWire, example: String, _ texts: String, of quantities: [String] = [], settling: Duration
    ) -> Control {
        let target = SimulatedTarget.bus(place.address, channel: place.channel ?? 0)
        var control = Control(.enter(target, examples: [example]), keys: [nil])
        (control.texts, control.quantities, control.settling) = (texts, quantities, settling)
        return control
    }
}

extension Feature.Scale {
    /// A temperature, in degrees Celsius.
    public static let temperature = Feature.Scale(unit: " °C", hasOff: true, quantity: "temperature")
    /// A relative humidity, in percent.
    public static let humidity = Feature.Scale(0...100, unit: " %", hasOff: true, quantity: "humidity")
}
