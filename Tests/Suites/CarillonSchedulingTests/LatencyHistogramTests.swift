import CarillonScheduling
import Dispatch
import Testing

@Suite struct LatencyHistogramTests {
    private let histogram = LatencyHistogram()

    @Test func timesOfCenturiesAreCountedAsTheLongest() {
        let histogram = LatencyHistogram()
        for _ in 1...3 { histogram.record(.seconds(Int64.max)) }
        #expect(histogram.count == 3)
        #expect(histogram.maximum == .nanoseconds(Int64.max))
        #expect(histogram.mean == .nanoseconds(1 << 40 - 1))
    }

    @Test func emptyOneHasNothingToSay() {
        #expect(histogram.count == 0)
        #expect(histogram.value(atPercentile: 50) == nil)
        #expect(histogram.minimum == nil)
        #expect(histogram.maximum == nil)
        #expect(histogram.mean == nil)
        #expect(histogram.buckets.isEmpty)
    }

    @Test(arguments: [0, 1, 255, 256, 257, 1_000, 65_535, 1_000_000, 123_456_789, 60_000_000_000, 1 << 40 - 1])
    func timeIsKnownToWithinAPercent(nanoseconds: Int) {
        histogram.record(.nanoseconds(nanoseconds))
        histogram.record(.seconds(2_000))
        let range = histogram.buckets[0].range
        #expect(range.contains(.nanoseconds(nanoseconds)))
        #expect(range.upperBound - range.lowerBound <= .nanoseconds(nanoseconds / 128))
    }

    @Test func neighbouringBucketsLeaveNoGap() {
        for nanoseconds in 0..<100_000 { histogram.record(.nanoseconds(nanoseconds)) }
        let buckets = histogram.buckets
        #expect(buckets.map(\.count).reduce(0, +) == 100_000)
        for (bucket, next) in zip(buckets, buckets.dropFirst()) {
            #expect(bucket.range.upperBound + .nanoseconds(1) == next.range.lowerBound)
        }
    }

    @Test func percentilesOfKnownTimes() {
        for microseconds in 1...1_000 { histogram.record(.microseconds(microseconds)) }
        #expect(histogram.count == 1_000)
        for (percentile, expected) in [(50.0, 500), (90, 900), (99, 990), (99.9, 999), (100, 1_000)] {
            let value = histogram.value(atPercentile: percentile)!
            #expect(value >= .microseconds(expected))
            #expect(value <= .microseconds(expected) * 1.01)
        }
        #expect(histogram.value(atPercentile: 0)! <= .nanoseconds(1_010))
        #expect(histogram.value(atPercentile: 1_000) == histogram.maximum)
        #expect(histogram.minimum == .microseconds(1))
        #expect(histogram.maximum == .microseconds(1_000))
        #expect(histogram.mean == .nanoseconds(500_500))
    }

    @Test func valuesOutOfRangeAreCountedAtTheEnds() {
        histogram.record(.seconds(-1))
        histogram.record(.seconds(1_000_000_000))
        #expect(histogram.count == 2)
        #expect(histogram.minimum == .zero)
        #expect(histogram.maximum == .seconds(1_000_000_000))
    }

    @Test func severalCanBeAddedAndForgotten() {
        let other = LatencyHistogram()
        histogram.record(.microseconds(1))
        other.record(.microseconds(3))
        histogram.add(other)
        #expect(histogram.count == 2)
        #expect(histogram.mean == .microseconds(2))
        histogram.reset()
        #expect(histogram.count == 0)
        #expect(histogram.buckets.isEmpty)
    }

    @Test func severalThreadsMayRecord() {
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for _ in 0..<10_000 { histogram.record(.microseconds(thread)) }
        }
        #expect(histogram.buckets.map(\.count) == [10_000, 10_000, 10_000, 10_000])
    }
}
