import CarillonGPIO
import CarillonScheduling
import MobiusCore
import Synchronization

/// Up to twelve keys that detect the touch of a finger, with an MPR121 on I2C. A key can be foil, a wire or fruit.
///
///     .withEventSource(
///         board.events(
///             try board.touchKeys("fruit").touched { .note($0) },
///             try board.touchKeys("fruit").released(3, send: .bananaIsOver)))
///
/// The keys have the numbers of the chip's electrodes, 0 to 11. All of them can be touched at the same time.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class TouchKeys: @unchecked Sendable {
    /// The name in the wiring.
    public let name: String
    /// The keys that are touched now, in ascending order. Queue only.
    public private(set) var keysDown: [Int] = []

    private let port: BusPort
    private let observer: DeviceObserver
    private let listeners: Listeners<(key: Int, isTouched: Bool)>

    public init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        (self.name, observer) = (name, context.observer)
        port = try context.port(Self.buses(of: settings)[0], twin: { SimulatedMPR121() })
        listeners = Listeners(on: context.queue)
        let readings = context.readings
        let poll = BusPoll(port, every: settings.interval, observer: observer) { [unowned self] reading in
            readings.send(reading, to: self)
        }
        let chip = MPR121(settings)
        poll.start { (device, _) throws(BusError) in
            do throws(BusError) {
                return try chip.turn(with: device)
            } catch {
                chip.restart()
                throw error
            }
        }
    }

    /// Sends the result of `event` for each key that is touched. If the result is nil, nothing is sent.
    public func touched<Event: Sendable>(send event: @escaping @Sendable (Int) -> Event?) -> AnyEventSource<Event> {
        events(touched: true, event)
    }

    /// Sends `event` each time that a key is touched.
    ///
    /// - Parameter key: The number of the electrode, from 0 to 11.
    public func touched<Event: Sendable>(_ key: Int, send event: Event) -> AnyEventSource<Event> {
        touched { $0 == key ? event : nil }
    }

    /// Sends the result of `event` for each key that is released, and for those that are touched when the chip stops answering.
    /// If the result is nil, nothing is sent.
    public func released<Event: Sendable>(send event: @escaping @Sendable (Int) -> Event?) -> AnyEventSource<Event> {
        events(touched: false, event)
    }

    /// Sends `event` each time that a key is released, and if it is touched when the chip stops answering.
    ///
    /// - Parameter key: The number of the electrode, from 0 to 11.
    public func released<Event: Sendable>(_ key: Int, send event: Event) -> AnyEventSource<Event> {
        released { $0 == key ? event : nil }
    }

    private func events<Event: Sendable>(
        touched: Bool, _ event: @escaping @Sendable (Int) -> Event?
    ) -> AnyEventSource<Event> {
        AnyEventSource { [listeners] consumer in
            listeners.add { key, isTouched in
                if isTouched == touched, let event = event(key) { consumer(event) }
            }
        }
    }

    /// Handles a reading, live or of a replayed session: the keys that are touched, `none`, or `absent` for no chip.
    public func receive(_ reading: String) {
        let (old, new) = (keysDown, MPR121.keys(reading) ?? [])
        guard new != old else { return }
        keysDown = new
        observer.changed()
        for key in old where !new.contains(key) { listeners.notify((key, false)) }
        for key in new where !old.contains(key) { listeners.notify((key, true)) }
    }

    /// Stops reading. Call on the queue, last; a second call has no effect.
    public func close() {
        do throws(BusError) { try port.close() } catch { observer.didFail(error) }
        listeners.removeAll()
    }
}

extension TouchKeys: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: ChipSettings {
        public static let models = [ChipModel("mpr121", .i2c(0x5a))]
        public var chip = ChipReference.unknown
        public var interval = Duration.milliseconds(20)
        public var touch = 15
        public var release = 10

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                .chip(\.chip, "the chip"), .interval(\.interval),
                Setting(
                    "touch", \.touch, .number(1...255, example: 15),
                    "the steps of the converter from the resting value that are a touch; fewer are more sensitive"
                ),
                Setting(
                    "release", \.release, .number(0...254, example: 10),
                    "the steps of the converter below which a touch ends"),
            ]
        }

        public var conflict: String? { release < touch ? nil : "release must be less than touch, which is \(touch)" }
    }

    public static var kind: DeviceKind { DeviceKind("touch-keys", section: "touch-keys", title: "set of touch keys") }

    public static func entityForm(of settings: Settings) -> EntityForm? { .text }

    public static func controls(of settings: Settings) -> [Control] {
        var control = Control(.enter(.bus(settings.chip.address), examples: ["0", "1", "none"]), keys: [nil])
        control.texts = "the touched keys from 0 to 11, or none"
        // The chip may just have been set up.
        control.settling = settings.interval * 2 + MPR121.start
        return [control]
    }

    public var features: [Feature] { [Feature(isInput: true)] }

    /// The keys that are touched now, separated by spaces.
    public func value(of feature: Int) -> Feature.Value {
        .text(keysDown.map { "\($0)" }.joined(separator: " "))
    }
}

