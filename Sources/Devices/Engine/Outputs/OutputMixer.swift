import CarillonGPIO
import CarillonScheduling

/// The states of a bank's lines and PWM channels over time, while each of them plays a pattern.
///
/// This type only decides. Its owner drives the lines and keeps their common timer.
struct OutputMixer {
    private struct Channel {
        var player = PatternPlayer(.off, at: .zero)
        var brightness = Brightness.dark
        /// The time at which to query the player again.
        var end: Duration?
        /// The time at which a finite pattern is over.
        var over: Duration?
        /// The pulse of a PWM channel, whatever its brightness; nil derives it from the brightness.
        var pulse: Pulse?
    }

    /// The channels: first the lines, then the PWM channels, whose hardware generates their pulses.
    private var channels: [Channel]
    private let lineCount: Int
    /// Whether the lines are switched for each pulse. If not, a line with pulses is active.
    private let makesPulses: Bool
    private var planes = BitPlanes()
    private var trains = PulseTrains()
    /// The lines with pulses that are not made.
    private var pulsed: UInt64 = 0
    /// The earliest `end` of all channels.
    private var nextEnd: Duration?

    init(lineCount: Int, pwmCount: Int, makesPulses: Bool = true) {
        channels = Array(repeating: Channel(), count: lineCount + pwmCount)
        self.lineCount = lineCount
        self.makesPulses = makesPulses
    }

    /// Returns the current brightness of a channel.
    func brightness(of channel: Int) -> Brightness { channels[channel].brightness }

    /// Returns the lines' levels at `time`.
    mutating func levels(at time: Duration) -> UInt64 {
        guard makesPulses else { return planes.active | pulsed }
        let levels = planes.levels(at: time)
        return trains.isRunning ? levels | trains.levels(at: time) : levels
    }

    /// Returns the pulse of a PWM channel.
    ///
    /// - Parameter period: The period of the channel's request, in which a brightness is a part of the time.
    func pulse(of channel: Int, period: Duration) -> Pulse {
        if let pulse = channels[channel].pulse { return pulse }
        let width = period.wholeNanoseconds * Int64(channels[channel].brightness.level) / 255
        return Pulse(width: .nanoseconds(width), period: period)
    }

    /// Whether every output is on or off, and stays so until the next call.
    var isAtRest: Bool { nextEnd == nil && (!makesPulses || !planes.isDimming && !trains.isRunning) }

    /// Returns the time for the next call of `advance`; nil if nothing changes by itself.
    ///
    /// The method changes nothing. It is mutating so that the owner calls it in place; otherwise the arrays would be
    /// copied each time.
    mutating func wakeUp(after time: Duration) -> Duration? {
        guard makesPulses else { return nextEnd }
        let wakeUp = earlier(nextEnd, planes.nextChange(after: time))
        return trains.isRunning ? earlier(wakeUp, trains.nextChange) : wakeUp
    }

    /// Returns the time for the next call of `advance` if only some lines are watched: that of the end of a finite pattern, or of a
    /// change of a watched line.
    mutating func wakeUp(watching watched: UInt64) -> Duration? {
        guard nextEnd != nil else { return nil }
        return channels.enumerated().lazy.compactMap { index, channel in
            index < 64 && watched >> UInt64(index) & 1 == 1 ? channel.end : channel.end == nil ? nil : channel.over
        }.min()
    }

    /// Brings all channels to their states at `time`, but those whose pattern is over.
    mutating func catchUp(to time: Duration) {
        guard let nextEnd, nextEnd <= time else { return }
        for channel in channels.indices {
            guard let end = channels[channel].end, end <= time else { continue }
            if let over = channels[channel].over, over <= time { continue }
            update(channel, at: time)
        }
        findNextEnd()
    }

    /// Sets or ends (nil) the pulses of a channel that is off. On a line, the change follows the pulse that has begun.
    mutating func pulse(_ pulse: Pulse?, on channel: Int, at time: Duration) {
        if channel >= lineCount {
            channels[channel].pulse = pulse
        } else if makesPulses {
            trains.set(pulse, of: channel, at: time)
        } else {
            let line: UInt64 = 1 << UInt64(channel)
            pulsed = pulse == nil ? pulsed & ~line : pulsed | line
        }
    }

    /// Starts a pattern whose full brightness is `peak`.
    mutating func play(_ pattern: Pattern, peak: Brightness = .full, on channel: Int, at time: Duration) {
        // Nothing queries the player of a steady pattern again. Storing it would cost more than the rest of a press.
        if case .steady(let brightness) = pattern.form, channels[channel].end == nil {
            return set(brightness.dimmed(to: peak), of: channel)
        }
        var initial = channels[channel].brightness
        if case .ramp = pattern.form, channels[channel].end != nil {
            initial = channels[channel].player.moment(at: time).brightness
        }
        channels[channel].player = PatternPlayer(pattern, peak: peak, from: initial, at: time)
        channels[channel].over = channels[channel].player.over
        update(channel, at: time)
        findNextEnd()
    }

    /// Advances to `time`.
    ///
    /// - Returns: The channels whose pattern has ended, and which change no more.
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

    /// Ends all patterns and pulses. Each channel is set to its safe level; channels without one are off.
    mutating func leave(at safeLevels: [Level]) {
        trains.removeAll()
        pulsed = 0
        for channel in channels.indices {
            channels[channel].pulse = nil
            let isOn = channel < safeLevels.count && safeLevels[channel] == .active
            play(.on(if: isOn), on: channel, at: .zero)
        }
    }

    private mutating func update(_ channel: Int, at time: Duration) {
        let moment = channels[channel].player.moment(at: time)
        channels[channel].end = moment.end
        set(moment.brightness, of: channel)
    }

    @inline(__always)  // on each press
    private mutating func set(_ brightness: Brightness, of channel: Int) {
        guard brightness != channels[channel].brightness else { return }
        channels[channel].brightness = brightness
        if channel < lineCount { planes.set(brightness, of: channel) }
    }

    private mutating func findNextEnd() {
        nextEnd = channels.lazy.compactMap(\.end).min()
    }
}
