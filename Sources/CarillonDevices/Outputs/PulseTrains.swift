import CarillonScheduling

/// Pulses whose length says something, as a servo takes them: one in each period.
struct Pulse: Equatable, Sendable {
    /// How long it is, less than the period.
    var width: Duration
    /// The time from the beginning of a pulse to that of the next one.
    var period: Duration
}

/// Makes pulses on up to 64 lines, on each of its own width.
///
/// Its owner's timer is always a little late, at both ends of a pulse alike: the end is planned from when the pulse was to
/// begin. A pulse that begins very late is shifted as a whole. None is cut short by its owner: a new width counts from the
/// next pulse on, and so does an end.
struct PulseTrains {
    /// How late a timer may be without a shift of the pulse.
    private static var usualDelay: Duration { .microseconds(200) }

    private struct Train {
        let line: Int
        /// nil if there are to be no more.
        var pulse: Pulse?
        /// When the next pulse begins.
        var rise: Duration
        /// When the pulse ends that has begun; nil between two.
        var fall: Duration?

        var nextChange: Duration { fall ?? rise }
    }

    private var trains: [Train] = [] {
        didSet { isRunning = !trains.isEmpty }
    }

    /// Whether there are pulses on any line. Kept, because each press asks, and to ask the array counts a reference.
    private(set) var isRunning = false

    /// When to ask for the levels next; nil if there are no pulses.
    var nextChange: Duration? { trains.lazy.map(\.nextChange).min() }

    /// Gives a line other pulses, the first one now, or none any more.
    mutating func set(_ pulse: Pulse?, of line: Int, at time: Duration) {
        guard let place = trains.firstIndex(where: { $0.line == line }) else {
            if pulse != nil { trains.append(Train(line: line, pulse: pulse, rise: time, fall: nil)) }
            return
        }
        trains[place].pulse = pulse
        if pulse == nil, trains[place].fall == nil { trains.remove(at: place) }
    }

    /// Goes on to `time`.
    ///
    /// - Returns: The lines on which a pulse is.
    mutating func levels(at time: Duration) -> UInt64 {
        var levels: UInt64 = 0
        for place in trains.indices.reversed() {
            if let fall = trains[place].fall, fall <= time {
                trains[place].fall = nil
                // One that has lasted into the next period is ended all the same.
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
                    // After a long delay there is one pulse, and not all that were missed.
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
