import CarillonScheduling

/// Plays a pattern: decides how bright it is at a time, and when to look again.
struct PatternPlayer {
    /// What to show, and until when.
    struct Moment: Equatable {
        let brightness: Brightness
        /// When it is another; nil if never.
        let end: Duration?
    }

    /// A fade is looked at so often: with every frame of the dimmer.
    static let fadeStep = BitPlanes.frame

    let pattern: Pattern
    private let peak: Brightness
    private let start: Duration

    /// - Parameters:
    ///   - pattern: What to play.
    ///   - peak: How bright the pattern's on is.
    ///   - start: When it begins.
    init(_ pattern: Pattern, peak: Brightness = .full, at start: Duration) {
        self.pattern = pattern
        self.peak = peak
        self.start = start
    }

    /// What is shown at `time`, which is not before the start.
    func moment(at time: Duration) -> Moment {
        if case .steady(let brightness) = pattern.form {
            return Moment(brightness: brightness.dimmed(to: peak), end: nil)
        }
        let elapsed = (time - start).wholeNanoseconds
        let length = length
        let round = elapsed / length
        if let times = pattern.times, round >= times { return Moment(brightness: .dark, end: nil) }
        let (brightness, end) = moment(at: elapsed - round * length)
        return Moment(brightness: brightness.dimmed(to: peak), end: start + .nanoseconds(round * length + end))
    }

    /// How long it takes once.
    private var length: Int64 {
        switch pattern.form {
        case .steady: .max
        case .blink(let on, let off): on + off
        case .fade(let rise, let fall): rise + fall
        case .steps(let steps, let each): Int64(steps.count) * each
        }
    }

    /// What is shown at `place` in a round, and up to which place.
    private func moment(at place: Int64) -> (Brightness, end: Int64) {
        switch pattern.form {
        case .steady(let brightness): return (brightness, .max)
        case .blink(let on, _):
            return place < on ? (.full, on) : (.dark, length)
        case .fade(let rise, let fall):
            let height = place < rise ? Double(place) / Double(rise) : 1 - Double(place - rise) / Double(fall)
            // Light of a quarter of the strength looks half as bright (Stevens' power law, exponent 0.5).
            return (Brightness(height * height), min(place + Self.fadeStep, length))
        case .steps(let steps, let each):
            let step = place / each
            return (steps[Int(step)], (step + 1) * each)
        }
    }
}
