import CarillonGPIO

/// Decodes the two contacts of a rotary encoder, which close and open a quarter of a cycle apart: which of them is first
/// tells the direction.
///
/// A cycle has four quarters. A step is told when the contacts are at rest again, as they are where the knob clicks into
/// place, and have gone at least half of a cycle away from where they were: so a contact that bounces, or a knob that
/// trembles, goes forth and back and comes to nothing, and an edge that was lost costs no step. No time is needed.
struct Quadrature {
    private let steps: RotaryEncoder.StepsPerCycle
    /// The place in the cycle, in quarters: 0 both open, 1 only A closed, 2 both closed, 3 only B closed.
    private var place: Int
    /// How many quarters it has gone from the last rest.
    private var quarters = 0

    init(a: Level, b: Level, steps: RotaryEncoder.StepsPerCycle = .one) {
        self.steps = steps
        place = Self.place(a, b)
    }

    /// The contacts are now so.
    ///
    /// - Returns: How many steps that is: positive if contact A closes before B.
    mutating func contacts(a: Level, b: Level) -> Int {
        let next = Self.place(a, b)
        switch (next - place + 4) % 4 {
        case 1: quarters += 1
        case 3: quarters -= 1
        // Across the cycle: an edge was lost, and it goes on as it was going. Without that, nobody knows.
        case 2: quarters += 2 * quarters.signum()
        default: return 0
        }
        place = next
        let quartersPerStep = 4 / steps.rawValue
        guard place % quartersPerStep == 0 else { return 0 }
        // At rest. What is less than half of the way there was not worth it.
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
