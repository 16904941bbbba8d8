/// Turns samples of full scale 1 into what devices and files take. What exceeds full scale is held there.
enum SampleConversion {
    /// To 16 bits, to the nearest step, so that what came from 16 bits goes back to the same.
    ///
    /// - Precondition: `output` has as many elements as `input`, or more.
    static func convert(_ input: UnsafeBufferPointer<Float>, to output: UnsafeMutablePointer<Int16>) {
        // Adding 1.5 * 2^23 leaves no bits for a fraction: the sum is rounded to the nearest, and its low bits are the
        // integer. Unlike `rounded()`, which is a call on x86-64, this is done for several samples at once.
        let shift: Float = 12_582_912
        for index in 0..<input.count {
            let scaled = clamped(input[index] * 32_768, to: -32_768, 32_767)
            output[index] = Int16(truncatingIfNeeded: Int32(bitPattern: (scaled + shift).bitPattern))
        }
    }

    /// To 32 bits, of which a 32-bit float fills the upper 24.
    ///
    /// - Precondition: `output` has as many elements as `input`, or more.
    static func convert(_ input: UnsafeBufferPointer<Float>, to output: UnsafeMutablePointer<Int32>) {
        for index in 0..<input.count {
            // The greatest float below 2^31.
            output[index] = Int32(clamped(input[index] * 2_147_483_648, to: -2_147_483_648, 2_147_483_520))
        }
    }

    /// To floats that are between -1 and 1.
    ///
    /// - Precondition: `output` has as many elements as `input`, or more.
    static func convert(_ input: UnsafeBufferPointer<Float>, to output: UnsafeMutablePointer<Float>) {
        for index in 0..<input.count { output[index] = clamped(input[index], to: -1, 1) }
    }

    /// Unlike `min` and `max`, these choose the bound if `value` is not a number.
    @inline(__always)
    private static func clamped(_ value: Float, to low: Float, _ high: Float) -> Float {
        Float.maximum(low, Float.minimum(value, high))
    }
}
