/// A block of pins on a board.
public struct Header: Equatable, Sendable {
    /// What is printed beside it, such as `P9`; empty for a board's only one.
    public let name: String
    /// How many pins stand side by side: 1 or 2.
    public let columns: Int
    /// The pins from the top to the bottom, each row from the left to the right.
    public let pins: [HeaderPin]
}

/// A pin of a header.
public struct HeaderPin: Equatable, Sendable {
    /// What a pin is for.
    public enum Role: Equatable, Sendable {
        /// The zero of all voltages.
        case ground
        /// A voltage that devices are fed with; the pin is called by it.
        case supply
        /// A GPIO line of a chip.
        ///
        /// - Parameters:
        ///   - chip: The chip's label.
        ///   - offset: Which of the chip's lines it is, for kernels that give it no name; nil where only the name says it.
        case line(chip: String, offset: Int?)
        /// Something that a wiring cannot use: an analog input, a reset, nothing at all.
        case signal
    }

    /// The number printed on the board.
    public let number: Int
    /// What it is for.
    public let role: Role
    /// What it is called; then the other names that kernels have for its line.
    public let names: [String]
    /// What else the board's chips can do on it, such as `I2C1 SDA`.
    public let functions: [String]

    /// What it is called.
    public var name: String { names[0] }

    /// Whether it is a GPIO line.
    public var isLine: Bool {
        if case .line = role { true } else { false }
    }
}
