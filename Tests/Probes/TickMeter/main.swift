import CSystem
import CarillonRealTime
import Dispatch
import Glibc

// Measures how late a real-time queue is, for `Tests/VirtualMachine/test-ticks` and the benchmarks.
//
//     TickMeter ticks COUNT PRIORITY    prints the lateness of each tick in nanoseconds, a line each
//     TickMeter compute PRIORITY        computes for 2 ms of every 5.3 ms, as the thread of a microphone may, until it is
//                                       killed
//
// A tick is due each 997 us, so that the ticks meet the kernel's own, of 250 Hz, and the computing at all their phases.

let arguments = Array(CommandLine.arguments.dropFirst())
let numbers = arguments.dropFirst().compactMap { Int32($0) }
switch (arguments.first, numbers.count) {
case ("ticks", 2): try printTicks(count: Int(numbers[0]), priority: numbers[1])
case ("compute", 1): try compute(priority: numbers[0])
default: exit(2)
}

func printTicks(count: Int, priority: Int32) throws {
    let period: Int64 = 997_000
    // The first ticks touch memory that the queue and the kernel have not used before.
    let first = 20
    let samples = UnsafeMutableBufferPointer<Int64>.allocate(capacity: first + count)
    samples.initialize(repeating: 0)
    let done = DispatchSemaphore(value: 0)
    let queue = try RealTimeQueue(
        name: "ticks",
        configuration: RealTimeConfiguration(priority: priority, locksMemory: true, privilege: .required))
    // Used on the queue only, and on this thread after its end.
    nonisolated(unsafe) let all = samples
    nonisolated(unsafe) var index = 0
    _ = queue.every(.nanoseconds(period)) { tick in
        let now = crt_now()
        let (seconds, attoseconds) = tick.time.components
        let late = now - seconds * 1_000_000_000 - attoseconds / 1_000_000_000
        // A tick that was left out was late, too.
        for missed in stride(from: tick.missed, through: 0, by: -1) where index < all.count {
            all[index] = late + Int64(missed) * period
            index += 1
        }
        if index == all.count { done.signal() }
    }
    done.wait()
    queue.stop()
    for sample in samples[first...] { print(sample) }
}

func compute(priority: Int32) throws {
    let thread = try RealTimeThread(name: "computing", priority: priority) {
        var next = crt_now()
        while true {
            let end = crt_now() + 2_000_000
            while crt_now() < end {}
            next += 5_317_000
            crt_sleep_microseconds((next - crt_now()) / 1000)
        }
    }
    thread.join()
}
