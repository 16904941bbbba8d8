import CarillonScheduling

/// A player of a pattern, which decides the brightness at a given time and the time of the next change.
struct PatternPlayer {
    /// A brightness, and the time until which it lasts.
    struct Moment: Equatable {
        let brightness: Brightness
        /// The time of the next change; nil if there is none.
        let end: Duration?
    }

    /// The interval between the steps of a fade: one frame of the dimmer. They are at the beginnings of frames, so that the
    /// fades of many lines need no moments of their own, and no frame has parts of two brightnesses.
    static let fadeStep = BitPlanes.frame

    let pattern: Pattern
    private let peak: Brightness
    /// The brightness at which a ramp begins.
    private let initial: Brightness
    private let start: Duration

    /// - Parameters:
    ///   - pattern: The pattern to play.
    ///   - peak: The brightness for the pattern's full brightness.
    ///   - initial: The brightness of the output before the start.
    ///   - start: The start time.
    init(_ pattern: Pattern, peak: Brightness = .full, from initial: Brightness = .dark, at start: Duration) {
        self.pattern = pattern
        self.peak = peak
        self.initial = initial
        self.start = start
    }

    /// Returns the state at `time`, which must not be before the start.
    func moment(at time: Duration) -> Moment {
        if case .steady(let brightness) = pattern.form {
            return Moment(brightness: brightness.dimmed(to: peak), end: nil)
        }
        if case .ramp(let target, let duration) = pattern.form {
            return ramp(to: target.dimmed(to: peak), over: duration, at: time)
        }
        let elapsed = (time - start).wholeNanoseconds
        let length = length
        let round = elapsed / length
        if let times = pattern.times, round >= times { return Moment(brightness: .dark, end: nil) }
        let (brightness, end) = moment(at: elapsed - round * length, ofFrame: time.wholeNanoseconds % Self.fadeStep)
        return Moment(brightness: brightness.dimmed(to: peak), end: start + .nanoseconds(round * length + end))
    }

    /// The time at which a finite pattern is over; nil for a pattern without an end, for one that changes no more, and for one
    /// that ends after the largest time of a clock, in 292 years.
    var over: Duration? {
        guard let times = pattern.times else { return nil }
        let (duration, isTooLong) = length.multipliedReportingOverflow(by: Int64(times))
        let (over, isTooLate) = start.wholeNanoseconds.addingReportingOverflow(duration)
        return isTooLong || isTooLate ? nil : .nanoseconds(over)
    }

    /// The length of one repetition, in nanoseconds.
    private var length: Int64 {
        switch pattern.form {
        case .steady: .max
        case .ramp(_, let duration): duration
        case .blink(let on, let off): on + off
        case .fade(let rise, let fall): rise + fall
        case .steps(let steps, let each): Int64(steps.count) * each
        case .blinkWithFades(let on, let off, let fadeIn, let fadeOut): fadeIn + on + fadeOut + off
        }
    }

    /// Returns the brightness at `place` within a repetition, and the place where it ends, in nanoseconds.
    ///
    /// - Parameter passed: The part of the dimmer's frame that has passed then.
    private func moment(at place: Int64, ofFrame passed: Int64) -> (Brightness, end: Int64) {
        switch pattern.form {
        case .steady(let brightness), .ramp(let brightness, _): return (brightness, .max)
        case .blink(let on, _):
            return place < on ? (.full, on) : (.dark, length)
        case .fade(let rise, let fall):
            if place < rise { return Self.rise(to: place, of: rise, until: length, ofFrame: passed) }
            let (brightness, end) = Self.fall(to: place - rise, of: fall, until: fall, ofFrame: passed)
            return (brightness, rise + end)
        case .steps(let steps, let each):
            let step = place / each
            return (steps[Int(step)], (step + 1) * each)
        case .blinkWithFades(let on, _, let fadeIn, let fadeOut):
            let (full, fall) = (fadeIn, fadeIn + on)
            if place < full { return Self.rise(to: place, of: fadeIn, until: full, ofFrame: passed) }
            if place < fall { return (.full, fall) }
            let dark = fall + fadeOut
            if place >= dark { return (.dark, length) }
            let (brightness, end) = Self.fall(to: place - fall, of: fadeOut, until: fadeOut, ofFrame: passed)
            return (brightness, fall + end)
        }
    }

    private static func rise(
        to place: Int64, of duration: Int64, until end: Int64, ofFrame passed: Int64
    ) -> (Brightness, end: Int64) {
        let frame = place - passed
        return (brightness(atHeight: Double(max(frame, 0)) / Double(duration)), min(frame + fadeStep, end))
    }

    private static func fall(
        to place: Int64, of duration: Int64, until end: Int64, ofFrame passed: Int64
    ) -> (Brightness, end: Int64) {
        let frame = place - passed
        return (brightness(atHeight: 1 - Double(max(frame, 0)) / Double(duration)), min(frame + fadeStep, end))
    }

    /// Returns the state within a ramp. It lasts until the frame with the next step, so that an hour takes 255 moments.
    private func ramp(to target: Brightness, over duration: Int64, at time: Duration) -> Moment {
        let place = (time - start).wholeNanoseconds
        guard place < duration else { return Moment(brightness: target, end: nil) }
        let (from, to) = (initial.share.squareRoot(), target.share.squareRoot())
        guard from != to else { return Moment(brightness: target, end: start + .nanoseconds(duration)) }
        let frame = place - time.wholeNanoseconds % Self.fadeStep
        let brightness = Self.brightness(
            atHeight: from + (to - from) * Double(max(frame, 0)) / Double(duration))
        let edge = max((Double(brightness.level) + (to > from ? 0.5 : -0.5)) / 255, 0).squareRoot()
        let change = Int64((edge - from) / (to - from) * Double(duration))
        let frames = max((change - frame + Self.fadeStep - 1) / Self.fadeStep, 1)
        return Moment(brightness: brightness, end: start + .nanoseconds(min(frame + frames * Self.fadeStep, duration)))
    }

    /// A quarter of the light looks half as bright (Stevens' power law, exponent 0.5).
    private static func brightness(atHeight height: Double) -> Brightness { Brightness(height * height) }
}
