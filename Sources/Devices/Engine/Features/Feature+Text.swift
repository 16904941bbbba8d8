#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Values of features as plain text: payloads of a fleet, and commands in sessions.
extension Feature.Value {
    /// The value as a payload: `ON`, `OFF` or a brightness in percent for a toggle, a number or `None` for a level,
    /// `#rrggbb` or `OFF` for a colour, a text, the name of a sound or `None`. nil for presses, which are events, and
    /// for pictures, pixels and screens.
    package var payload: String? {
        switch self {
        case .press, .picture, .pixels, .elements: nil
        case .toggle(.on): "ON"
        case .toggle(.off): "OFF"
        case .toggle(let pattern): pattern.steadyShare.map { "\(max(Int(($0 * 100).rounded()), 1))" } ?? "ON"
        case .level(let number, _): number.map { Int(exactly: $0).map(String.init) ?? "\($0)" } ?? "None"
        case .color(_, .off): "OFF"
        case .color(let color, _): "\(color)"
        case .text(let text): text
        case .sound(let name): name?.description ?? "None"
        }
    }

    /// The text that requests the value in `commanded(_:)`.
    package var command: String? {
        switch self {
        case .press: "PRESS"
        case .sound(let name): name.map { "play \($0)" } ?? "stop"
        case .picture(let picture): Data(picture.bytes).base64EncodedString()
        default: payload
        }
    }

    /// Returns the value of the same form that a command requests; nil if it has no such form.
    package func commanded(_ payload: String) -> Feature.Value? {
        switch self {
        case .press: .press(true)
        case .toggle: Pattern(payload: payload).map(Feature.Value.toggle)
        case .level(_, let scale):
            payload == "None" ? .level(nil, scale) : Double(number: payload).map { .level($0, scale) }
        case .color(let old, _):
            switch payload {
            case "ON": .color(old, .on)
            case "OFF": .color(old, .off)
            default: Color(payload).map { .color($0, $0 == Color(red: 0, green: 0, blue: 0) ? .off : .on) }
            }
        case .text, .elements: .text(payload)
        case .pixels: nil
        case .picture(let old):
            Data(base64Encoded: payload).flatMap {
                Picture(width: old.width, height: old.height, bytes: Array($0))
            }
            .map(Feature.Value.picture)
        case .sound:
            if payload == "stop" {
                .sound(nil)
            } else {
                payload.hasPrefix("play ") ? .sound(SoundName(String(payload.dropFirst(5)))) : nil
            }
        }
    }
}

extension Pattern {
    /// Reads `ON`, `OFF`, or a brightness in percent.
    fileprivate init?(payload: String) {
        switch payload {
        case "ON": self = .on
        case "OFF": self = .off
        default:
            guard let percent = Double(number: payload), (0...100).contains(percent) else { return nil }
            self = percent == 0 ? .off : percent == 100 ? .on : .dimmed(to: percent / 100)
        }
    }
}

extension Double {
    /// Reads a decimal number. Swift also reads hexadecimal numbers, infinity and NaN.
    fileprivate init?(number text: String) {
        guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Double(text), number.isFinite
        else { return nil }
        self = number
    }
}
