/// One thing about a device that can be seen from outside, whatever its kind.
public struct Feature: Sendable {
    /// The value of a feature.
    public enum Value: Equatable, Sendable {
        /// Something is pressed, or not.
        case press(Bool)
        /// Something is on or off.
        case toggle(Bool)
        /// A share from 0 to 1: a brightness, a bar.
        case share(Double)
        /// A whole number: the steps of a knob, a number on a display.
        case number(Int)
        /// A colour; black is off.
        case color(Color)
        /// A quantity in a range, with its unit: an angle. nil is none, as of a servo that is switched off.
        case quantity(Double?, in: ClosedRange<Double>, unit: String)
    }

    /// Reads the value now. On the queue only.
    public let value: @Sendable () -> Value
    /// The longest hold that the program waits for; nil if it waits for none. On the queue only.
    public let longestHold: @Sendable () -> Duration?

    /// - Parameters:
    ///   - longestHold: For a feature that is pressed.
    ///   - value: Called on the queue.
    public init(
        longestHold: @escaping @Sendable () -> Duration? = { nil }, _ value: @escaping @Sendable () -> Value
    ) {
        self.longestHold = longestHold
        self.value = value
    }
}

extension Feature.Value: CustomStringConvertible {
    /// `pressed`, `released`, `on`, `off`, `30 %`, `3`, `#ff0000`; a quantity to a tenth: `45°`, `22.5°`.
    public var description: String {
        switch self {
        case .press(let isPressed): isPressed ? "pressed" : "released"
        case .toggle(let isOn): isOn ? "on" : "off"
        case .share(let share): "\(share > 0 ? Int((min(share, 1) * 100).rounded()) : 0) %"
        case .number(let number): "\(number)"
        case .color(let color): "\(color)"
        case .quantity(nil, _, _): "off"
        case .quantity(let quantity?, _, let unit):
            Int(exactly: quantity).map { "\($0)\(unit)" } ?? "\((quantity * 10).rounded() / 10)\(unit)"
        }
    }
}
