import CarillonScheduling

/// The brightness of an output over time, for LEDs and other switched devices.
///
///     led.set(.blinking(on: .milliseconds(100), off: .milliseconds(900)))
///
/// A pattern is a value: models can contain patterns, effects can carry them, and tests can compare them.
public struct Pattern: Equatable, Sendable {
    enum Form: Equatable, Sendable {
        case steady(Brightness)
        // Times in nanoseconds.
        case blink(on: Int64, off: Int64)
        case fade(rise: Int64, fall: Int64)
        case steps([Brightness], each: Int64)
        /// Begins at the brightness that the output has.
        case ramp(to: Brightness, over: Int64)
        // Indirect, so that the other patterns stay as small as they are.
        indirect case blinkWithFades(on: Int64, off: Int64, fadeIn: Int64, fadeOut: Int64)
    }

    /// The part of the pattern that is repeated.
    let form: Form
    /// The number of repetitions; 0 is endless. Not an optional, because a fifth word would make each copy a call.
    private let count: Int

    private init(_ form: Form, times: Int? = nil) {
        let isOver = times.map { $0 <= 0 } ?? false
        self.form = isOver ? .steady(.dark) : form
        count = isOver ? 0 : times ?? 0
    }

    /// A pattern that is steadily on.
    public static let on = Pattern(.steady(.full))

    /// A pattern that is steadily off.
    public static let off = Pattern(.steady(.dark))

    /// Returns `on` if `isOn` is true, and `off` otherwise.
    public static func on(if isOn: Bool) -> Pattern { isOn ? .on : .off }

    /// Returns a pattern that is steadily dimmed. The output is on for a share of the time, and switches so fast that a light
    /// looks dim.
    ///
    /// - Parameter share: The share of the time, from 0 (off) to 1 (on), in 255 steps. Values outside this range are clamped to
    ///   it.
    public static func dimmed(to share: Double) -> Pattern { Pattern(.steady(Brightness(share))) }

    /// Returns a pattern that fades from the present brightness of the output to another one, and stays there. To the eye,
    /// the change is even.
    ///
    ///     lamp.set(.dimmed(to: 0, over: .seconds(60)))
    ///
    /// - Parameters:
    ///   - share: The share of the time for which the output is on at the end, from 0 to 1; see `dimmed(to:)`.
    ///   - duration: The time of the change, at least 1 ms.
    public static func dimmed(to share: Double, over duration: Duration) -> Pattern {
        Pattern(.ramp(to: Brightness(share), over: duration.asPart), times: 1)
    }

    /// Returns a pattern that is on for `duration`, and then off.
    ///
    /// - Parameter duration: At least 1 ms.
    public static func on(for duration: Duration) -> Pattern {
        Pattern(.blink(on: duration.asPart, off: 0), times: 1)
    }

    /// Returns a pattern that alternates between on and off, beginning with on.
    ///
    /// - Parameters:
    ///   - on: The length of an on phase, at least 1 ms.
    ///   - off: The length of an off phase, at least 1 ms.
    ///   - times: The number of on phases; nil is endless.
    public static func blinking(
        on: Duration = .seconds(1), off: Duration = .seconds(1), times: Int? = nil
    ) -> Pattern {
        Pattern(.blink(on: on.asPart, off: off.asPart), times: times)
    }

    /// Returns a pattern that alternates between on and off, and fades between them. To the eye, the fades are even.
    ///
    /// - Parameters:
    ///   - on: The length of an on phase, without the fades, at least 1 ms.
    ///   - off: The length of an off phase, without the fades, at least 1 ms.
    ///   - fadeIn: The time from off to on, at least 1 ms.
    ///   - fadeOut: The time from on to off, at least 1 ms.
    ///   - times: The number of on phases; nil is endless.
    public static func blinking(
        on: Duration = .seconds(1), off: Duration = .seconds(1), fadeIn: Duration, fadeOut: Duration = .zero,
        times: Int? = nil
    ) -> Pattern {
        Pattern(
            .blinkWithFades(on: on.asPart, off: off.asPart, fadeIn: fadeIn.asPart, fadeOut: fadeOut.asPart),
            times: times)
    }

    /// Returns a pattern that fades from off to on and back, without a pause. To the eye, the fades are even.
    ///
    /// - Parameters:
    ///   - rise: The time from off to on, at least 1 ms.
    ///   - fall: The time from on to off, at least 1 ms.
    ///   - times: The number of repetitions; nil is endless.
    public static func pulsing(
        rise: Duration = .seconds(1), fall: Duration = .seconds(1), times: Int? = nil
    ) -> Pattern {
        Pattern(.fade(rise: rise.asPart, fall: fall.asPart), times: times)
    }

