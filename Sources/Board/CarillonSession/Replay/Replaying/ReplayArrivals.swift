import CarillonScheduling
import Dispatch

/// The work that the program's other threads send during a replay. It waits for its place in the session.
///
/// Work of different effects may arrive in another order than in the recording, so each effect has its own row.
final class ReplayArrivals: Sendable {
    /// The ways in which work reaches a queue.
    enum Kind: Hashable {
        case call, work
        case event(loop: Int)
    }

    private struct Row: Hashable {
        let kind: Kind
        let run: Int
    }

    private struct Arrival {
        /// The place among all arrivals.
        let number: Int
        let work: @Sendable () -> Void
    }

    private struct State {
        var waiting: [Row: FIFO<Arrival>] = [:]
        var count = 0
        /// For each row, the number of items that the session has provided itself.
        var surplus: [Row: Int] = [:]
        var timers: [Int: [ReplayTimer]] = [:]
        var isClosed = false
    }

    private let state = Locked(State())
    private let arrived = DispatchSemaphore(value: 0)

    /// Adds work. May be called from any thread.
    ///
    /// - Returns: False if the session is over; the work then belongs to the base queue.
    func add(_ kind: Kind, run: Int, _ work: @escaping @Sendable () -> Void) -> Bool {
        let row = Row(kind: kind, run: run)
        let isTaken = state.withLock { state in
            if let surplus = state.surplus[row] {
                state.surplus[row] = surplus == 1 ? nil : surplus - 1
                return true
            }
            guard !state.isClosed else { return false }
            state.count += 1
            state.waiting[row, default: FIFO()].append(Arrival(number: state.count, work: work))
            return true
        }
        arrived.signal()
        return isTaken
    }

    /// Adds a timer that another thread has scheduled. May be called from any thread.
    func add(_ timer: ReplayTimer, run: Int) -> Bool {
        let isTaken = state.withLock { state in
            if !state.isClosed { state.timers[run, default: []].append(timer) }
            return !state.isClosed
        }
        arrived.signal()
        return isTaken
    }

    /// Removes the oldest work of a row. Waits for it, in real time.
    func take(_ kind: Kind, run: Int, within limit: Duration) -> (@Sendable () -> Void)? {
        let row = Row(kind: kind, run: run)
        return wait(limit) { state in state.waiting[row]?.popFirst()?.work }
    }

    /// Returns the `number`th timer of an effect. Waits for it, in real time.
    func timer(_ number: Int, run: Int, within limit: Duration) -> ReplayTimer? {
        wait(limit) { state in
            guard let timers = state.timers[run], timers.indices.contains(number - 1) else { return nil }
            return timers[number - 1]
        }
    }

    /// Drops the oldest work of a row, now or when it arrives, because the session has provided it.
    func drop(_ kind: Kind, run: Int) {
        let row = Row(kind: kind, run: run)
        let dropped: (@Sendable () -> Void)? = state.withLock { state in
            if let arrival = state.waiting[row]?.popFirst() { return arrival.work }
            state.surplus[row, default: 0] += 1
            return nil
        }
        // Released outside the lock.
        _ = dropped
    }

    /// Ends the waiting.
    ///
    /// - Returns: The work and the timers that have not been used, in the order of the effects. The work of an effect is in the
    ///   order in which it arrived.
    func close() -> (work: [@Sendable () -> Void], timers: [ReplayTimer]) {
        state.withLock { state in
            state.isClosed = true
            var rest: [(run: Int, arrival: Arrival)] = []
            for (row, arrivals) in state.waiting {
                var arrivals = arrivals
                while let arrival = arrivals.popFirst() { rest.append((row.run, arrival)) }
            }
            rest.sort { ($0.run, $0.arrival.number) < ($1.run, $1.arrival.number) }
            let timers = state.timers.sorted { $0.key < $1.key }.flatMap(\.value).filter { !$0.isDisposed }
            (state.waiting, state.timers) = ([:], [:])
            return (rest.map(\.arrival.work), timers)
        }
    }

    private func wait<Item>(_ limit: Duration, _ take: (inout State) -> Item?) -> Item? {
        let end = DispatchTime.now() + .nanoseconds(Int(limit.wholeNanoseconds))
        while true {
            if let item = state.withLock(take) { return item }
            guard arrived.wait(timeout: end) == .success else { return nil }
        }
    }
}
