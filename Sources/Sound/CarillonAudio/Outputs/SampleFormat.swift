/// The format of a sample in a device or a file. The mixer's samples, of full scale 1, are converted to it.
///
/// Values beyond full scale are clamped. Samples of a 16-bit source keep their exact values in every format.
public enum SampleFormat: CaseIterable, Sendable {
    /// Signed integers of 16 bits.
    case s16
    /// Signed integers of 32 bits.
    case s32
    /// Signed integers of 24 bits in the lower bytes of 32.
    case s24
    /// Signed integers of 24 bits in three bytes, the lowest first.
    case s24Packed
    /// 32-bit floating point, full scale 1.
    case float

    /// The size of a sample in bytes.
    public var bytes: Int {
        switch self {
        case .s16: 2
        case .s24Packed: 3
        case .s32, .s24, .float: 4
        }
    }

    /// Converts samples to this format.
    ///
    /// - Parameters:
    ///   - samples: The samples of the mix, full scale 1.
    ///   - output: Memory for the same number of samples in this format.
    public func convert(_ samples: UnsafeBufferPointer<Float>, to output: UnsafeMutableRawPointer) {
        switch self {
        case .s16: SampleConversion.convert(samples, to: output.assumingMemoryBound(to: Int16.self))
        case .s32: SampleConversion.convert(samples, to: output.assumingMemoryBound(to: Int32.self))
        case .s24: SampleConversion.convertTo24(samples, to: output.assumingMemoryBound(to: Int32.self))
        case .s24Packed: SampleConversion.convertToPacked24(samples, to: output.assumingMemoryBound(to: UInt8.self))
        case .float: SampleConversion.convert(samples, to: output.assumingMemoryBound(to: Float.self))
        }
    }
}

/// The conversions to each format. The output must have room for all input samples.
package enum SampleConversion {
    /// Converts to 16 bits, rounding to the nearest step.
    package static func convert(_ input: UnsafeBufferPointer<Float>, to output: UnsafeMutablePointer<Int16>) {
        // Adding 1.5 * 2^23 leaves no bits for a fraction: the sum is rounded to the nearest integer, which is in its
        // low bits. Unlike `rounded()`, which is a function call on x86-64, this is vectorised.
        let shift: Float = 12_582_912
        for index in 0..<input.count {
            let scaled = clamped(input[index] * 32_768, to: -32_768, 32_767)
            output[index] = Int16(truncatingIfNeeded: Int32(bitPattern: (scaled + shift).bitPattern))
        }
    }

    /// Converts to 32 bits, of which a 32-bit float fills the upper 24.
    static func convert(_ input: UnsafeBufferPointer<Float>, to output: UnsafeMutablePointer<Int32>) {
        for index in 0..<input.count {
            // The upper bound is the greatest float below 2^31.
            output[index] = Int32(clamped(input[index] * 2_147_483_648, to: -2_147_483_648, 2_147_483_520))
        }
    }

    /// Converts to 24 bits in the lower bytes of 32.
    static func convertTo24(_ input: UnsafeBufferPointer<Float>, to output: UnsafeMutablePointer<Int32>) {
        for index in 0..<input.count { output[index] = in24Bits(input[index]) }
    }

    /// Converts to 24 bits in three bytes, the lowest first.
    static func convertToPacked24(_ input: UnsafeBufferPointer<Float>, to output: UnsafeMutablePointer<UInt8>) {
        for index in 0..<input.count {
            let value = in24Bits(input[index])
            output[index * 3] = UInt8(truncatingIfNeeded: value)
            output[index * 3 + 1] = UInt8(truncatingIfNeeded: value >> 8)
            output[index * 3 + 2] = UInt8(truncatingIfNeeded: value >> 16)
        }
    }

    /// Converts to floats between -1 and 1.
    static func convert(_ input: UnsafeBufferPointer<Float>, to output: UnsafeMutablePointer<Float>) {
        for index in 0..<input.count { output[index] = clamped(input[index], to: -1, 1) }
    }

    @inline(__always)
    private static func in24Bits(_ sample: Float) -> Int32 {
        let scaled = clamped(sample * 8_388_608, to: -8_388_608, 8_388_607)
        return Int32(scaled + (scaled < 0 ? -0.5 : 0.5))
    }

    /// Clamps `value`. Unlike `min` and `max`, the functions used here return the bound if `value` is not a number.
    @inline(__always)
    private static func clamped(_ value: Float, to low: Float, _ high: Float) -> Float {
        Float.maximum(low, Float.minimum(value, high))
    }
}
