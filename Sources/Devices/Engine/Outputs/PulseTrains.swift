import CarillonScheduling

/// A pulse that repeats periodically, such as the pulses that set the angle of a servo.
public struct Pulse: Equatable, Sendable {
    /// The length of the pulse, less than the period.
    public var width: Duration
    /// The time from the start of a pulse to the start of the next one.
    public var period: Duration

    /// Creates a pulse from its length and its period.
    public init(width: Duration, period: Duration) {
        self.width = width
        self.period = period
    }
}

/// A generator of pulses on up to 64 lines, with a separate width for each line.
///
/// The owner's timer is always a little late, equally at both ends of a pulse. So the end is calculated from the
/// planned start of the pulse. A pulse that starts very late is shifted as a whole. The owner's calls never cut a pulse
/// short: a new width, or the end of the pulses, takes effect with the next pulse.
struct PulseTrains {
    /// The timer delay up to which a pulse is not shifted.
    private static var usualDelay: Duration { .microseconds(200) }

    private struct Train {
        let line: Int
        /// The pulse; nil if no more pulses are to start.
        var pulse: Pulse?
        /// The start time of the next pulse.
        var rise: Duration
        /// The end of the current pulse; nil between two pulses.
        var fall: Duration?

        var nextChange: Duration { fall ?? rise }
    }

    private var trains: [Train] = [] {
        didSet { isRunning = !trains.isEmpty }
    }

    /// Whether there are pulses on any line. Stored because it is queried on each press, and querying the array would
    /// retain it.
    private(set) var isRunning = false

    /// The time at which to query the levels next; nil if there are no pulses.
    var nextChange: Duration? { trains.lazy.map(\.nextChange).min() }

    /// Sets the pulses of a line, the first one immediately if there were none; nil ends them.
    mutating func set(_ pulse: Pulse?, of line: Int, at time: Duration) {
        guard let place = trains.firstIndex(where: { $0.line == line }) else {
            if pulse != nil { trains.append(Train(line: line, pulse: pulse, rise: time, fall: nil)) }
            return
        }
        trains[place].pulse = pulse
        if pulse == nil, trains[place].fall == nil { trains.remove(at: place) }
    }

    /// Advances to `time`.
    ///
    /// - Returns: The lines on which there is a pulse.
    mutating func levels(at time: Duration) -> UInt64 {
        var levels: UInt64 = 0
        for place in trains.indices.reversed() {
            if let fall = trains[place].fall, fall <= time {
                trains[place].fall = nil
                // A pulse that has lasted into the next period is ended nevertheless.
                if let pulse = trains[place].pulse, trains[place].rise <= time {
                    trains[place].rise = time + pulse.period - pulse.width
                }
            }
            if trains[place].fall == nil {
                guard let pulse = trains[place].pulse else {
                    trains.remove(at: place)
                    continue
                }
                let rise = trains[place].rise
                if rise <= time {
                    let fall = (time - rise > Self.usualDelay ? time : rise) + pulse.width
                    trains[place].fall = fall
                    // After a long delay there is one pulse; missed pulses are not made up for.
                    trains[place].rise = max(rise + pulse.period, fall)
                }
            }
            if trains[place].fall != nil { levels |= 1 << UInt64(trains[place].line) }
        }
        return levels
    }

    /// Ends all pulses at once.
    mutating func removeAll() { trains = [] }
}
