import CarillonScheduling

/// The way in which the coils of a stepper are switched.
public enum StepMode: Equatable, Sendable {
    /// Alternately one coil and two coils have current. The steps are small: 4096 for a turn of a 28BYJ-48.
    case half
    /// Two coils at once have current. The torque is higher, and the steps are larger: 2048 for a turn of a 28BYJ-48.
    case full

    /// The coils of the half steps. The order is that of the data sheet of the 28BYJ-48: blue, pink, yellow, orange.
    private static let coils: [UInt8] = [0b0001, 0b0011, 0b0010, 0b0110, 0b0100, 0b1100, 0b1000, 0b1001]

    /// The coils that have current at a position: the lowest bit is the first input. Full steps are every second half step.
    func coils(at position: Int) -> UInt8 {
        switch self {
        case .half: Self.coils[position & 7]
        case .full: Self.coils[(position & 3) * 2 + 1]
        }
    }
}

/// The times of a stepper's steps to a position, with a soft start and an end as soft.
///
/// With a soft start, the speed at each step is that of a constant acceleration from a standstill: after n steps, the square root
/// of 2an. So each step of the end has the speed of one of the start, and the number of the step is the state.
///
/// This type only decides; its owner switches the coils and keeps the timer.
struct StepPlan {
    /// The full speed, in steps a second.
    let speed: Double
    /// Twice the acceleration, in steps per second squared; nil for none.
    private let acceleration: Double?
    /// The present position, in steps.
    private(set) var position = 0
    /// The position to reach, in steps.
    private(set) var target = 0
    /// The time of the next step; nil at rest.
    private(set) var wakeUp: Duration?
    /// 1 forward, -1 backward.
    private var direction = 1
    /// The step of the soft start whose speed the next step has; 0 at rest.
    private var level = 0
    private let top: Int

    /// - Parameters:
    ///   - speed: The full speed, in steps a second.
    ///   - rise: The time from a standstill to full speed; zero for none.
    init(speed: Double, rise: Duration) {
        self.speed = speed
        acceleration = rise > .zero ? 2 * speed / (rise / .seconds(1)) : nil
        top = acceleration.map { max(1, Int(speed * speed / $0)) } ?? 1
    }

    /// Sets the position to reach. A stepper that turns first slows down if it has to turn back.
    mutating func aim(at new: Int, at now: Duration) {
        target = new
        if wakeUp == nil { next(after: now) }
    }

    /// Aims at the next position at which it can be at rest.
    mutating func stop() { target = position + direction * level }

    /// Ends the movement at once.
    mutating func halt() { (target, level, wakeUp) = (position, 0, nil) }

    /// Makes a step if it is due.
    ///
    /// - Returns: Whether the position has changed.
    mutating func advance(to now: Duration) -> Bool {
        guard let due = wakeUp, due <= now else { return false }
        position += direction
        // The pause after a late step is not shorter, because the rotor would lose steps.
        next(after: now - due > .microseconds(200) ? now : due)
        return true
    }

    private mutating func next(after time: Duration) {
        let way = target - position
        let isAhead = way.signum() == direction
        // It slows down by one level a step, also if it passes the target.
        level = isAhead ? max(level - 1, min(level + 1, top, abs(way))) : level - 1
        if level <= 0 {
            guard way != 0 else { return halt() }
            (direction, level) = (way.signum(), 1)
        }
        let present = acceleration.map { min(speed, ($0 * Double(level)).squareRoot()) } ?? speed
        wakeUp = time + .nanoseconds(Int64((1e9 / present).rounded()))
    }
}
