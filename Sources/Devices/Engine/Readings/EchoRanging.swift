import CarillonGPIO

/// The course of a measurement with an ultrasonic sensor, again and again: a pulse on the trigger line, then an echo line that
/// is active for the time that the sound travels.
///
/// HC-SR04, ELEC Freaks: a pulse of at least 10 µs; the echo lasts as long as the sound needs to the obstacle and back; at least
/// 60 ms from one measurement to the next one. Without an obstacle, the echo lasts 38 ms, and 200 ms with some modules. A line that
/// is active for longer, or before a pulse, belongs to no module.
///
/// This type only decides; its owner drives the trigger line and keeps the timer.
struct EchoRanging {
    /// The result of a measurement.
    enum Result: Equatable {
        /// The sound has travelled for this time, to the obstacle and back. Without an obstacle, it is longer than any way.
        case echo(Duration)
        /// The module does not answer.
        case none
    }

    /// The actions for the owner to perform.
    struct Actions: Equatable {
        /// The level of the trigger line; nil for no change.
        var trigger: Level?
        /// The time of the next call of `timeCame(at:)`; nil for no change.
        var wakeUp: Duration?
        /// A result, if there is one.
        var result: Result?
    }

    private enum Phase: Equatable {
        case idle
        /// The trigger line is active.
        case triggering
        /// The module has been triggered, and has not answered.
        case waiting
        /// The echo line is active since this time.
        case echoing(Duration)
    }

    /// The length of the trigger's pulse. It may last longer if the queue is busy.
    private static let pulse = Duration.microseconds(20)
    /// The time after which an echo line that is still active belongs to no module.
    private static let longestEcho = Duration.milliseconds(250)
    /// The number of measurements without an answer after which the module is absent. A single one may be disturbed.
    private static let attempts = 3
    /// The shortest interval while the module is absent.
    private static let searching = Duration.seconds(1)

    private let interval: Duration
    private var phase = Phase.idle
    private var next: Duration?
    private var unanswered = 0

    /// - Parameter interval: The time from one measurement to the next one.
    init(every interval: Duration) { self.interval = interval }

    /// Whether the next call of `timeCame(at:level:)` needs the level of the echo line: before a pulse, and while the line is active
    /// as far as its edges show, of which the last one may be lost.
    var needsLevel: Bool {
        switch phase {
        case .idle, .echoing: true
        case .triggering, .waiting: false
        }
    }

    /// The time of the next measurement, and the time from it to the one after it, while nothing happens until then; nil during a
    /// measurement.
    var pause: (next: Duration, period: Duration)? {
        switch (phase, next) {
        case (.idle, let next?) where unanswered == 0: (next, interval)
        case (.waiting, let next?) where unanswered >= Self.attempts: (next, max(interval, Self.searching))
        default: nil
        }
    }

    /// Handles the timer, and begins the first measurement.
    ///
    /// - Parameter level: The level of the echo line, which counts if ``needsLevel``.
    mutating func timeCame(at now: Duration, level: Level = .inactive) -> Actions {
        switch phase {
        case .triggering:
            phase = .waiting
            return Actions(trigger: .inactive, wakeUp: next)
        case .idle where level == .inactive, .echoing where level == .inactive: return begin(at: now)
        case .waiting:
            unanswered += 1
            var actions = begin(at: now)
            if unanswered == Self.attempts { actions.result = Result.none }
            return actions
        case .echoing(let start) where now - start < Self.longestEcho:
            // A pulse during an echo would be ignored, or would disturb it.
            return Actions(wakeUp: min(now + interval, start + Self.longestEcho))
        case .idle, .echoing:
            phase = .idle
            unanswered = Self.attempts
            return Actions(wakeUp: now + Self.searching, result: Result.none)
        }
    }

    /// Handles a change of the echo line.
    ///
    /// - Parameter time: The kernel's timestamp.
    mutating func echo(is level: Level, at time: Duration, missed: Int) -> Actions {
        switch (level, phase) {
        case (.active, .waiting), (.active, .triggering):
            // The module may answer before the end of a pulse that has become long.
            let isTriggering = phase == .triggering
            phase = .echoing(time)
            unanswered = 0
            let end = time + Self.longestEcho
            return Actions(trigger: isTriggering ? .inactive : nil, wakeUp: next.map { min($0, end) })
        case (.inactive, .echoing(let start)):
            phase = .idle
            return Actions(wakeUp: next, result: missed == 0 ? .echo(time - start) : nil)
        default: return Actions()
        }
    }

    /// Handles a line that has failed. The module is searched for until the line is back.
    mutating func lineFailed(at now: Duration) -> Actions {
        phase = .idle
        unanswered = Self.attempts
        return Actions(trigger: .inactive, wakeUp: now + Self.searching, result: Result.none)
    }

    private mutating func begin(at now: Duration) -> Actions {
        phase = .triggering
        next = now + (unanswered < Self.attempts ? interval : max(interval, Self.searching))
        return Actions(trigger: .active, wakeUp: now + Self.pulse)
    }
}

/// The median of the last three numbers, so that a single wrong one has no effect.
struct MedianOfThree {
    private var numbers: [Double] = []

    /// Takes a number and returns the median; the first two numbers are returned as they are.
    mutating func take(_ number: Double) -> Double {
        numbers = numbers.suffix(2) + [number]
        return numbers.count < 3 ? number : numbers.sorted()[1]
    }

    /// Forgets all numbers.
    mutating func reset() { numbers = [] }
}
