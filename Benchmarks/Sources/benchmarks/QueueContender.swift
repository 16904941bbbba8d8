import CQueueLoad
import CarillonRealTime
import Dispatch
import Foundation
import Synchronization

/// The work that the load's thread sends to a queue, through a C function.
private final class Sending: Sendable {
    private let send: @Sendable () -> Void

    init(_ send: @escaping @Sendable () -> Void) {
        self.send = send
    }

    func run(_ load: Load, _ kind: LatencySamples.Kind, seconds: Double, gap: Int64) {
        let context = Unmanaged.passUnretained(self)
        load_run(
            load.pointer, seconds, gap, Int32(kind.rawValue),
            { context in Unmanaged<Sending>.fromOpaque(context!).takeUnretainedValue().send() },
            context.toOpaque())
    }
}

/// Unchecked Sendable: CQueueLoad documents the thread of each function.
private final class Load: @unchecked Sendable {
    let pointer = load_new()!
    deinit { load_free(pointer) }

    func arrived(_ kind: LatencySamples.Kind) { load_arrived(pointer, Int32(kind.rawValue)) }
    var samples: LatencySamples { LatencySamples(of: pointer) }
}

// In nanoseconds; the same values as in queue-floor.
private let period = 1_000_000
private let wakeUpGap: Int64 = 40_000
private let floodedGap: Int64 = 1_000_000

/// Floods a queue with empty work from four threads of ordinary priority while `body` runs.
private func flooding(_ push: @escaping @Sendable () -> Void, during body: () -> Void) {
    let isOver = Flag()
    let group = DispatchGroup()
    for _ in 0..<4 {
        group.enter()
        let thread = Thread {
            while !isOver.isSet {
                for _ in 0..<64 { push() }
                usleep(20)
            }
            group.leave()
        }
        thread.start()
    }
    body()
    isOver.set()
    group.wait()
}

private final class Flag: Sendable {
    private let flag = Atomic(false)
    var isSet: Bool { flag.load(ordering: .relaxed) }
    func set() { flag.store(true, ordering: .relaxed) }
}

/// Returns the time of an item when two threads call `push`, until all items have run.
private func nanosecondsAnItem(_ items: Int, push: @escaping @Sendable (_ item: @escaping @Sendable () -> Void) -> Void)
    -> Double
{
    ItemsRun.count.store(0, ordering: .relaxed)
    // It captures nothing, as the item of the C queue is a function and a pointer. It counts without an atomic
    // exchange, because an exchange would take longer than the queue, and items run one at a time.
    let item: @Sendable () -> Void = {
        ItemsRun.count.store(ItemsRun.count.load(ordering: .relaxed) + 1, ordering: .relaxed)
    }
    let start = load_now()
    for _ in 0..<2 { Thread { for _ in 0..<items / 2 { push(item) } }.start() }
    while ItemsRun.count.load(ordering: .relaxed) < items { usleep(20) }
    return Double(load_now() - start) / Double(items)
}

private enum ItemsRun {
    static let count = Atomic(0)
}

/// The queue of CarillonRealTime.
enum RealTimeContender {
    static func wakeUps(by kind: LatencySamples.Kind, seconds: Double) throws -> LatencySamples {
        let queue = try RealTimeQueue(name: "contender")
        let load = Load()
        let descriptor = load_eventfd()
        let hop: @Sendable () -> Void = { load.arrived(.hop) }
        _ = try queue.watch(descriptor: descriptor) {
            load.arrived(.descriptor)
            _ = load_read(descriptor)
        }
        Sending {
            kind == .hop ? queue.async(hop) : load_signal(descriptor)
        }.run(load, kind, seconds: seconds, gap: wakeUpGap)
        queue.stop()
        close(descriptor)
        return load.samples
    }

    static func ticks(seconds: Double) throws -> LatencySamples {
        let queue = try RealTimeQueue(name: "contender")
        let load = Load()
        _ = queue.every(.nanoseconds(period)) { tick in
            let (seconds, attoseconds) = tick.time.components
            load_ticked(
                load.pointer, seconds * 1_000_000_000 + attoseconds / 1_000_000_000, Int64(period),
                UInt64(tick.missed))
        }
        Thread.sleep(forTimeInterval: seconds)
        queue.stop()
        return load.samples
    }

    static func flooded(seconds: Double) throws -> LatencySamples {
        let queue = try RealTimeQueue(name: "contender", capacity: 65_536)
        let load = Load()
        let hop: @Sendable () -> Void = { load.arrived(.hop) }
        let nothing: @Sendable () -> Void = {}
        flooding {
            queue.async(nothing)
        } during: {
            Sending { queue.async(hop) }.run(load, .hop, seconds: seconds, gap: floodedGap)
        }
        queue.stop()
        return load.samples
    }

    static func throughput(items: Int) throws -> Double {
        let queue = try RealTimeQueue(name: "contender", capacity: 65_536)
        defer { queue.stop() }
        return nanosecondsAnItem(items) { item in queue.async(item) }
    }
}

/// The queue of libdispatch, with its highest quality of service.
enum DispatchContender {
    private static var queue: DispatchQueue { DispatchQueue(label: "contender", qos: .userInteractive) }

    static func wakeUps(by kind: LatencySamples.Kind, seconds: Double) -> LatencySamples {
        let queue = Self.queue
        let load = Load()
        let descriptor = load_eventfd()
        let hop: @Sendable () -> Void = { load.arrived(.hop) }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
            load.arrived(.descriptor)
            _ = load_read(descriptor)
        }
        let closed = DispatchSemaphore(value: 0)
        source.setCancelHandler {
            close(descriptor)
            closed.signal()
        }
        source.resume()
        Sending {
            kind == .hop ? queue.async(execute: hop) : load_signal(descriptor)
        }.run(load, kind, seconds: seconds, gap: wakeUpGap)
        source.cancel()
        closed.wait()
        queue.sync {}
        return load.samples
    }

    static func ticks(seconds: Double) -> LatencySamples {
        let queue = Self.queue
        let load = Load()
        let first = load_now() + 10_000_000
        let ticks = Ticks(first: first)
        let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
        timer.schedule(
            deadline: DispatchTime(uptimeNanoseconds: UInt64(first)), repeating: .nanoseconds(period),
            leeway: .nanoseconds(0))
        timer.setEventHandler { ticks.come(Int(timer.data), to: load) }
        timer.resume()
        Thread.sleep(forTimeInterval: seconds)
        timer.cancel()
        queue.sync {}
        return load.samples
    }

    /// Unchecked Sendable: used on the queue only.
    private final class Ticks: @unchecked Sendable {
        private var next: Int64

        init(first: Int64) {
            next = first
        }

        func come(_ count: Int, to load: Load) {
            guard count > 0 else { return }
            next += Int64(count * period)
            load_ticked(load.pointer, next - Int64(period), Int64(period), UInt64(count - 1))
        }
    }

    static func flooded(seconds: Double) -> LatencySamples {
        let queue = Self.queue
        let load = Load()
        let hop: @Sendable () -> Void = { load.arrived(.hop) }
        let nothing: @Sendable () -> Void = {}
        flooding {
            queue.async(execute: nothing)
        } during: {
            Sending { queue.async(execute: hop) }.run(load, .hop, seconds: seconds, gap: floodedGap)
        }
        queue.sync {}
        return load.samples
    }

    static func throughput(items: Int) -> Double {
        let queue = Self.queue
        return nanosecondsAnItem(items) { item in queue.async(execute: item) }
    }
}
