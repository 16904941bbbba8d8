import CarillonScheduling

/// What an output does as time goes by: an LED, a buzzer, a relay.
///
///     led.show(.blinking(on: .milliseconds(100), off: .milliseconds(900)))
///
/// It is a value: a model can have one, an effect can carry one, and a test can compare two.
public struct Pattern: Equatable, Sendable {
    enum Form: Equatable, Sendable {
        case steady(Brightness)
        // Times in nanoseconds.
        case blink(on: Int64, off: Int64)
        case fade(rise: Int64, fall: Int64)
        case steps([Brightness], each: Int64)
    }

    /// What is done over and over again.
    let form: Form
    /// How often; nil is without end. After the last time the output is off.
    let times: Int?

    private init(_ form: Form, times: Int? = nil) {
        let isOver = times.map { $0 <= 0 } ?? false
        self.form = isOver ? .steady(.dark) : form
        self.times = isOver ? nil : times
    }

    /// On.
    public static let on = Pattern(.steady(.full))

    /// Off.
    public static let off = Pattern(.steady(.dark))

    /// On or off.
    public static func steady(_ isOn: Bool) -> Pattern { isOn ? .on : .off }

    /// On for a share of the time, so quickly in turn that it looks dim.
    ///
    /// - Parameter share: 0 is off, 1 is on. What is less or more counts as these. There are 255 steps.
    public static func dimmed(to share: Double) -> Pattern { Pattern(.steady(Brightness(share))) }

    /// On for a while, and then off.
    ///
    /// - Parameter duration: At least a millisecond.
    public static func on(for duration: Duration) -> Pattern {
        Pattern(.blink(on: duration.asPart, off: 0), times: 1)
    }

    /// On, and off, and on again.
    ///
    /// - Parameters:
    ///   - on: How long it is on, at least a millisecond.
    ///   - off: How long it is off after that, at least a millisecond.
    ///   - times: How often it comes on; nil is without end.
    public static func blinking(
        on: Duration = .seconds(1), off: Duration = .seconds(1), times: Int? = nil
    ) -> Pattern {
        Pattern(.blink(on: on.asPart, off: off.asPart), times: times)
    }

    /// Slowly brighter and darker again, evenly to the eye.
    ///
    /// - Parameters:
    ///   - rise: How long it takes until it is on, at least a millisecond.
    ///   - fall: How long until it is off again, at least a millisecond.
    ///   - times: How often; nil is without end.
    public static func pulsing(
        rise: Duration = .seconds(1), fall: Duration = .seconds(1), times: Int? = nil
    ) -> Pattern {
        Pattern(.fade(rise: rise.asPart, fall: fall.asPart), times: times)
    }

    /// Step by step as it is drawn, such as `"-_-_-___"`.
    ///
    /// - Parameters:
    ///   - drawing: `-` is on, `_` is off, and a digit from 0 to 9 so many ninths of on. Any other character is off.
    ///   - step: How long each character lasts, at least a millisecond.
    ///   - times: How often; nil is without end.
    public static func drawn(_ drawing: String, each step: Duration, times: Int? = nil) -> Pattern {
        let steps = drawing.map { character in
            character == "-" ? Brightness.full : Brightness(Double(character.wholeNumberValue ?? 0) / 9)
        }
        return Pattern(.steps(steps.isEmpty ? [.dark] : steps, each: step.asPart), times: times)
    }

    /// Whether it is on or off, whatever the time.
    var isSwitching: Bool {
        if case .steady(let brightness) = form { brightness == .full || brightness == .dark } else { false }
    }

    /// How bright it is, from 0 to 1; nil if that changes as time goes by.
    var steadyShare: Double? { if case .steady(let brightness) = form { brightness.share } else { nil } }

    /// Whether it comes to an end by itself.
    var isFinite: Bool { times != nil }

    /// Whether it changes as time goes by.
    var isMoving: Bool {
        if case .steady = form { false } else { true }
    }
}

extension Pattern: CustomStringConvertible {
    /// `on`, `off`, `30 %`, `on for 5 s`, `blinking`, `pulsing 3 times`.
    public var description: String {
        let often = times.map { $0 == 1 ? " once" : " \($0) times" } ?? ""
        switch form {
        case .steady(.full): return "on"
        case .steady(.dark): return "off"
        case .steady(let brightness): return "\(Int((brightness.share * 100).rounded())) %"
        case .blink(let on, 0): return "on for \(on.inSeconds)"
        case .blink: return "blinking\(often)"
        case .fade: return "pulsing\(often)"
        case .steps(let steps, _): return "\(String(steps.map(\.drawn)))\(often)"
        }
    }
}

/// How long an output is on of the time, in 255ths.
struct Brightness: Equatable, Sendable {
    static let dark = Brightness(level: 0)
    static let full = Brightness(level: 255)

    let level: UInt8

    init(level: UInt8) { self.level = level }

    /// - Parameter share: From 0 to 1; what is no number counts as 0.
    init(_ share: Double) { level = share > 0 ? UInt8((min(share, 1) * 255).rounded()) : 0 }

    var share: Double { Double(level) / 255 }

    /// As much less bright as `peak` is less than full.
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
    /// What a part of a pattern can last, in nanoseconds: not so short that there is time for nothing else, nor longer than
    /// a year.
    fileprivate var asPart: Int64 { min(max(self, .milliseconds(1)), .seconds(366 * 24 * 3600)).wholeNanoseconds }
}

extension Int64 {
    /// Of nanoseconds: `5 s`, `0.25 s`.
    fileprivate var inSeconds: String {
        let seconds = Double(self) / 1e9
        return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
    }
}
