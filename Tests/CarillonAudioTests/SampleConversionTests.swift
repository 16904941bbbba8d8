import Testing

@testable import CarillonAudio

@Suite struct SampleConversionTests {
    @Test func halvesAreRoundedToTheNearestStep() {
        let samples: [Float] = [0.4, 0.6, -0.4, -0.6, 1.5, 2.5].map { $0 / 32_768 }
        #expect(samples.withUnsafeBufferPointer { int16s($0) } == [0, 1, 0, -1, 2, 2])
    }

    @Test func whatIsNotANumberOrTooLargeDoesNotTrap() {
        let samples: [Float] = [.infinity, -.infinity, 1, -1, 1e30]
        #expect(samples.withUnsafeBufferPointer { int16s($0) } == [32_767, -32_768, 32_767, -32_768, 32_767])
        let all: [Float] = samples + [.nan]
        all.withUnsafeBufferPointer { input in
            var wide = [Int32](repeating: 0, count: 6)
            SampleConversion.convert(input, to: &wide)
            #expect(wide.prefix(4) == [2_147_483_520, .min, 2_147_483_520, .min])
            var floats = [Float](repeating: 0, count: 6)
            SampleConversion.convert(input, to: &floats)
            #expect(floats.allSatisfy { abs($0) <= 1 })
            _ = int16s(input)
        }
    }

    @Test func sixteenBitsAreTheUpperHalfOfThirtyTwo() {
        let samples: [Float] = [1, -32_768, 32_767, 0].map { $0 / 32_768 }
        var wide = [Int32](repeating: 7, count: 4)
        samples.withUnsafeBufferPointer { SampleConversion.convert($0, to: &wide) }
        #expect(wide == [1 << 16, .min, 32_767 << 16, 0])
    }
}
