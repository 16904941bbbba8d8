import CarillonGPIO
import CarillonScheduling

/// A simulated ``PulseMeter``. A number is its rate, in units per second, minute or hour; `pulse` is one pulse.
final class SimulatedPulses: SimulatedOperation {
    private let chip: SimulatedChip
    private let settings: PulseMeter.Settings
    private let queue: any Scheduler
    /// The time from a pulse to the next one, nil while nothing flows, and the number of the flow.
    private let flow: OnQueue<(interval: Duration?, number: Int)>

    init(on chip: SimulatedChip, _ settings: PulseMeter.Settings, _ queue: any Scheduler) {
        (self.chip, self.settings, self.queue) = (chip, settings, queue)
        flow = OnQueue((nil, 0), on: queue)
        chip.add(self, at: .line(settings.line.name))
    }

    func operate(_ text: String) -> Bool {
        if text == "pulse" {
            pulse(for: max(settings.debounce * 2, .milliseconds(1)))
            return true
        }
        guard let rate = Double(text).map({ $0 * settings.pulses / settings.per.rawValue }), (0...1000).contains(rate)
        else { return false }
        flow.value = (rate > 0 ? .seconds(min(1 / rate, 1e6)) : nil, flow.value.number + 1)
        run(flow.value.number)
        return true
    }

    /// Ends the flow of a meter that is unplugged.
    func setPresence(_ isPresent: Bool) { if !isPresent { flow.value.interval = nil } }

    private func run(_ number: Int) {
        guard let interval = flow.value.interval, flow.value.number == number else { return }
        pulse(for: interval / 2)
        _ = queue.schedule(at: queue.now + interval) { [weak self] in self?.run(number) }
    }

    private func pulse(for time: Duration) {
        // The line may have been closed, or its chip unplugged.
        try? chip.drive(settings.line.name, .active)
        _ = queue.schedule(at: queue.now + time) { [weak self] in
            if let self { try? chip.drive(settings.line.name, .inactive) }
        }
    }
}
