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
