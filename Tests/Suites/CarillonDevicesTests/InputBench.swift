import CarillonGPIO
import CarillonScheduling
import MobiusCore
import Synchronization

@testable import CarillonDevices

/// Inputs on a simulated chip, in virtual time, and a log of the events that they send.
struct InputBench {
    let time = VirtualTime()
    let chip: SimulatedChip
    let observer: DeviceObserver
    private let memory: Memory

    private final class Memory: Sendable {
        let log = Mutex<[String]>([])
        let failures = Mutex<[String]>([])
    }

    init() {
        let memory = Memory()
        self.memory = memory
        chip = SimulatedChip(lineNames: ["GPIO2", "GPIO3", "GPIO4"], time: time)
        observer = DeviceObserver(didFail: { error in
            memory.failures.withLock { $0.append("\(error)") }
        })
    }

    /// The events sent so far.
    var log: [String] { memory.log.withLock { $0 } }
    /// The failures that the devices have reported.
    var failures: [String] { memory.failures.withLock { $0 } }

    func input(_ name: String) throws -> any InputLine { try chip.requestInput(name, settings: InputSettings()) }

    @discardableResult
    func follow(_ source: AnyEventSource<String>) -> any Disposable {
        source.subscribe { [memory] event in memory.log.withLock { $0.append(event) } }
    }

    /// Adds an entry to the log.
    func note(_ entry: String) { memory.log.withLock { $0.append(entry) } }

    /// Drives a line, one character per millisecond: `-` active, `_` inactive, `?` inactive after an edge that is lost.
    func play(_ levels: String, on name: String = "GPIO2") throws {
        for character in levels {
            try chip.drive(name, character == "-" ? .active : .inactive, isLost: character == "?")
            time.advance(by: .milliseconds(1))
        }
    }
}
