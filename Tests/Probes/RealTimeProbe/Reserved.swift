import CSystem
import CarillonRealTime
import Dispatch
import Glibc

/// Reserves a processor for a queue, starts a thread on it while another one ends, and checks the processors of threads
/// that the program has pinned itself.
func probeReserved() throws {
    var all = crt_cpus()
    crt_affinity(0, &all)
    let cpus = (0..<1024).filter { crt_cpus_contain(&all, $0) }
    let (first, reserved) = (cpus.first!, cpus.last!)
    let pinned = [first, reserved].map { cpu in
        let thread = PlainThread()
        var wish = crt_cpus()
        crt_cpus_insert(&wish, cpu)
        crt_set_affinity(thread.number, &wish)
        return (thread: thread, wish: wish)
    }
    let ending = PlainThread()
    let queue = try RealTimeQueue(
        name: "reserving", configuration: RealTimeConfiguration(priority: 0, cpu: Int(reserved)), onDenial: { _ in })
    turn(queue)
    nonisolated(unsafe) var started: PlainThread!
    queue.sync {
        ending.end()
        started = PlainThread()
    }
    // Each turn of the queue checks one of the threads.
    for _ in 0..<50 { turn(queue) }
    print("processors", cpus.count)
    var processors = started.processors
    print("left-on-reserved", crt_cpus_contain(&processors, reserved) ? 1 : 0)
    print("pinned-elsewhere-moved", pinned[0].thread.runs(on: pinned[0].wish) ? 0 : 1)
    queue.stop()
    print("given-back", started.runs(on: all) ? 1 : 0)
    print("wishes-kept", pinned.count { $0.thread.runs(on: $0.wish) })
    for thread in pinned.map(\.thread) + [started!] { thread.end() }
}

/// Waits for a later turn of the queue. At its end, a turn moves the new threads.
private func turn(_ queue: RealTimeQueue) {
    let hasTurned = DispatchSemaphore(value: 0)
    _ = queue.schedule(at: .zero) { hasTurned.signal() }
    hasTurned.wait()
}

/// An ordinary thread that waits until `end`.
///
/// Unchecked Sendable: `number` is set before the initializer returns.
private final class PlainThread: @unchecked Sendable {
    private(set) var number: Int32 = 0
    private var thread = pthread_t()
    private let hasBegun = DispatchSemaphore(value: 0)
    private let mayEnd = DispatchSemaphore(value: 0)

    init() {
        pthread_create(
            &thread, nil,
            { context in
                let thread = Unmanaged<PlainThread>.fromOpaque(context!).takeUnretainedValue()
                thread.number = crt_tid()
                thread.hasBegun.signal()
                thread.mayEnd.wait()
                return nil
            }, Unmanaged.passUnretained(self).toOpaque())
        hasBegun.wait()
    }

    var processors: crt_cpus {
        var processors = crt_cpus()
        crt_affinity(number, &processors)
        return processors
    }

    func runs(on wanted: crt_cpus) -> Bool {
        var processors = processors
        return crt_cpus_equal(&processors, wanted)
    }

    func end() {
        mayEnd.signal()
        pthread_join(thread, nil)
    }
}
