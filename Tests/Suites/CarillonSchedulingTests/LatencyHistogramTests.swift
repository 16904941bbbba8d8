import CarillonScheduling
import Dispatch
import TestSupport
import Testing

@Suite struct LatencyHistogramTests {
    private let histogram = LatencyHistogram()

    @Test(arguments: [0, 1, 255, 256, 257, 1_000, 65_535, 1_000_000, 123_456_789, 60_000_000_000, 1 << 40 - 1])
    func timeIsRecordedWithinOnePercent(nanoseconds: Int) {
        histogram.record(.nanoseconds(nanoseconds))
        histogram.record(.seconds(2_000))
        let range = histogram.buckets[0].range
        #expect(range.contains(.nanoseconds(nanoseconds)))
        #expect(range.upperBound - range.lowerBound <= .nanoseconds(nanoseconds / 128))
    }

    @Test func neighbouringBucketsLeaveNoGap() {
        for nanoseconds in 0..<100_000 { histogram.record(.nanoseconds(nanoseconds)) }
        let buckets = histogram.buckets
        expectEqual(buckets.map(\.count).reduce(0, +), 100_000)
        for (bucket, next) in zip(buckets, buckets.dropFirst()) {
            expectEqual(bucket.range.upperBound + .nanoseconds(1), next.range.lowerBound)
        }
    }

    @Test func percentilesOfKnownTimesAreCorrect() {
        for microseconds in 1...1_000 { histogram.record(.microseconds(microseconds)) }
        expectEqual(histogram.count, 1_000)
        for (percentile, expected) in [(50.0, 500), (90, 900), (99, 990), (99.9, 999), (100, 1_000)] {
            let value = histogram.value(atPercentile: percentile)!
            #expect(value >= .microseconds(expected))
            #expect(value <= .microseconds(expected) * 1.01)
        }
        #expect(histogram.value(atPercentile: 0)! <= .nanoseconds(1_010))
        expectEqual(histogram.value(atPercentile: 1_000), histogram.maximum)
        expectEqual(histogram.minimum, .microseconds(1))
        expectEqual(histogram.maximum, .microseconds(1_000))
        expectEqual(histogram.mean, .nanoseconds(500_500))
    }

    @Test func outOfRangeValuesAreCountedAtTheEnds() {
        histogram.record(.seconds(-1))
        histogram.record(.seconds(1_000_000_000))
        expectEqual(histogram.count, 2)
        expectEqual(histogram.minimum, .zero)
        expectEqual(histogram.maximum, .seconds(1_000_000_000))
        let ofCenturies = LatencyHistogram()
        for _ in 1...3 { ofCenturies.record(.seconds(Int64.max)) }
        expectEqual(ofCenturies.count, 3)
        expectEqual(ofCenturies.maximum, .nanoseconds(Int64.max))
        expectEqual(ofCenturies.mean, .nanoseconds(1 << 40 - 1))
    }

    @Test func histogramsAreAddedAndReset() {
        expectNothing()
        let other = LatencyHistogram()
        histogram.record(.microseconds(1))
        other.record(.microseconds(3))
        histogram.add(other)
        expectEqual(histogram.count, 2)
        expectEqual(histogram.mean, .microseconds(2))
        histogram.reset()
        expectNothing()
    }

    private func expectNothing(sourceLocation: SourceLocation = #_sourceLocation) {
        expectEqual(histogram.count, 0, sourceLocation: sourceLocation)
        expectEqual(
            [histogram.value(atPercentile: 50), histogram.minimum, histogram.maximum, histogram.mean],
            [nil, nil, nil, nil], sourceLocation: sourceLocation)
        expectEqual(histogram.buckets.count, 0, sourceLocation: sourceLocation)
    }

    @Test func severalThreadsMayRecordTimes() {
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for _ in 0..<10_000 { histogram.record(.microseconds(thread)) }
        }
        expectEqual(histogram.buckets.map(\.count), [10_000, 10_000, 10_000, 10_000])
    }
}