    /// Returns a pattern of steps, which are drawn as a text, such as `"-_-_-___"`.
    ///
    /// - Parameters:
    ///   - drawing: One character for each step: `-` is on, `_` is off, and a digit from 0 to 9 is the brightness in ninths
    ///     of the full brightness. Any other character is off.
    ///   - step: The length of each step, at least 1 ms.
    ///   - times: The number of repetitions; nil is endless.
    public static func sequence(_ drawing: String, each step: Duration, times: Int? = nil) -> Pattern {
        let steps = drawing.map { character in
            character == "-" ? Brightness.full : Brightness(Double(character.wholeNumberValue ?? 0) / 9)
        }
        return Pattern(.steps(steps.isEmpty ? [.dark] : steps, each: step.asPart), times: times)
    }

    /// Whether the pattern is steadily on or steadily off.
    var isSwitching: Bool {
        if case .steady(let brightness) = form { brightness == .full || brightness == .dark } else { false }
    }

    /// The brightness, from 0 to 1; nil if it changes with time.
    package var steadyShare: Double? { if case .steady(let brightness) = form { brightness.share } else { nil } }

    /// The number of repetitions; nil is endless. After the last one, the output shows `end`.
    var times: Int? { isFinite ? count : nil }

    /// The pattern that an output shows after the end of this one.
    var end: Pattern { if case .ramp(let brightness, _) = form { Pattern(.steady(brightness)) } else { .off } }

    /// Whether the pattern is a slow change that ends in the pattern `shown`.
    func leads(to shown: Pattern) -> Bool { if case .ramp = form { end == shown } else { false } }

    /// Returns the pattern that fades to this one within `duration`. A pattern that changes with time is returned
    /// unchanged.
    func reached(over duration: Duration) -> Pattern { steadyShare.map { .dimmed(to: $0, over: duration) } ?? self }

    /// Whether the pattern ends by itself.
    var isFinite: Bool { count != 0 }

    /// Whether the pattern changes with time.
    package var isMoving: Bool {
        if case .steady = form { false } else { true }
    }
}

extension Pattern: CustomStringConvertible {
    /// The pattern in words: `on`, `off`, `30 %`, `on for 5 s`, `blinking`, `pulsing 3 times`.
    public var description: String {
        let often = times.map { $0 == 1 ? " once" : " \($0) times" } ?? ""
        switch form {
        case .steady(.full): return "on"
        case .steady(.dark): return "off"
        case .steady(let brightness): return "\(Int((brightness.share * 100).rounded())) %"
        case .blink(let on, 0): return "on for \(on.inSeconds)"
        case .blink, .blinkWithFades: return "blinking\(often)"
        case .fade: return "pulsing\(often)"
        case .ramp(_, let duration): return "\(end) over \(duration.inSeconds)"
        case .steps(let steps, _): return "\(String(steps.map(\.drawn)))\(often)"
        }
    }
}

/// The share of time for which an output is on, in 255ths.
struct Brightness: Equatable, Sendable {
    static let dark = Brightness(level: 0)
    static let full = Brightness(level: 255)

    let level: UInt8

    init(level: UInt8) { self.level = level }

    /// - Parameter share: From 0 to 1; clamped to this range. NaN counts as 0.
    init(_ share: Double) { level = share > 0 ? UInt8((min(share, 1) * 255).rounded()) : 0 }

    var share: Double { Double(level) / 255 }

    /// Returns the brightness scaled by `peak`.
    func dimmed(to peak: Brightness) -> Brightness {
        peak == .full ? self : Brightness(share * peak.share)
    }

    fileprivate var drawn: Character {
        switch level {
        case 0: "_"
        case 255: "-"
        default: Character("\(Int((share * 9).rounded()))")
        }
    }
}

extension Duration {
    /// The duration in nanoseconds, clamped to the limits of a part of a pattern: at least 1 ms, so that other work has
    /// time, and at most 366 days.
    fileprivate var asPart: Int64 { min(max(self, .milliseconds(1)), .seconds(366 * 24 * 3600)).wholeNanoseconds }
}

extension Int64 {
    /// Formats nanoseconds as seconds: `5 s`, `0.25 s`.
    fileprivate var inSeconds: String {
        let seconds = Double(self) / 1e9
        return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
    }
}
