import CarillonAudio

/// A conversion of frames from a sound's channels to an output's channels.
///
/// Mono is copied to every channel, and to mono goes the mean of all channels. Otherwise each channel keeps its index:
/// channels that the output lacks are dropped, channels that the sound lacks are silent.
package struct ChannelMap: Equatable {
    /// The number of channels of the sound.
    package let source: Int
    /// The number of channels of the output.
    package let destination: Int

    package init(source: Int, destination: Int) { (self.source, self.destination) = (source, destination) }

    /// Maps all frames of `input`.
    ///
    /// - Precondition: `output` has room for as many frames.
    package func map(_ input: UnsafeBufferPointer<Float>, into output: UnsafeMutableBufferPointer<Float>) {
        if source == destination {
            _ = output.update(fromContentsOf: input)
            return
        }
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
