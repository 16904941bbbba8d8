/// The way in which a motor is driven.
public enum MotorDrive: Equatable, Sendable {
    /// The motor has no current, and coasts to a stop.
    case coasting
    /// The motor is short-circuited, and so stops quickly.
    case braking
    /// The motor turns at a share of the full speed, from -1 (backward) to 1 (forward). Values outside this range are clamped
    /// to it; 0 and NaN count as ``coasting``.
    case turning(Double)

    /// The speed of `turning`, before it is clamped; 0 for the other cases.
    public var speed: Double { if case .turning(let speed) = self { speed } else { 0 } }

    /// The same drive, with the speed clamped to -1...1.
    var inRange: MotorDrive {
        guard case .turning(let speed) = self else { return self }
        return speed.isNaN || speed == 0 ? .coasting : .turning(min(max(speed, -1), 1))
    }
}

/// The meaning of the two inputs of a motor driver.
public enum MotorInputs: Equatable, Sendable {
    /// An input for each direction. Texas Instruments DRV8833, bridge control: 00 coasts, 10 is forward, 01 backward, 11 brakes.
    case inIn
    /// An input for the direction and one for the speed. Texas Instruments DRV8835, phase/enable mode: an inactive enable
    /// input brakes, whatever the phase, so the motor cannot coast.
    case phaseEnable

    /// Returns the share of the time for which each input is active.
    func levels(of drive: MotorDrive) -> (in1: Double, in2: Double) {
        switch (self, drive) {
        case (_, .coasting), (.phaseEnable, .braking): (0, 0)
        case (.inIn, .braking): (1, 1)
        case (.inIn, .turning(let speed)): (max(speed, 0), max(-speed, 0))
        case (.phaseEnable, .turning(let speed)): (speed < 0 ? 1 : 0, speed.magnitude)
        }
    }
}

/// A speed that rises slowly, so that the current of a motor that starts does not make the supply break down, and falls at once.
struct SoftStart {
    /// The time from a standstill to full speed; zero for none.
    let rise: Duration
    private(set) var speed = 0.0
    private var target = 0.0
    private var last = Duration.zero

    /// - Parameter rise: The time from a standstill to full speed; zero for none.
    init(_ rise: Duration) { self.rise = rise }

    /// Whether the speed goes on changing.
    var isRising: Bool { speed != target }

    /// Sets the speed to reach. In the other direction it begins from a standstill.
    mutating func aim(at new: Double, at now: Duration) {
        advance(to: now)
        (target, last) = (new, now)
        if new * speed < 0 { speed = 0 }
        if rise == .zero || new.magnitude <= speed.magnitude { speed = new }
    }

    /// Advances the speed to a time.
    mutating func advance(to now: Duration) {
        guard isRising else { return }
        let reached = speed.magnitude + (now - last) / rise
        speed = reached >= target.magnitude ? target : target < 0 ? -reached : reached
        last = now
    }
}
