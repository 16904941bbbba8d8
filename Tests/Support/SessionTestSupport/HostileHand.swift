import CarillonGPIO
import CarillonScheduling

/// A hand that works the inputs of a simulated board as badly as it can.
struct HostileHand {
    private enum Act {
        case drive(String, Level, isLost: Bool)
        case unplug, plugIn
    }

    private var random: RandomNumbers
    private let chip: SimulatedChip
    private let kernel: KernelClock
    private let lines: [String]

    init(seed: UInt64, chip: SimulatedChip, kernel: KernelClock, lines: [String]) {
        random = RandomNumbers(seed: seed)
        self.chip = chip
        self.kernel = kernel
        self.lines = lines
    }

    /// Works for a duration of virtual time.
    mutating func work(on queue: HostileTime, for duration: Duration, pause: () -> Void) {
        let end = queue.now + duration
        var nextAct = queue.now
        while queue.now < end {
            let time = min(queue.nextTime ?? end, nextAct, end)
            queue.pass(to: time + lateness())
            // Work that arrived while the queue was late is handled in any order.
            let edgesFirst = Bool.random(using: &random)
            if !edgesFirst { run(queue) }
            while nextAct <= queue.now {
                perform(at: nextAct)
                nextAct += rest()
                // Some edges are handled after a timer that became due later.
                if Int.random(in: 0..<4, using: &random) == 0 { run(queue) }
            }
            run(queue)
            if Int.random(in: 0..<8, using: &random) == 0 { pause() }
        }
    }

    private mutating func run(_ queue: HostileTime) {
        // Limited, because a stall makes more work due.
        for _ in 0..<50 {
            guard queue.runNext(timersFirst: .random(using: &random)) else { return }
            queue.pass(to: queue.now + .microseconds(Int.random(in: 1...9, using: &random)))
        }
    }

    private mutating func lateness() -> Duration {
        switch Int.random(in: 0..<40, using: &random) {
        case 0: .microseconds(Int.random(in: 1000...15_000, using: &random))
        default: .nanoseconds(Int.random(in: 5_000...90_000, using: &random))
        }
    }

    /// Mostly chatter, now and then a pause as long as a click or a hold.
    private mutating func rest() -> Duration {
        switch Int.random(in: 0..<30, using: &random) {
        case 0: .milliseconds(Int.random(in: 200...3300, using: &random))
        case 1...8: .milliseconds(Int.random(in: 10...120, using: &random))
        default: .microseconds(Int.random(in: 20...4000, using: &random))
        }
    }

    private mutating func perform(at time: Duration) {
        guard let act = act() else { return }
        kernel.now = max(time, kernel.now)
        switch act {
        case .drive(let line, let level, let isLost): try? chip.drive(line, level, isLost: isLost)
        case .unplug: chip.unplug()
        case .plugIn: chip.plugIn()
        }
    }

    private mutating func act() -> Act? {
        let number = Int.random(in: 0..<200, using: &random)
        switch number {
        case 0: return .unplug
        case 1...12: return .plugIn
        default:
            guard let line = lines.randomElement(using: &random) else { return nil }
            return .drive(line, Bool.random(using: &random) ? .active : .inactive, isLost: number < 22)
        }
    }
}
