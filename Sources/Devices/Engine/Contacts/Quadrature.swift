import CarillonGPIO

/// A decoder for the two contacts of a rotary encoder, which close and open a quarter of a cycle apart. The contact
/// that changes first determines the direction.
///
/// A cycle has four quarters. A step is reported when the contacts reach a rest position, where the knob clicks into
/// place, and are at least half of a step away from the previous one. So the changes of a bouncing contact or a
/// trembling knob cancel each other out, and a lost edge costs no step. The decoder needs no clock.
struct Quadrature {
    private let steps: RotaryEncoder.StepsPerCycle
    /// The position in the cycle, in quarters: 0 both open, 1 only A closed, 2 both closed, 3 only B closed.
    private var place: Int
    /// The number of quarters since the last rest position.
    private var quarters = 0

    init(a: Level, b: Level, steps: RotaryEncoder.StepsPerCycle = .one) {
        self.steps = steps
        place = Self.place(a, b)
    }

    /// Handles new levels of the contacts.
    ///
    /// - Returns: The number of steps, positive if contact A closes before B.
    mutating func contacts(a: Level, b: Level) -> Int {
        let next = Self.place(a, b)
        switch (next - place + 4) % 4 {
        case 1: quarters += 1
        case 3: quarters -= 1
        // Half a cycle at once: an edge was lost, and the direction stays. Without a previous direction, the change
        // counts as no movement.
        case 2: quarters += 2 * quarters.signum()
        default: return 0
        }
        place = next
        let quartersPerStep = 4 / steps.rawValue
        guard place % quartersPerStep == 0 else { return 0 }
        // At rest. A movement of less than half a step is discarded.
        let steps = (abs(quarters) * 2 + quartersPerStep) / (quartersPerStep * 2) * quarters.signum()
        quarters = 0
        return steps
    }

    private static func place(_ a: Level, _ b: Level) -> Int {
        switch (a, b) {
        case (.inactive, .inactive): 0
        case (.active, .inactive): 1
        case (.active, .active): 2
        case (.inactive, .active): 3
        }
    }
}
