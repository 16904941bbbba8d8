import CarillonRealTime
import Dispatch
import Glibc
import Synchronization

/// The measured latencies of one operation.
struct Latency {
    let name: String
    let times: LatencyHistogram
}

/// A measurement of a queue, with a second queue that sends it work.
struct LatencyMeasurement {
    private static let period = Duration.milliseconds(1)

    private let configuration: RealTimeConfiguration
    private let queue: RealTimeQueue
    private let sender: RealTimeQueue

    /// - Throws: `RealTimeError` if the system refuses what is required, or has no thread left.
    init(_ configuration: RealTimeConfiguration) throws(RealTimeError) {
        self.configuration = configuration
        queue = try RealTimeQueue(name: "latency", configuration: configuration)
        // Below the priority of the measured queue, so that it does not delay that queue.
        sender = try RealTimeQueue(name: "latency-sender", priority: queue.grantedPriority - 1)
    }

    /// The granted privileges and the kernel, in words.
    var conditions: String {
        let isPinned = !queue.denials.contains { if case .cpu = $0 { true } else { false } }
        return Self.conditions(
            priority: queue.grantedPriority, cpu: isPinned ? configuration.cpu : nil, kernel: .running)
    }

    static func conditions(priority: Int32, cpu: Int?, kernel: Kernel) -> String {
        [
            priority > 0 ? "real-time priority \(priority)" : "ordinary priority",
            cpu.map { "processor \($0)" } ?? "any processor",
            kernel.isRealTime ? "real-time kernel (PREEMPT_RT)" : nil,
        ].compactMap(\.self).joined(separator: ", ")
    }

    /// Measures for `duration`, or until a termination signal.
    func run(for duration: Duration) throws -> [Latency] {
        let tick = Latency(name: "tick", times: LatencyHistogram())
        let hop = Latency(name: "hop", times: LatencyHistogram())
        let descriptor = Latency(name: "descriptor", times: LatencyHistogram())
        let isOver = DispatchSemaphore(value: 0)
        let signals = try TerminationSignals()
        let pipe = try ProcessPipe()

        let start = queue.now + Self.period
        _ = queue.every(Self.period, startingAt: start) { [queue] in tick.times.record(queue.now - $0.time) }
        sendWork(to: hop.times, from: start + Self.period / 4)
        try sendBytes(through: pipe, to: descriptor.times, from: start + Self.period / 2)
        _ = queue.schedule(at: start + duration) { isOver.signal() }
        _ = try signals.watch(on: queue) { isOver.signal() }

        isOver.wait()
        sender.stop()
        queue.stop()
        withExtendedLifetime(pipe) {}
        return [tick, hop, descriptor]
    }

    private func sendWork(to times: LatencyHistogram, from start: Duration) {
        let sent = Sent()
        let work: @Sendable () -> Void = { [queue] in times.record(queue.now - sent.time) }
        _ = sender.every(Self.period, startingAt: start) { [queue] _ in
            sent.time = queue.now
            _ = queue.tryAsync(work)
        }
    }

    private func sendBytes(through pipe: ProcessPipe, to times: LatencyHistogram, from start: Duration) throws {
        let sent = Sent()
        let (output, input) = (pipe.readingEnd, pipe.writingEnd)
        _ = try queue.watch(descriptor: output) { [queue] in
            times.record(queue.now - sent.time)
            var bytes: UInt64 = 0
            _ = Glibc.read(output, &bytes, 8)
        }
        _ = sender.every(Self.period, startingAt: start) { [queue] _ in
            sent.time = queue.now
            var byte: UInt8 = 0
            _ = Glibc.write(input, &byte, 1)
        }
    }
}

/// The time of the last sending.
private final class Sent: Sendable {
    private let nanoseconds = Atomic<Int64>(0)

    var time: Duration {
        get { .nanoseconds(nanoseconds.load(ordering: .acquiring)) }
        set { nanoseconds.store(Int64(newValue.wholeNanoseconds), ordering: .releasing) }
    }
}
