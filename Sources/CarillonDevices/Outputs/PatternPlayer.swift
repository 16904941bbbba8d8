import CarillonScheduling

/// A player of a pattern, which decides the brightness at a given time and the time of the next change.
struct PatternPlayer {
    /// A brightness, and the time until which it lasts.
    struct Moment: Equatable {
        let brightness: Brightness
        /// The time of the next change; nil if there is none.
        let end: Duration?
    }

    /// The interval between the steps of a fade: one frame of the dimmer.
    static let fadeStep = BitPlanes.frame

    let pattern: Pattern
    private let peak: Brightness
    private let start: Duration

    /// - Parameters:
    ///   - pattern: The pattern to play.
    ///   - peak: The brightness for the pattern's full brightness.
    ///   - start: The start time.
    init(_ pattern: Pattern, peak: Brightness = .full, at start: Duration) {
        self.pattern = pattern
        self.peak = peak
        self.start = start
    }

    /// Returns the state at `time`, which must not be before the start.
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

    /// The length of one repetition, in nanoseconds.
    private var length: Int64 {
        switch pattern.form {
        case .steady: .max
        case .blink(let on, let off): on + off
        case .fade(let rise, let fall): rise + fall
        case .steps(let steps, let each): Int64(steps.count) * each
        case .blinkWithFades(let on, let off, let fadeIn, let fadeOut): fadeIn + on + fadeOut + off
        }
    }

    /// Returns the brightness at `place` within a repetition, and the place where it ends, in nanoseconds.
    private func moment(at place: Int64) -> (Brightness, end: Int64) {
        switch pattern.form {
        case .steady(let brightness): return (brightness, .max)
        case .blink(let on, _):
            return place < on ? (.full, on) : (.dark, length)
        case .fade(let rise, let fall):
            if place < rise { return Self.rise(to: place, of: rise, until: length) }
            let (brightness, end) = Self.fall(to: place - rise, of: fall, until: fall)
            return (brightness, rise + end)
        case .steps(let steps, let each):
            let step = place / each
            return (steps[Int(step)], (step + 1) * each)
        case .blinkWithFades(let on, _, let fadeIn, let fadeOut):
            let (full, fall) = (fadeIn, fadeIn + on)
            if place < full { return Self.rise(to: place, of: fadeIn, until: full) }
            if place < fall { return (.full, fall) }
            let dark = fall + fadeOut
            if place >= dark { return (.dark, length) }
            let (brightness, end) = Self.fall(to: place - fall, of: fadeOut, until: fadeOut)
            return (brightness, fall + end)
        }
    }

    private static func rise(to place: Int64, of duration: Int64, until end: Int64) -> (Brightness, end: Int64) {
        (brightness(atHeight: Double(place) / Double(duration)), min(place + fadeStep, end))
    }

    private static func fall(to place: Int64, of duration: Int64, until end: Int64) -> (Brightness, end: Int64) {
        (brightness(atHeight: 1 - Double(place) / Double(duration)), min(place + fadeStep, end))
    }

    /// A quarter of the light looks half as bright (Stevens' power law, exponent 0.5).
    private static func brightness(atHeight height: Double) -> Brightness { Brightness(height * height) }
}
