import CarillonGPIO
import CarillonScheduling

/// Decides what the lines of a bank and its PWM channels show as time goes by, when each of them plays a pattern.
///
/// This type only decides. Its owner drives the lines and keeps the one timer that all of them need.
struct OutputMixer {
    private struct Channel {
        var player = PatternPlayer(.off, at: .zero)
        var brightness = Brightness.dark
        /// When the player is to be asked again.
        var end: Duration?
        /// How long its hardware is on in each period, whatever its brightness; nil leaves it to that.
        var width: Duration?

        /// Goes on to `time`.
        ///
        /// - Returns: Whether it has another brightness now.
        mutating func advance(to time: Duration) -> Bool {
            let moment = player.moment(at: time)
            end = moment.end
            guard moment.brightness != brightness else { return false }
            brightness = moment.brightness
            return true
        }
    }

    /// The first ones are lines; what comes after them has hardware that makes its pulses.
    private var channels: [Channel]
    private let lineCount: Int
    private var planes = BitPlanes()
    private var trains = PulseTrains()
    /// The earliest of the channels' ends.
    private var nextEnd: Duration?

    init(lineCount: Int, pwmCount: Int) {
        channels = Array(repeating: Channel(), count: lineCount + pwmCount)
        self.lineCount = lineCount
    }

    /// What a channel shows now.
    func brightness(of channel: Int) -> Brightness { channels[channel].brightness }

    /// The lines' levels at `time`.
    mutating func levels(at time: Duration) -> UInt64 {
        let levels = planes.levels(at: time)
        return trains.isRunning ? levels | trains.levels(at: time) : levels
    }

    /// How long a PWM channel is on in each period.
    func dutyCycle(of channel: Int, period: Duration) -> Duration {
        if let width = channels[channel].width { return width }
        return .nanoseconds(period.wholeNanoseconds * Int64(channels[channel].brightness.level) / 255)
    }

    /// Whether every output is on or off, and stays so.
    var isAtRest: Bool { nextEnd == nil && !planes.isDimming && !trains.isRunning }

    /// When to call `advance` next; nil if nothing is going to change by itself.
    ///
    /// It changes nothing. It is mutating so that the owner calls it in place: otherwise it would copy the arrays each time.
    mutating func wakeUp(after time: Duration) -> Duration? {
        let wakeUp = earlier(nextEnd, planes.nextChange(after: time))
        return trains.isRunning ? earlier(wakeUp, trains.nextChange) : wakeUp
    }

    /// Gives a channel that is off other pulses, or none any more: on a line after the one that has begun.
    mutating func pulse(_ pulse: Pulse?, on channel: Int, at time: Duration) {
        if channel < lineCount {
            trains.set(pulse, of: channel, at: time)
        } else {
            channels[channel].width = pulse?.width
        }
    }

    /// Begins to play a pattern, as bright as `peak` where it is on.
    mutating func play(_ pattern: Pattern, peak: Brightness = .full, on channel: Int, at time: Duration) {
        let wasMoving = channels[channel].end != nil
        channels[channel].player = PatternPlayer(pattern, peak: peak, at: time)
        update(channel, at: time)
        if wasMoving || channels[channel].end != nil { findNextEnd() }
    }

    /// Goes on to `time`.
    ///
    /// - Returns: The channels whose pattern is over: they are off, and are so for good.
    mutating func advance(to time: Duration) -> [Int] {
        guard let nextEnd, nextEnd <= time else { return [] }
        var over: [Int] = []
        for channel in channels.indices {
            guard let end = channels[channel].end, end <= time else { continue }
            update(channel, at: time)
            if channels[channel].end == nil { over.append(channel) }
        }
        for channel in over { channels[channel].player = PatternPlayer(.off, at: time) }
        findNextEnd()
        return over
    }

    /// Ends every pattern and all pulses: each channel keeps its safe level, and those without one are off.
    mutating func leave(at safeLevels: [Level]) {
        trains.removeAll()
        for channel in channels.indices {
            channels[channel].width = nil
            let isOn = channel < safeLevels.count && safeLevels[channel] == .active
            play(.steady(isOn), on: channel, at: .zero)
        }
    }

    private mutating func update(_ channel: Int, at time: Duration) {
        guard channels[channel].advance(to: time), channel < lineCount else { return }
        planes.set(channels[channel].brightness, of: channel)
    }

    private mutating func findNextEnd() {
        nextEnd = channels.lazy.compactMap(\.end).min()
    }
}
