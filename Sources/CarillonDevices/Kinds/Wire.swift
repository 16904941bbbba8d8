import CarillonGPIO

/// The name of a line or of another device in a wiring, and where it is written.
public struct Reference: Sendable {
    /// The name.
    public var name: String
    /// The place in the wiring.
    public let position: SourcePosition

    package init(name: String, position: SourcePosition) {
        self.name = name
        self.position = position
    }

    /// The reference that settings have before the wiring has named one.
    package static var unknown: Reference { Reference(name: "", position: SourcePosition(file: "")) }
}

/// The name of a line, as the board's headers or the kernel call it.
public typealias LineReference = Reference

/// A channel of the kernel's PWM chips.
public struct PWMChannel: Hashable, Sendable {
    /// Its name in `/sys/class/pwm`, such as `pwmchip0`.
    public let chip: String
    /// From 0 on.
    public let channel: Int

    /// The channel of this number on this chip.
    public init(chip: String, channel: Int) {
        self.chip = chip
        self.channel = channel
    }
}

/// The place of a device on a bus of the board.
public struct BusWire: Hashable, Sendable {
    /// The bus, and the device's address there.
    public let address: BusAddress
    /// What is written to the device to make it safe, however the program ends; empty is nothing.
    public let safe: [UInt8]

    /// A place on a bus.
    public init(_ address: BusAddress, safe: [UInt8] = []) {
        self.address = address
        self.safe = safe
    }
}

/// A wire from a device to a line of the board.
public struct Wire: Sendable {
    /// How the program uses the line.
    public enum Use: Sendable {
        /// It reads the line.
        case input(InputSettings)
        /// It drives the line, or has a PWM chip drive it, whose pulses begin once in a period.
        case output(OutputSettings, pwm: PWMChannel?, period: Duration)

        /// It drives the line, which is inactive at first.
        ///
        /// - Parameter period: Of the PWM chip. At 1 kHz no eye sees the pulses, and every LED driver keeps up.
        static func output(
            _ safe: Level = .inactive, isActiveLow: Bool, pwm: PWMChannel? = nil, period: Duration = .milliseconds(1)
        ) -> Use {
            .output(OutputSettings(safeLevel: safe, isActiveLow: isActiveLow), pwm: pwm, period: period)
        }
    }

    /// The device, as circuit diagrams draw it.
    public enum Symbol: Equatable, Sendable {
        /// A contact that closes: a button, a switch.
        case contact
        /// A light-emitting diode, which needs a resistor.
        case diode
        /// A device with electronics of its own, which is fed with a voltage.
        case module
        /// A device that needs more current than a board gives, and has a supply of its own, whose ground is the board's.
        case poweredModule
    }

    /// The end of the device that the wire goes to, such as `a` of an encoder; empty for a device with one wire.
    public let end: String
    /// The line.
    public let line: LineReference
    /// How the program uses the line.
    public let use: Use
    /// The device's symbol in a picture.
    public let symbol: Symbol

    /// A wire to a line.
    public init(_ line: LineReference, end: String = "", _ use: Use, as symbol: Symbol) {
        self.line = line
        self.end = end
        self.use = use
        self.symbol = symbol
    }

    /// How the program reads the line; nil if it drives it.
    package var input: InputSettings? {
        guard case .input(let settings) = use else { return nil }
        return settings
    }

    /// Whether the device is pressed, closed or lit when the voltage is low.
    public var isActiveLow: Bool {
        switch use {
        case .input(let settings): settings.isActiveLow
        case .output(let settings, _, _): settings.isActiveLow
        }
    }
}
