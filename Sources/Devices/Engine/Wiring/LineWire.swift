import CarillonGPIO

/// A reference in a wiring to a line or to another device, by its name.
public struct WiringReference: Sendable {
    /// The name, as the wiring states it.
    public var name: String
    /// The position of the reference in the wiring, for messages.
    public internal(set) var position: SourcePosition

    /// Creates a reference for a wiring in Swift. The wiring's entry sets the position.
    public init(_ name: String) { self.init(name: name, position: SourcePosition(file: "")) }

    package init(name: String, position: SourcePosition) {
        self.name = name
        self.position = position
    }

    /// A reference with an empty name, the initial value in settings before the wiring names a line or a device.
    public static var unknown: WiringReference { WiringReference("") }
}

/// The name of a line, on the board's headers or in the kernel.
public typealias LineReference = WiringReference

/// A channel of the kernel's PWM chips.
public struct PWMChannel: Hashable, Sendable {
    /// The chip's name in `/sys/class/pwm`, such as `pwmchip0`.
    public let chip: String
    /// The number of the channel, from 0.
    public let channel: Int

    /// Creates a reference to a channel of a chip.
    public init(chip: String, channel: Int) {
        self.chip = chip
        self.channel = channel
    }
}

/// The place of a device on a bus of the board.
public struct BusWire: Hashable, Sendable {
    /// The bus, and the device's address on it.
    public let address: BusAddress
    /// The bytes that put the device into its safe state. They are sent to the device when the program ends, for any reason;
    /// empty for none.
    public let safe: [UInt8]
    /// The channel that the wiring's device uses, on a chip with several channels; nil for the whole chip.
    public let channel: Int?
    /// The wires of the bus that lead to the device, such as `MOSI` or `CE`; nil for all of them.
    public let signals: [String]?
    /// The device's symbol in circuit diagrams.
    public let symbol: LineWire.Symbol

    /// Creates a connection to a device on a bus.
    ///
    /// - Parameters:
    ///   - channel: The channel, on a chip that several devices of the wiring share; nil for the whole chip.
    ///   - signals: The wires of the bus that lead to the device, such as `MOSI`; nil for all of them.
    ///   - symbol: The device's symbol in circuit diagrams: `.module`, `.poweredModule` or `.load`.
    public init(
        _ address: BusAddress, safe: [UInt8] = [], channel: Int? = nil, signals: [String]? = nil,
        as symbol: LineWire.Symbol = .module
    ) {
        self.address = address
        self.channel = channel
        self.safe = safe
        self.signals = signals
        self.symbol = symbol
    }
}

/// A wire from a device to a line of the board.
public struct LineWire: Sendable {
    /// The program's use of the line.
    public enum Use: Sendable {
        /// The program reads the line.
        case input(InputSettings)
        /// The program drives the line if `pwm` is nil. Otherwise, that PWM channel drives the line, with one pulse per
        /// `period`.
        case output(OutputSettings, pwm: PWMChannel?, period: Duration)
        /// The thread of the device's bus drives the line, which is also in the address of the device (`BusAddress.lines`).
        case bus

        /// Returns the use of a line as an output, which is inactive at first.
        ///
        /// - Parameters:
        ///   - safe: The level after the program ends, for any reason.
        ///   - pwm: The PWM channel that drives the line; nil if the program drives it.
        ///   - period: The period of the PWM channel. The default is 1 ms (1 kHz): the pulses are invisible, and slow enough
        ///     for every LED driver.
        public static func output(
            _ safe: Level = .inactive, isActiveLow: Bool, pwm: PWMChannel? = nil, period: Duration = .milliseconds(1)
        ) -> Use {
            .output(OutputSettings(safeLevel: safe, isActiveLow: isActiveLow), pwm: pwm, period: period)
        }
    }

    /// A part between the lines and a device that needs more current than a line supplies, or another voltage.
    public struct Driver: Hashable, Sendable {
        /// The name in circuit diagrams, such as `motor driver`.
        public let name: String
        /// Whether the board's 3.3 V supply the driver. Otherwise, the supply of the device does, which shares its ground with
        /// the board.
        public let isSuppliedByBoard: Bool
        /// Whether the driver passes signals only. The device then has the same supply as the driver.
        public let isConverter: Bool

        /// Creates a driver.
        ///
        /// - Parameters:
        ///   - name: The name in circuit diagrams, such as `motor driver`.
        ///   - isSuppliedByBoard: Whether the board's 3.3 V supply the driver, such as a relay module.
        ///   - isConverter: Whether the driver passes signals only, such as a level converter.
        public init(_ name: String, isSuppliedByBoard: Bool = false, isConverter: Bool = false) {
            (self.name, self.isSuppliedByBoard, self.isConverter) = (name, isSuppliedByBoard, isConverter)
        }
    }

    /// The device's symbol in circuit diagrams. The diagrams draw the resistors, the drivers and the supplies that the device
    /// needs.
    public enum Symbol: Hashable, Sendable {
        /// A contact that closes while a finger presses it: a push button.
        case contact
        /// A contact that a mechanism moves: a switch, a contact of an encoder or of a meter.
        case toggle
        /// A light-emitting diode, which needs a resistor.
        case diode
        /// One of several light-emitting diodes in a device, which share a leg. Each needs a resistor.
        case diodeWithSharedLeg
        /// A sounder without electronics, between the line and ground. It needs a resistor.
        case sounder
        /// A device with its own electronics, which needs a supply voltage.
        case module
        /// A device with its own electronics, which needs a supply voltage of 5 V. A line that it drives needs a voltage
        /// divider, because the lines of a board tolerate 3.3 V.
        case fiveVoltModule
        /// A device with its own electronics that needs more current than a board supplies. It has its own supply, which shares
        /// its ground with the board.
        case poweredModule
        /// A device, such as a motor, that a driver connects to the lines. It has its own supply.
        case load(Driver)
    }

    /// The device's terminal that the wire is connected to, such as `a` of an encoder; empty for a device with one wire.
    public let terminal: String
    /// The board's line that the wire leads to.
    public let line: LineReference
    /// The program's use of the line.
    public let use: Use
    /// The device's symbol in circuit diagrams.
    public let symbol: Symbol

    /// Creates a wire to a line.
    public init(_ line: LineReference, terminal: String = "", _ use: Use, as symbol: Symbol) {
        self.line = line
        self.terminal = terminal
        self.use = use
        self.symbol = symbol
    }

    /// The settings for reading the line; nil if the program drives it.
    package var input: InputSettings? {
        guard case .input(let settings) = use else { return nil }
        return settings
    }

    /// Whether the device is pressed, closed or lit when the voltage is low.
    public var isActiveLow: Bool {
        switch use {
        case .input(let settings): settings.isActiveLow
        case .output(let settings, _, _): settings.isActiveLow
        case .bus: false
        }
    }
}
