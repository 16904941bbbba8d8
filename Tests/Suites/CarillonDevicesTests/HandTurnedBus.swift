import CarillonGPIO
import CarillonScheduling
import MobiusCore
import Synchronization

/// A bus whose transfers take place when the test calls `turn`.
final class HandTurnedBus: BusDevice, Scheduler {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var written: [[UInt8]] = []
        var error: BusError?
        var isClosed = false
    }

    let address = BusAddress.i2c(bus: "i2c-1", address: 0x3c)
    private let state = Mutex(State())

    /// The bytes written, in order.
    var written: [[UInt8]] { state.withLock { $0.written } }
    /// The number of requests that wait for the bus.
    var waiting: Int { state.withLock { $0.waiting.count } }
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Makes each later transfer fail; nil ends that.
    func fail(_ error: BusError?) { state.withLock { $0.error = error } }

    /// Performs the waiting requests.
    func turn() {
        while let work = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) { work() }
    }

    /// Performs the request that has waited longest.
    func turnOnce() { state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() })?() }

    // MARK: The device

    var bus: any Scheduler { self }

    func transfer(_ bytes: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
        if let error = state.withLock({ $0.error }) { throw error }
        state.withLock { $0.written.append(bytes) }
        return Array(repeating: 7, count: count)
    }

    func close() { state.withLock { $0.isClosed = true } }

    // MARK: Its queue

    /// Always false: the bus has a thread of its own, which is the test's.
    var isCurrent: Bool { false }
    func async(_ work: @escaping @Sendable () -> Void) { state.withLock { $0.waiting.append(work) } }
    func sync(_ work: () -> Void) { work() }

    // MARK: Its time, which stands still

    var now: Duration { .zero }
    func schedule(at time: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable & Sendable {
        async(work)
        return Nothing()
    }
    func every(
        _ period: Duration, startingAt start: Duration?, _ work: @escaping @Sendable (TimerTick) -> Void
    ) -> any Disposable & Sendable { Nothing() }

    private final class Nothing: Disposable, Sendable {
        func dispose() {}
    }
}
