import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// The outputs of a board, driven together: one call for all lines that change at the same moment, and one timer for
/// all patterns.
///
/// A failing output is reported, and retried until it has the requested state: first after 10 ms, and later every second.
/// Meanwhile, the device of the output reports the requested state.
///
/// The devices take their outputs from the bank: `LED(name: "lamp", output: bank.output(0), observer: observer)`.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class OutputBank: @unchecked Sendable {
    let queue: any Scheduler
    private let lines: any OutputLines
    private let lineCount: Int
    private let safeLevels: [Level]
    private let pwms: [any PWMOutput]
    /// The periods of the requests of `pwms`.
    private let periods: [Duration]
    /// Whether there are PWM channels. Stored because querying the array would retain it each time.
    private let hasPWMs: Bool
    private let observer: DeviceObserver
    private let timer: ResettableTimer
    /// The lines, if patterns need no timer until somebody looks at them.
    private let lazyLines: (any LazyOutputLines)?
    // Unchecked: all accesses are on one thread, and no call is made during an access.
    @exclusivity(unchecked) private var mixer: OutputMixer
    @exclusivity(unchecked) private var lineState = DriverState<UInt64>(0)
    private var pwmStates: [DriverState<Pulse>]
    /// The handlers to call when a finite pattern has ended, by channel.
    private var players: [Int: @Sendable () -> Void] = [:]
    /// The nesting depth of `performBatchUpdates` calls.
    @exclusivity(unchecked) private var depth = 0
    /// Whether the bank has been closed, with the outputs in their safe states. Queue only.
    @exclusivity(unchecked) private(set) var isClosed = false

    /// Creates a bank whose outputs are off.
    ///
    /// - Parameters:
    ///   - lines: The requested lines, all inactive. The bank owns them, and releases them in `close()`.
    ///   - count: The number of lines.
    ///   - pwms: The channels whose hardware generates the pulses, all off. The bank owns them, and closes them in `close()`.
    ///   - safeLevels: The levels that `close()` sets, first of the lines, then of the PWM channels. Outputs without a level
    ///     are set to inactive.
    ///   - queue: The queue of the lines.
    ///   - observer: Notified when an output fails, and again only after the output has recovered. All lines count as one
    ///     output.
    public init(
        lines: any OutputLines, count: Int, pwms: [any PWMOutput] = [], safeLevels: [Level] = [], queue: any Scheduler,
        observer: DeviceObserver
    ) {
        self.lines = lines
        lineCount = count
        self.pwms = pwms
        periods = pwms.map(\.period)
        hasPWMs = !pwms.isEmpty
        self.safeLevels = safeLevels
        self.queue = queue
        self.observer = observer
        timer = ResettableTimer(on: queue)
        mixer = OutputMixer(lineCount: count, pwmCount: pwms.count, makesPulses: lines.needPulses)
        pwmStates = pwms.map { DriverState(Pulse(width: .zero, period: $0.period)) }
        lazyLines = pwms.isEmpty ? lines as? any LazyOutputLines : nil
        timer.onFire(advance)
        lazyLines?.onLook { [weak self] in self?.catchUp() }
    }

    /// Returns an output for one device. The indexes begin at 0, and count first the lines, then the PWM channels.
    public func output(_ index: Int) -> Output { Output(bank: self, channel: index) }

    /// Performs the changes of `body` so that they become visible at the same moment. Queue only.
    public func performBatchUpdates(_ body: () -> Void) {
        queue.assertCurrent()
        depth += 1
        body()
        depth -= 1
        if depth == 0 { show(at: queue.now) }
    }

    /// Sets every output to its safe state and releases all outputs. Reports outputs that cannot be made safe. Call on
    /// the queue, last; a second call has no effect.
    public func close() {
        queue.assertCurrent()
        guard !isClosed else { return }
        isClosed = true
        timer.cancel()
        players = [:]
        mixer.leave(at: safeLevels)
        do { try lines.close() } catch { observer.didFail(error) }
        for pwm in pwms {
            do { try pwm.close() } catch { observer.didFail(error) }
        }
    }

    // MARK: For its outputs, on the queue

    func brightness(of channel: Int) -> Brightness {
        if lazyLines != nil { catchUp() }
        return mixer.brightness(of: channel)
    }

    /// Brings the outputs to their present states.
    private func catchUp() {
        guard !isClosed, !mixer.isAtRest else { return }
        let now = queue.now
        mixer.catchUp(to: now)
        if depth == 0 { show(at: now) }
    }

    /// Plays a pattern on a channel. The bank must be open.
    func play(_ pattern: Pattern, peak: Brightness, on channel: Int) {
        assert(!isClosed)
        queue.assertCurrent()
        // Reading the clock costs more than switching an LED.
        let now = pattern.isSwitching && mixer.isAtRest ? .zero : queue.now
        mixer.play(pattern, peak: peak, on: channel, at: now)
        if depth == 0 { show(at: now) }
    }

    /// Starts pulses on a channel, in place of patterns; nil ends them. On a line, the pulses are as exact as the queue
    /// is punctual, and a pulse that has begun is completed first. A PWM channel generates its pulses by itself.
    func pulse(_ pulse: Pulse?, on channel: Int) {
        queue.assertCurrent()
        guard !isClosed else { return }
        let now = queue.now
        mixer.pulse(pulse, on: channel, at: now)
        if depth == 0 { show(at: now) }
    }

    /// Calls `handler` whenever a finite pattern on the channel has ended.
    func onEnd(on channel: Int, _ handler: @escaping @Sendable () -> Void) { players[channel] = handler }

    // MARK: The timer

    private func advance() {
        queue.assertCurrent()
        guard !isClosed else { return }
        let now = queue.now
        let over = mixer.advance(to: now)
        show(at: now)
        for channel in over { players[channel]?() }
    }

    /// Drives the outputs whose values have changed.
    ///
    /// - Parameter time: The current time. Zero if all outputs are at rest; an output that has failed then waits for
    ///   the timer.
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
        timer.set(to: wakeUp(after: time))
    }

    private func showPWMs(at time: Duration) {
        for (index, pwm) in pwms.enumerated() {
            let pulse = mixer.pulse(of: lineCount + index, period: periods[index])
            guard pwmStates[index].isDue(pulse, at: time) else { continue }
            pwmStates[index].begin(pulse)
            do {
                try pwm.set(dutyCycle: pulse.width, period: pulse.period)
                pwmStates[index].succeeded()
            } catch {
                if pwmStates[index].failed(at: queue.now) { observer.didFail(error) }
            }
        }
    }

    /// Returns the time when a pattern next changes or a failed output is retried.
    private func wakeUp(after time: Duration) -> Duration? {
        if let lazyLines { return earlier(mixer.wakeUp(watching: lazyLines.watched), lineState.retry) }
        let wakeUp = earlier(mixer.wakeUp(after: time), lineState.retry)
        return hasPWMs ? pwmStates.reduce(wakeUp) { earlier($0, $1.retry) } : wakeUp
    }
}

/// Returns the earlier of two optional times.
func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
}
