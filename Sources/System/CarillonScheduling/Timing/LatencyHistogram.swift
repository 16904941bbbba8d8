import CSystem
import Synchronization

/// A histogram of durations, in fixed memory.
///
/// It uses the scheme of Gil Tene's HdrHistogram. Up to 256 ns, each nanosecond has its own count. Above that, each range
/// from a time to twice that time is divided into 128 equal parts. Therefore values from 1 ns to 18 minutes have an error
/// of at most 0.8 percent. Longer times count as 18 minutes, except in `minimum` and `maximum`, which are exact.
///
/// Recording takes a constant time, and neither allocates nor locks. Any thread may record and read. A thread that reads while
/// another one records may see only some of the last values.
///
/// `@unchecked Sendable`: the memory behind the pointer is atomic.
public final class LatencyHistogram: @unchecked Sendable {
    /// A range of times, and the number of recorded times in it.
    public struct Bucket: Equatable, Sendable {
        /// The range of times, in whole nanoseconds. Both bounds are included.
        public let range: ClosedRange<Duration>
        /// The number of recorded times in `range`: 1 or more.
        public let count: Int
    }

    private enum Scale {
        /// The number of parts of a doubling, as a power of two.
        static let precision = 7
        static let parts = 1 << precision
        /// Times below 2^top ns are counted unchanged.
        static let top = 40
        /// The longest time that is counted unchanged.
        static let most = 1 << top - 1
        static let size = (top - precision + 1) * parts

        static func index(of nanoseconds: Int) -> Int {
            let value = min(nanoseconds, most)
            let shift = max(0, Int.bitWidth - 1 - value.leadingZeroBitCount - precision)
            return shift * parts + value >> shift
        }

        static func values(at index: Int) -> ClosedRange<Int> {
            let shift = max(0, index / parts - 1)
            let first = (index - shift * parts) << shift
            return first...first + (1 << shift) - 1
        }
    }

    private let counts: UnsafeMutablePointer<Atomic<Int>>
    private let total = Atomic(0)
    private let sum = Atomic(0)
    private let least = Atomic(Int.max)
    private let most = Atomic(0)

    /// Creates an empty histogram, which takes 35 KB.
    public init() {
        counts = .allocate(capacity: Scale.size)
        for index in 0..<Scale.size { (counts + index).initialize(to: Atomic(0)) }
    }

    deinit {
        counts.deinitialize(count: Scale.size)
        counts.deallocate()
    }

    /// Records a time.
    ///
    /// - Parameter time: Negative values count as zero.
    public func record(_ time: Duration) { record(nanoseconds: time.wholeNanoseconds) }

    /// Records a time.
    ///
    /// - Parameter nanoseconds: Negative values count as zero.
    package func record(nanoseconds: Int64) {
        let value = max(0, Int(nanoseconds))
        counts[Scale.index(of: value)].add(1, ordering: .relaxed)
        sum.add(min(value, Scale.most), ordering: .relaxed)
        least.min(value, ordering: .relaxed)
        most.max(value, ordering: .relaxed)
        total.add(1, ordering: .relaxed)
    }

    /// The number of recorded times.
    public var count: Int { total.load(ordering: .relaxed) }

    /// The shortest recorded time, exact; nil if there is none.
    public var minimum: Duration? { count == 0 ? nil : .nanoseconds(least.load(ordering: .relaxed)) }

    /// The longest recorded time, exact; nil if there is none.
    public var maximum: Duration? { count == 0 ? nil : .nanoseconds(most.load(ordering: .relaxed)) }

    /// The mean of the recorded times; nil if there is none.
    public var mean: Duration? { count == 0 ? nil : .nanoseconds(sum.load(ordering: .relaxed) / count) }

    /// Returns the time that `percentile` percent of the recorded times do not exceed; nil if no time has been recorded.
    ///
    /// - Parameter percentile: 0 to 100. Values outside of this range are clamped.
    public func value(atPercentile percentile: Double) -> Duration? {
        let total = count
        guard total > 0 else { return nil }
        let share = min(max(percentile.isNaN ? 0 : percentile, 0), 100) / 100
        let wanted = max(1, Int((share * Double(total)).rounded(.up)))
        let most = most.load(ordering: .relaxed)
        var seen = 0
        for index in 0..<Scale.size {
            seen += counts[index].load(ordering: .relaxed)
            if seen >= wanted { return .nanoseconds(min(Scale.values(at: index).upperBound, most)) }
        }
        return .nanoseconds(most)
    }

    /// The buckets that are not empty, the shortest time first.
    public var buckets: [Bucket] {
        (0..<Scale.size).compactMap { index in
            let count = counts[index].load(ordering: .relaxed)
            guard count > 0 else { return nil }
            let values = Scale.values(at: index)
            return Bucket(range: .nanoseconds(values.lowerBound) ... .nanoseconds(values.upperBound), count: count)
        }
    }

    /// Adds the counts of `other`.
    public func add(_ other: LatencyHistogram) {
        for index in 0..<Scale.size {
            let count = other.counts[index].load(ordering: .relaxed)
            if count > 0 { counts[index].add(count, ordering: .relaxed) }
        }
        sum.add(other.sum.load(ordering: .relaxed), ordering: .relaxed)
        least.min(other.least.load(ordering: .relaxed), ordering: .relaxed)
        most.max(other.most.load(ordering: .relaxed), ordering: .relaxed)
        total.add(other.total.load(ordering: .relaxed), ordering: .relaxed)
    }

    /// Removes all recorded times.
    public func reset() {
        for index in 0..<Scale.size { counts[index].store(0, ordering: .relaxed) }
        sum.store(0, ordering: .relaxed)
        least.store(.max, ordering: .relaxed)
        most.store(0, ordering: .relaxed)
        total.store(0, ordering: .relaxed)
    }
}

extension LatencyHistogram {
    /// Runs `body`, and records its duration, measured with the kernel's `CLOCK_MONOTONIC`.
    ///
    /// - Throws: The error of `body`, whose duration is also recorded.
    public func measure<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let start = crt_now()
        defer { record(nanoseconds: crt_now() - start) }
        return try body()
    }
}
