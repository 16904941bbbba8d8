/// A factor that changes linearly from one value to another, frame by frame. A sudden change would be heard as a click.
package struct Ramp: Equatable {
    /// The value at the next frame.
    package private(set) var value: Float
    /// The value at the end of the ramp.
    private(set) var target: Float
    /// The number of frames to the target.
    private(set) var framesLeft = 0

    package init(_ value: Float) {
        self.value = value
        target = value
    }

    /// Returns a ramp from silence to full gain, over `frames` frames.
    package static func rising(over frames: Int) -> Ramp {
        var ramp = Ramp(0)
        ramp.move(to: 1, over: frames)
        return ramp
    }

    package var isMoving: Bool { framesLeft > 0 }

    /// Starts a ramp from the current value.
    ///
    /// - Parameter frames: The length of the ramp. 0 or less sets the value at once.
    mutating func move(to target: Float, over frames: Int) {
        self.target = target
        framesLeft = value == target ? 0 : max(frames, 0)
        if framesLeft == 0 { value = target }
    }

    /// Advances the ramp by `frames` frames.
    package mutating func advance(by frames: Int) {
        guard framesLeft > 0 else { return }
        if frames < framesLeft {
            value += (target - value) * (Float(frames) / Float(framesLeft))
            framesLeft -= frames
        } else {
            value = target
            framesLeft = 0
        }
    }
}
