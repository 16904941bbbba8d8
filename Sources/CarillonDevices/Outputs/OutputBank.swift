import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// The outputs of a board, which are driven together: one call for all lines that change at a moment, and one timer for
/// all patterns.
///
/// An output that fails is reported and tried again until it is as it should be: after 10 ms at first, and each second in
/// the end. Its device says meanwhile what was asked of it.
///
/// The devices take their outputs out of it: `LED(name: "lamp", output: bank.output(0), observer: observer)`.
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
public final class OutputBank: @unchecked Sendable {
    let queue: any Scheduler
    private let lines: any OutputLines
    private let lineCount: Int
    private let safeLevels: [Level]
    private let pwms: [any PWMOutput]
    /// Whether there are PWM channels: to ask the array would count a reference each time.
    private let hasPWMs: Bool
    private let observer: DeviceObserver
    private let alarm: Alarm
    // Not checked for overlapping accesses: they are on one thread, and nothing is called while one lasts.
    @exclusivity(unchecked) private var mixer: OutputMixer
    @exclusivity(unchecked) private var lineState = DriverState<UInt64>(0)
    private var pwmStates: [DriverState<Duration>]
    /// Who plays on which channel hears when a pattern is over.
    private var players: [Int: @Sendable () -> Void] = [:]
    /// How many `together` are open.
    @exclusivity(unchecked) private var depth = 0
    /// Whether the outputs are left in their safe states. On the queue only.
    @exclusivity(unchecked) private(set) var isClosed = false

    /// - Parameters:
    ///   - lines: As they were requested, all inactive. They become the bank's, which gives them back in `close()`.
    ///   - count: How many they are.
    ///   - pwms: Channels with hardware that makes their pulses, all off. They become the bank's.
    ///   - safeLevels: The level that `close()` leaves on each line, and then on each PWM channel. Outputs without one are
    ///     left inactive.
    ///   - queue: That of the lines.
    ///   - observer: Notified when an output fails, once until it works again. All lines count as one output.
    public init(
        lines: any OutputLines, count: Int, pwms: [any PWMOutput] = [], safeLevels: [Level] = [], queue: any Scheduler,
        observer: DeviceObserver
    ) {
        self.lines = lines
        lineCount = count
        self.pwms = pwms
        hasPWMs = !pwms.isEmpty
        self.safeLevels = safeLevels
        self.queue = queue
        self.observer = observer
        alarm = Alarm(on: queue)
        mixer = OutputMixer(lineCount: count, pwmCount: pwms.count)
        pwmStates = Array(repeating: DriverState(.zero), count: pwms.count)
        alarm.rings(goOn)
    }

    /// One of its outputs, for one device: first the lines in their order, then the PWM channels in theirs.
    public func output(_ index: Int) -> Output { Output(bank: self, channel: index) }

    /// Does several things to its outputs that are to be seen at the same moment. On the queue only.
    public func together(_ body: () -> Void) {
        queue.assertCurrent()
        depth += 1
        body()
        depth -= 1
        if depth == 0 { show(at: queue.now) }
    }

    /// Puts every output into its safe state and gives all back. An output that cannot be made safe is reported. Call on
    /// the queue, as the last thing; a second call has no effect.
    public func close() {
        queue.assertCurrent()
        guard !isClosed else { return }
        isClosed = true
        alarm.cancel()
        players = [:]
        mixer.leave(at: safeLevels)
        do { try lines.close() } catch { observer.didFail(error) }
        for pwm in pwms {
            do { try pwm.close() } catch { observer.didFail(error) }
        }
    }

    // MARK: For its outputs, on the queue

    func brightness(of channel: Int) -> Brightness { mixer.brightness(of: channel) }

    /// Plays a pattern on a channel. The bank is not closed.
    func play(_ pattern: Pattern, peak: Brightness, on channel: Int) {
        assert(!isClosed)
        queue.assertCurrent()
        // Asking for the time costs more than switching an LED does.
        let now = pattern.isSwitching && mixer.isAtRest ? .zero : queue.now
        mixer.play(pattern, peak: peak, on: channel, at: now)
        if depth == 0 { show(at: now) }
    }

    /// Gives a channel pulses in place of patterns, or none any more. On a line they are as exact as the queue is on time,
    /// and the one that has begun is ended first; a PWM channel makes them by itself, in the period of its request.
    func pulse(_ pulse: Pulse?, on channel: Int) {
        queue.assertCurrent()
        guard !isClosed else { return }
        let now = queue.now
        mixer.pulse(pulse, on: channel, at: now)
        if depth == 0 { show(at: now) }
    }

    /// Calls `handler` whenever a pattern on the channel is over.
    func whenOver(on channel: Int, _ handler: @escaping @Sendable () -> Void) { players[channel] = handler }

    // MARK: Going on

    private func goOn() {
        queue.assertCurrent()
        guard !isClosed else { return }
        let now = queue.now
        let over = mixer.advance(to: now)
        show(at: now)
        for channel in over { players[channel]?() }
    }

    /// Drives what differs from what it shows.
    ///
    /// - Parameter time: Now; or zero, if all is at rest, since an output that has failed waits for its alarm.
    private func show(at time: Duration) {
        let levels = mixer.levels(at: time)
        if lineState.isDue(levels, at: time) {
            lineState.begin(levels)
            do {
                try lines.set(levels)
                lineState.succeeded()
            } catch {
                if lineState.failed(at: queue.now) { observer.didFail(error) }
            }
        }
        if hasPWMs { showPWMs(at: time) }
        alarm.set(to: wakeUp(after: time))
    }

    private func showPWMs(at time: Duration) {
        for (index, pwm) in pwms.enumerated() {
            let dutyCycle = mixer.dutyCycle(of: lineCount + index, period: pwm.period)
            guard pwmStates[index].isDue(dutyCycle, at: time) else { continue }
            pwmStates[index].begin(dutyCycle)
            do {
                try pwm.set(dutyCycle: dutyCycle)
                pwmStates[index].succeeded()
            } catch {
                if pwmStates[index].failed(at: queue.now) { observer.didFail(error) }
            }
        }
    }

    /// When a pattern goes on, or an output that has failed is tried again.
    private func wakeUp(after time: Duration) -> Duration? {
        let wakeUp = earlier(mixer.wakeUp(after: time), lineState.retry)
        return hasPWMs ? pwmStates.reduce(wakeUp) { earlier($0, $1.retry) } : wakeUp
    }
}

/// The earlier one of two times that may not be there.
func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
}
