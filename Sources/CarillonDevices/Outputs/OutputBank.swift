import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// The outputs of a board, which are driven together: one call for all lines that change at a moment, and one timer for
/// all patterns.
///
/// The parts take their outputs out of it: `LED(name: "lamp", output: bank.output(0), observer: observer)`.
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
public final class OutputBank: @unchecked Sendable {
    let queue: any Scheduler
    private let lines: any OutputLines
    private let lineCount: Int
    private let pwms: [any PWMOutput]
    private let observer: PartObserver
    private let alarm: Alarm
    // Not checked for overlapping accesses: they are on one thread, and nothing is called while one lasts.
    @exclusivity(unchecked) private var mixer: OutputMixer
    /// What the lines have been told last, and the PWM channels.
    @exclusivity(unchecked) private var levels: UInt64
    private var brightnesses: [Brightness]
    /// Who plays on which channel hears when a pattern is over.
    private var players: [Int: @Sendable () -> Void] = [:]
    /// How many `together` are open.
    @exclusivity(unchecked) private var depth = 0
    /// Whether a failure has been told since all was well.
    @exclusivity(unchecked) private var hasFailed = false
    @exclusivity(unchecked) private var isClosed = false

    /// - Parameters:
    ///   - lines: As they were requested, all inactive. They become the bank's, which gives them back in `close()`.
    ///   - count: How many they are.
    ///   - pwms: Channels that are dimmed by their own hardware, all off. They become the bank's.
    ///   - queue: That of the lines.
    ///   - observer: Is told when an output fails, once until it works again.
    public init(
        lines: any OutputLines, count: Int, pwms: [any PWMOutput] = [], queue: any Scheduler, observer: PartObserver
    ) {
        self.lines = lines
        lineCount = count
        self.pwms = pwms
        self.queue = queue
        self.observer = observer
        alarm = Alarm(on: queue)
        mixer = OutputMixer(lineCount: count, pwmCount: pwms.count)
        levels = 0
        brightnesses = Array(repeating: .dark, count: pwms.count)
        alarm.rings(goOn)
    }

    /// One of its outputs: first the lines in their order, then the PWM channels in theirs.
    public func output(_ index: Int) -> Output { Output(bank: self, channel: index) }

    /// Does several things to its outputs that are to be seen at the same moment. On the queue only.
    public func together(_ body: () -> Void) {
        depth += 1
        body()
        depth -= 1
        if depth == 0 { show(at: queue.now) }
    }

    /// Puts every output into its safe state and gives all back. To be called on the queue, as the last thing; a second
    /// call has no effect.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        alarm.cancel()
        players = [:]
        lines.close()
        for pwm in pwms { pwm.close() }
    }

    // MARK: For its outputs, on the queue

    func brightness(of channel: Int) -> Brightness { mixer.brightness(of: channel) }

    func play(_ pattern: Pattern, peak: Brightness = .full, on channel: Int) {
        guard !isClosed else { return }
        // Asking for the time costs more than switching an LED does.
        let now = pattern.isSwitching && mixer.isAtRest ? .zero : queue.now
        mixer.play(pattern, peak: peak, on: channel, at: now)
        if depth == 0 { show(at: now) }
    }

    /// Calls `handler` whenever a pattern on the channel is over.
    func whenOver(on channel: Int, _ handler: @escaping @Sendable () -> Void) { players[channel] = handler }

    // MARK: Going on

    private func goOn() {
        guard !isClosed else { return }
        let now = queue.now
        let over = mixer.advance(to: now)
        show(at: now)
        for channel in over { players[channel]?() }
    }

    private func show(at time: Duration) {
        do {
            let levels = mixer.levels(at: time)
            if levels != self.levels {
                self.levels = levels
                try lines.set(levels)
                hasFailed = false
            }
            if !pwms.isEmpty { try showPWMs() }
        } catch {
            if !hasFailed { observer.didFail(error) }
            hasFailed = true
        }
        alarm.set(to: mixer.wakeUp(after: time))
    }

    private func showPWMs() throws(GPIOError) {
        for (index, pwm) in pwms.enumerated() {
            let brightness = mixer.brightness(of: lineCount + index)
            guard brightness != brightnesses[index] else { continue }
            brightnesses[index] = brightness
            try pwm.set(brightness.share)
            hasFailed = false
        }
    }
}

/// An output of a bank: a line, or a channel of a PWM chip.
public struct Output: Sendable {
    let bank: OutputBank
    let channel: Int

    /// What it shows now. On the queue only.
    var brightness: Brightness { bank.brightness(of: channel) }
}
