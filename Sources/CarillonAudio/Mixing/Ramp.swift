/// A factor that gets from one value to another in a straight line, frame by frame: what jumps is heard as a click.
package struct Ramp: Equatable {
    /// The value at the next frame.
    package private(set) var value: Float
    /// The value that it moves to, or stays at.
    private(set) var target: Float
    /// How many frames it is to the target.
    private(set) var framesLeft = 0

    package init(_ value: Float) {
        self.value = value
        target = value
    }

    /// From silence to full, over `frames` frames.
    package static func rising(over frames: Int) -> Ramp {
        var ramp = Ramp(0)
        ramp.move(to: 1, over: frames)
        return ramp
    }

    package var isMoving: Bool { framesLeft > 0 }

    /// Moves on from where it is.
    ///
    /// - Parameter frames: 0 or less jumps.
    mutating func move(to target: Float, over frames: Int) {
        self.target = target
        framesLeft = value == target ? 0 : max(frames, 0)
        if framesLeft == 0 { value = target }
    }

    /// Lets `frames` frames pass.
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
