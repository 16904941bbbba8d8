import CarillonGPIO

/// A block of pins on a board.
public struct Header: Equatable, Sendable {
    /// The label printed beside the header, such as `P9`; empty for a board's only header.
    public let name: String
    /// The number of columns of pins: 1 or 2.
    public let columns: Int
    /// The pins from top to bottom, each row from left to right.
    public let pins: [HeaderPin]
}

/// A pin of a header.
public struct HeaderPin: Equatable, Sendable {
    /// The purpose of a pin.
    public enum Role: Equatable, Sendable {
        /// Ground, 0 V.
        case ground
        /// A supply voltage for devices. The pin's name states the voltage.
        case supply
        /// A GPIO line of a chip.
        ///
        /// - Parameters:
        ///   - chip: The chip's label.
        ///   - offset: The line's number on the chip, for kernels in which the line has no name; nil if the line is found by
        ///     its name only.
        case line(chip: String, offset: Int?)
        /// Anything that a wiring cannot use: an analog input, a reset, an unconnected pin.
        case signal
    }

    /// The pin's number on the header, as printed on the board.
    public let number: Int
    /// The purpose of the pin.
    public let role: Role
    /// The names of the pin: first the header's, then other names that kernels use for its line.
    public let names: [String]
    /// The other functions of the board's chips on this pin, such as `I2C1 SDA`.
    public let functions: [String]

    /// The board's own resistor on the line, which no program can switch off: `Bias.pullUp` or `Bias.pullDown`; nil
    /// if there is none.
    public internal(set) var fixedBias: Bias?

    /// The purpose for which the firmware or the kernel uses the line before any program starts, such as "output of the serial
    /// console"; nil if there is none.
    public internal(set) var bootUse: String?

    /// The header's name for the pin.
    public var name: String { names[0] }

    /// The line's number on its chip; nil if it is not known.
    var offset: Int? { if case .line(_, let offset) = role { offset } else { nil } }

    /// Whether the pin is a GPIO line.
    public var isLine: Bool {
        if case .line = role { true } else { false }
    }
}
