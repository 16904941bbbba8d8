import AudioTestSupport
import TestSupport
import Testing

@testable import CarillonAudio

@Suite struct SampleConversionTests {
    @Test func samplesAreRoundedToTheNearestStepAndHalvesToAnEvenOne() {
        let samples: [Float] = [0.4, 0.6, -0.4, -0.6, 1.5, 2.5].map { $0 / 32_768 }
        expectEqual(samples.withUnsafeBufferPointer { int16s($0) }, [0, 1, 0, -1, 2, 2])
    }

    @Test func nonNumbersAndLargeSamplesAreFullScale() {
        let samples: [Float] = [.infinity, -.infinity, 1, -1, 1e30, .nan]
        samples.withUnsafeBufferPointer { input in
            var wide = [Int32](repeating: 7, count: 6)
            SampleConversion.convert(input, to: &wide)
            expectEqual(wide, [2_147_483_520, .min, 2_147_483_520, .min, 2_147_483_520, 2_147_483_520])
            var floats = [Float](repeating: 7, count: 6)
            SampleConversion.convert(input, to: &floats)
            expectEqual(floats, [1, -1, 1, -1, 1, 1])
            expectEqual(int16s(input), [32_767, -32_768, 32_767, -32_768, 32_767, 32_767])
        }
    }

    @Test func sixteenBitsAreTheUpperHalfOfThirtyTwo() {
        let samples: [Float] = [1, -32_768, 32_767, 0].map { $0 / 32_768 }
        var wide = [Int32](repeating: 7, count: 4)
        samples.withUnsafeBufferPointer { SampleConversion.convert($0, to: &wide) }
        expectEqual(wide, [1 << 16, .min, 32_767 << 16, 0])
    }
}

@Suite struct SampleFormatTests {
    @Test(arguments: SampleFormat.allCases)
    func formatKeepsSixteenBitsAndClampsLoudSamplesToFullScale(format: SampleFormat) {
        let values: [Int16] = [0, 1, -1, 12_345, -12_345, 32_767, -32_768]
        let samples = values.map { Float($0) / 32_768 } + [3, -3]
        var bytes = [UInt8](repeating: 0, count: samples.count * format.bytes)
        samples.withUnsafeBufferPointer { samples in
            bytes.withUnsafeMutableBytes { format.convert(samples, to: $0.baseAddress!) }
        }
        let found = samples.indices.map { decoded(bytes[($0 * format.bytes)...].prefix(format.bytes), format) }
        expectEqual(found, values + [32_767, -32_768])
    }

    /// Returns the upper 16 bits.
    private func decoded(_ bytes: ArraySlice<UInt8>, _ format: SampleFormat) -> Int16 {
        let bits = bytes.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        switch format {
        case .s16: return Int16(truncatingIfNeeded: bits)
        case .s24, .s24Packed: return Int16(truncatingIfNeeded: bits >> 8)
        case .s32: return Int16(truncatingIfNeeded: bits >> 16)
        case .float: return Int16(min(Float(bitPattern: bits) * 32_768, 32_767))
        }
    }
}