/// The protocol of an MPR121. Registers and values are those of its data sheet (Freescale MPR121 Rev. 4, 02/2013, table 2 and
/// chapter 5) and of the application note AN3944 (MPR121 Quick Start Guide).
///
/// `@unchecked Sendable`: used on the bus's thread only.
private final class MPR121: @unchecked Sendable {
    /// Baseline tracking that begins at the first value, and all twelve electrodes (ECR).
    static let running: UInt8 = 0x8c
    /// The time after the set-up until the chip is read, in which it finds the charges and measures several times.
    static let start = Duration.milliseconds(50)
    /// The value of the register 0x5d after a reset, by which the chip is recognised.
    static let afterReset: UInt8 = 0x24

    private enum Phase {
        case off, isReset, isRunning
    }

    private let address: BusAddress
    private let setUp: [[UInt8]]
    private var phase = Phase.off

    init(_ settings: TouchKeys.Settings) {
        address = settings.chip.address
        let thresholds = [UInt8(settings.touch), UInt8(settings.release)]
        setUp = [
            // The filters of the baseline: rising, falling, touched (AN3944)
            [0x2b, 1, 1, 0, 0, 1, 1, 0xff, 2, 0, 0, 0],
            [0x41] + [[UInt8]](repeating: thresholds, count: 12).joined(),
            // A change is accepted when it is seen twice, every 8 ms: 4 samples, 2 ms apart.
            [0x5b, 0x11, 0x10, 0x21],
            // The chip finds the charge of each electrode. The limits are those of 3.3 V: (VDD - 0.7 V) / VDD * 256, and 65 %
            // and 90 % of it (equations 1 to 3).
            [0x7b, 0x0b, 0, 201, 131, 181],
            [0x5e, Self.running],
        ]
    }

    /// Makes the next transfers. A chip that has lost its power, or has stopped because of an overcurrent, does not run.
    func turn(with device: any BusDevice) throws(BusError) -> BusPoll.Turn {
        switch phase {
        case .off:
            try device.write([0x80, 0x63])
            phase = .isReset
            return .wait(.milliseconds(1))
        case .isReset:
            guard try device.transfer([0x5d], reading: 1) == [Self.afterReset] else { throw .noAnswer(address) }
            for transfer in setUp { try device.write(transfer) }
            phase = .isRunning
            return .wait(Self.start)
        case .isRunning:
            guard try device.transfer([0x5e], reading: 1) == [Self.running] else { throw .noAnswer(address) }
            return .reading(try keys(device))
        }
    }

    private func keys(_ device: any BusDevice) throws(BusError) -> String {
        let status = try device.transfer([0x00], reading: 2)
        let bits = Int(status[0]) | Int(status[1] & 0x0f) << 8
        let keys = (0..<12).filter { bits >> $0 & 1 == 1 }.map { "\($0)" }
        return keys.isEmpty ? "none" : keys.joined(separator: " ")
    }

    /// Begins anew, with a chip that may have lost its power.
    func restart() { phase = .off }

    /// Returns the keys of a reading, in ascending order; nil if it is no reading of a chip.
    static func keys(_ reading: String) -> [Int]? {
        guard reading != "none" else { return [] }
        let words = reading.split(separator: " ")
        let keys = Set(words.compactMap { Int($0) }.filter { (0..<12).contains($0) })
        return keys.isEmpty || keys.count < words.count ? nil : keys.sorted()
    }
}

/// The MPR121 of a simulated board. A user enters the keys that are touched, such as `3` or `0 4`, or `none`.
final class SimulatedMPR121: SimulatedTwin {
    private let state = Mutex((registers: SimulatedMPR121.afterReset, touched: [Int]()))

    private static var afterReset: [UInt8] {
        var registers = [UInt8](repeating: 0, count: 256)
        (registers[0x5c], registers[0x5d]) = (0x10, MPR121.afterReset)
        return registers
    }

    func transfer(_ written: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
        guard let first = written.first.map(Int.init) else { return [] }
        return state.withLock { state in
            for (place, value) in zip(first..., written.dropFirst()) where place < 256 {
                let isRunning = state.registers[0x5e] != 0
                if place == 0x80, value == 0x63 {
                    state.registers = Self.afterReset
                } else if place == 0x5e || !isRunning {
                    // Other registers can be written only while the chip is stopped.
                    state.registers[place] = value
                }
            }
            let keys = state.registers[0x5e] == MPR121.running ? state.touched : []
            let bits = keys.reduce(0) { $0 | 1 << $1 }
            state.registers.replaceSubrange(0...1, with: [UInt8(bits & 0xff), UInt8(bits >> 8)])
            return Array(state.registers[first..<min(first + count, 256)])
        }
    }

    func operate(_ text: String, channel: Int) -> Bool {
        guard let keys = MPR121.keys(text) else { return false }
        state.withLock { $0.touched = keys }
        return true
    }

    func losePower() { state.withLock { $0.registers = Self.afterReset } }
}
