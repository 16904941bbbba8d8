import CarillonAudio

/// Brings frames from a sound's channels to those of an output.
///
/// Mono goes to every channel as it is, and to mono goes the mean of all channels; otherwise each channel goes to its own
/// place: what the output lacks is left out, what the sound lacks is silent.
struct ChannelMap: Equatable {
    /// How many channels the sound has.
    let source: Int
    /// How many channels the output has.
    let destination: Int

    /// Maps as many frames as `input` has.
    ///
    /// - Precondition: `output` has room for as many frames.
    func map(_ input: UnsafeBufferPointer<Float>, into output: UnsafeMutableBufferPointer<Float>) {
        for frame in 0..<(input.count / source) {
            let from = frame * source
            let to = frame * destination
            if source == 1 {
                for channel in 0..<destination { output[to + channel] = input[from] }
            } else if destination == 1 {
                var sum: Float = 0
                for channel in 0..<source { sum += input[from + channel] }
                output[to] = sum / Float(source)
            } else {
                for channel in 0..<destination { output[to + channel] = channel < source ? input[from + channel] : 0 }
            }
        }
    }
}
