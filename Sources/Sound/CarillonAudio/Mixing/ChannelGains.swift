/// The factors for the samples of a frame, one for each channel.
struct ChannelGains: Equatable {
    /// The first channel of two or more.
    var left: Float
    /// The second channel.
    var right: Float
    /// All further channels, and the only channel of mono.
    var other: Float

    func gain(ofChannel channel: Int, of channels: Int) -> Float {
        if channels == 1 || channel > 1 { return other }
        return channel == 0 ? left : right
    }

    /// Returns the factors for a vector of samples that starts with a whole frame.
    fileprivate func lanes(channels: Int) -> SIMD8<Float> {
        var lanes = SIMD8<Float>(repeating: other)
        guard channels > 1 else { return lanes }
        for lane in stride(from: 0, to: 8, by: channels) {
            lanes[lane] = left
            lanes[lane + 1] = right
        }
        return lanes
    }

    static let silent = ChannelGains(left: 0, right: 0, other: 0)
}

/// Adds samples to a mix, with gains that change linearly.
///
/// Eight samples are added at once where a vector of eight is a whole number of frames: with 1, 2, 4 and 8 channels.
/// With constant gains of 1 the samples are added bit-exact.
///
/// - Parameters:
///   - samples: `frames` frames, interleaved.
///   - mix: The same number of frames, interleaved.
///   - first: The gains of the first frame.
///   - end: The gains of the frame after the last one.
func addSamples(
    _ samples: UnsafePointer<Float>, to mix: UnsafeMutablePointer<Float>, frames: Int, channels: Int,
    from first: ChannelGains, to end: ChannelGains
) {
    if first == .silent, end == .silent { return }
    let isRamped = first != end
    let step = ChannelGains(
        left: isRamped ? (end.left - first.left) / Float(frames) : 0,
        right: isRamped ? (end.right - first.right) / Float(frames) : 0,
        other: isRamped ? (end.other - first.other) / Float(frames) : 0)
    let vectors = 8 % channels == 0 ? frames * channels / 8 : 0
    if vectors > 0 {
        let framesAtOnce = 8 / channels
        var frame = SIMD8<Float>()
        for lane in 0..<8 { frame[lane] = Float(lane / channels) }
        let steps = step.lanes(channels: channels)
        var gains = first.lanes(channels: channels) + frame * steps
        let stride = steps * Float(framesAtOnce)
        // No fused multiply-add: without its instruction, which baseline x86-64 lacks, it is a function call.
        for vector in 0..<vectors {
            let source = UnsafeRawPointer(samples + vector * 8).loadUnaligned(as: SIMD8<Float>.self)
            let target = UnsafeMutableRawPointer(mix + vector * 8)
            let sum = target.loadUnaligned(as: SIMD8<Float>.self) + source * gains
            target.storeBytes(of: sum, as: SIMD8<Float>.self)
            gains += stride
        }
    }
    for frame in (vectors * 8 / channels)..<frames {
        for channel in 0..<channels {
            let gain =
                first.gain(ofChannel: channel, of: channels)
                + Float(frame) * step.gain(ofChannel: channel, of: channels)
            mix[frame * channels + channel] += samples[frame * channels + channel] * gain
        }
    }
}
