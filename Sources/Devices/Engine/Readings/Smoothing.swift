/// A low-pass filter of the first order: a number that follows its inputs with a time constant.
///
/// One time constant after a step of the input, the number has moved by a half (with a single input in that time) to two
/// thirds of the step (with many). The first input is taken as it is.
struct Smoothing {
    /// Zero passes on each input.
    let timeConstant: Duration
    private var state: (number: Double, time: Duration)?

    init(_ timeConstant: Duration) { self.timeConstant = timeConstant }

    /// Takes an input and returns the smoothed number.
    mutating func take(_ input: Double, at time: Duration) -> Double {
        guard let (old, then) = state, timeConstant > .zero else {
            state = (input, time)
            return input
        }
        let elapsed = time - then
        // Backward Euler, which needs no exponential function, and is stable for any interval.
        let share = elapsed / (timeConstant + elapsed)
        let number = old + (input - old) * share
        state = (number, time)
        return number
    }
}

/// A number that changes by at least an amount.
struct LeastChange {
    /// Zero passes on each change.
    let least: Double
    private(set) var number: Double?

    init(_ least: Double) { self.least = least }

    /// Takes a number and returns whether it differs enough from the last one for which this was true, or is the first.
    mutating func take(_ new: Double) -> Bool {
        // The tolerance is for amounts such as 0.1, which are not exact.
        if let number, new == number || (new - number).magnitude < least * (1 - 1e-9) { return false }
        number = new
        return true
    }
}

/// A limit that a number exceeds, with a hysteresis, so that a number close to the limit does not change the state again and
/// again.
struct Threshold {
    enum Side: Sendable {
        case above, below
    }

    let side: Side
    let limit: Double
    /// At least 0: the state ends when the number is this far on the other side.
    let hysteresis: Double
    /// Whether the number is beyond the limit; nil before the first number.
    private(set) var isBeyond: Bool?

    init(_ side: Side, _ limit: Double, hysteresis: Double) {
        (self.side, self.limit, self.hysteresis) = (side, limit, max(hysteresis, 0))
    }

    /// Takes a number, and returns whether it is beyond the limit if that is new.
    mutating func take(_ number: Double) -> Bool? {
        let excess = side == .above ? number - limit : limit - number
        let isBeyond = excess > (self.isBeyond == true ? -hysteresis : 0)
        guard isBeyond != self.isBeyond else { return nil }
        self.isBeyond = isBeyond
        return isBeyond
    }
}
