import CarillonGPIO
import CarillonScheduling
import Synchronization

@testable import CarillonDevices

/// Four outputs that record their levels.
struct OutputDevices {
    static let names = ["GPIO5", "GPIO6", "GPIO13", "GPIO19"]

    let time = VirtualTime()
    let lines = RecordingLines()
    let bank: OutputBank
    let features: BoardFeatures
    private let memory: Memory

    private final class Memory: Sendable {
        let changes = Mutex<[DeviceChange]>([])
        let failures = Mutex(0)
    }

    init() {
        let memory = Memory()
        self.memory = memory
        features = BoardFeatures(on: time)
        _ = features.observeVisible { change in memory.changes.withLock { $0.append(change) } }
        bank = OutputBank(
            lines: lines, count: Self.names.count, queue: time,
            observer: DeviceObserver { _ in memory.failures.withLock { $0 += 1 } })
    }

    /// The observer of the device that is added next.
    var observer: DeviceObserver { features.observer { [memory] _ in memory.failures.withLock { $0 += 1 } } }

    /// Adds a device that has the `observer`.
    func add<Kind: Device>(_ device: Kind, isPart: Bool = false) -> Kind {
        features.add(device, isPart: isPart)
        return device
    }

    var changes: [DeviceChange] { memory.changes.withLock { $0 } }
    var failures: Int { memory.failures.withLock { $0 } }

    /// The levels of all outputs, the last one first.
    var levels: String { String(Self.names.reversed().map { level(of: $0) == .active ? "-" : "_" }) }

    func level(of name: String) -> Level {
        lines.levels >> Self.names.firstIndex(of: name)! & 1 == 1 ? .active : .inactive
    }

    /// Returns the level of an output over time: `-` active, `_` inactive, one character per `step`.
    func draw(_ name: String, for count: Int, each step: Duration) -> String {
        String(
            (0..<count).map { _ in
                defer { time.advance(by: step) }
                return level(of: name) == .active ? "-" : "_"
            })
    }

    func led(_ name: String, isPart: Bool = false) throws -> LED {
        add(LED(name: name, output: bank.output(Self.names.firstIndex(of: name)!), observer: observer), isPart: isPart)
    }

    func display() throws -> NumberDisplay {
        let leds = try Self.names.map { try led($0, isPart: true) }
        return add(NumberDisplay(name: "count", leds: leds, bank: bank, observer: observer))
    }
}

/// `@unchecked Sendable`: a test uses it on its own thread.
final class RecordingLines: OutputLines, @unchecked Sendable {
    private(set) var calls: [UInt64] = []
    private(set) var isClosed = false
    /// The number of times that `set` has thrown `error`.
    private(set) var refusals = 0
    var error: GPIOError?
    var levels: UInt64 { calls.last ?? 0 }

    func set(_ levels: UInt64) throws(GPIOError) {
        if let error {
            refusals += 1
            throw error
        }
        calls.append(levels)
    }

    func close() throws(GPIOError) {
        isClosed = true
        if let error { throw error }
    }
}

/// `@unchecked Sendable`: a test uses it on its own thread.
final class RecordingPWM: PWMOutput, @unchecked Sendable {
    let period = Duration.milliseconds(1)
    private(set) var dutyCycles: [Duration] = []
    private(set) var isClosed = false
    var error: GPIOError?

    func set(dutyCycle: Duration) throws(GPIOError) {
        if let error { throw error }
        dutyCycles.append(dutyCycle)
    }

    func close() throws(GPIOError) {
        isClosed = true
        if let error { throw error }
    }
}
