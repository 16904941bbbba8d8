import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonScheduling

/// A user that works the controls of a simulated board like a user, on contacts that chatter.
struct GentleHand {
    let chip: SimulatedChip
    let wiring: Wiring

    /// Works for a duration of virtual time.
    func work(on queue: HostileTime, seed: UInt64, for duration: Duration, pause: () -> Void) {
        var random = RandomNumbers(seed: seed)
        let controls = SimulatedControls(wiring).all
        let user = SimulatedUser(chip: chip, queue: queue) { _ in }
        let end = queue.now + duration
        while queue.now < end {
            if let control = controls.randomElement(using: &random) { perform(control, user, queue, &random) }
            let rest = queue.now + .milliseconds(Int.random(in: 150...2500, using: &random))
            while let next = queue.nextTime, next < rest || user.isBusy(with: "") { step(queue, to: next, &random) }
            queue.pass(to: rest)
            pause()
        }
    }

    private func perform(
        _ control: SimulatedControl, _ user: SimulatedUser, _ queue: HostileTime, _ random: inout RandomNumbers
    ) {
        switch control.control.form {
        case .press:
            let isLong = Int.random(in: 0..<6, using: &random) == 0
            let time = Int.random(in: isLong ? 1100...3300 : 60...250, using: &random)
            user.perform(.hold(control, .milliseconds(time)))
        case .toggle: user.perform(.flip(control))
        case .sense: user.perform(.set(control, isOn: Bool.random(using: &random)))
        case .turn: user.perform(.turn(control, steps: Int.random(in: -3...3, using: &random)))
        // A card is put on a reader, or taken away.
        case .enter(.bus, let examples, _) where examples.count > 1:
            user.perform(.enter(control, examples.randomElement(using: &random) ?? ""))
        case .enter: user.perform(control.defaultAction)
        }
        // The next act follows when this one has ended.
        while user.isBusy(with: control.device), let next = queue.nextTime { step(queue, to: next, &random) }
    }

    private func step(_ queue: HostileTime, to time: Duration, _ random: inout RandomNumbers) {
        queue.pass(to: time + .nanoseconds(Int.random(in: 5_000...90_000, using: &random)))
        _ = queue.runNext(timersFirst: true)
    }
}
