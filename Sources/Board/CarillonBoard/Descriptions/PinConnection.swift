import CarillonDevices
import CarillonGPIO

/// A connection to wire by hand: a device between a line's pin and another end.
package struct PinConnection: Equatable, Sendable {
    /// The other end.
    package enum End: Equatable, Sendable {
        case ground
        /// 3.3 V, the voltage of the lines.
        case supply
        /// 5 V, for modules that need them.
        case power
    }

    /// The device's name in the wiring; all names if devices share the pin.
    package let name: String
    /// The name of the wire, such as `a`; empty for a device with one wire.
    package let wire: String
    /// The kind of the device in words: `button`, `LED`.
    package let kind: String
    /// The pin that it is wired to.
    package let pin: HeaderPin
    /// The element between the line and the other end.
    package let element: LineWire.Symbol
    /// The text on the element, if it is a box.
    package let part: String
    /// Whether the pin belongs to the wires of a bus.
    package let isOnBus: Bool
    /// The element's other end.
    package let end: End
    /// All ends that are wired for this connection: both for a module, but only at the first of its pins.
    /// A device with a supply of its own is wired to ground.
    package private(set) var ends: [End]
    /// The other end of an external pull resistor at the line, which is needed if the chip's own is not used.
    package let pull: End?
    /// The wire whose voltage a divider reduces, of a module with 5 V; nil for none.
    package private(set) var dividedWire: String?

    /// The resistor that keeps an LED of any colour, or a sounder, on a line of 3.3 V below 10 mA.
    package static let ohms = 330

    /// The device's name, with the name of the wire if it has several: `knob a`.
    package var device: String { wire.isEmpty ? name : "\(name) \(wire)" }

    /// Whether the device is a box whose pins belong together.
    package var isModule: Bool {
        switch element {
        case .module, .fiveVoltModule, .poweredModule, .load: true
        case .contact, .toggle, .diode, .diodeWithSharedLeg, .sounder: false
        }
    }

    /// The part between the lines and the device; nil for none.
    package var driver: LineWire.Driver? { if case .load(let driver) = element { driver } else { nil } }

    /// Whether the wire needs a voltage divider at the line.
    package var isDivided: Bool { dividedWire != nil && wire == dividedWire }

    /// Returns whether the other connection belongs to the same device.
    package func isSameDevice(as other: PinConnection) -> Bool { kind == other.kind && name == other.name }
}

extension Wiring {
    /// Returns the connections to make on `board`, in the order of the pins.
    ///
    /// - Throws: `DescriptionError` if the board cannot carry the wiring: see `placed(on:)`.
    package func connections(on board: BoardDescription) throws(DescriptionError) -> [PinConnection] {
        var connections = try placed(on: board).wires.map { device, wire in
            PinConnection(device, wire, pin: board.pin(ofLine: wire.line.name)!)
        }
        connections += busPins(on: board).compactMap { PinConnection($0.devices, end: $0.end, pin: $0.pin) }
        let order = board.pins
        func index(_ connection: PinConnection) -> Int { order.firstIndex(of: connection.pin) ?? 0 }
        connections.sort { index($0) < index($1) }
        // A module with several pins, such as a display, is supplied once.
        for place in connections.indices where connections[place].isModule {
            if connections[..<place].contains(where: connections[place].isSameDevice) { connections[place].dropEnds() }
        }
        return connections
    }

    /// Returns the kinds and the names of the devices that have no pin on `board`, such as a keypad on USB. Gauges and devices
    /// that consist of others are left out.
    package func unconnected(on board: BoardDescription) -> [String] {
        devices.filter { device in
            device.wires.isEmpty && device.references.isEmpty && !(device.device is Gauge.Type)
                && device.buses.allSatisfy { board.pins(of: $0.address).isEmpty }
        }.map { "\($0.kind.title) \($0.name)" }
    }
}

extension PinConnection {
    fileprivate mutating func dropEnds() { ends = [] }

    fileprivate init(_ device: WiredDevice, _ wire: LineWire, pin: HeaderPin) {
        let end: End = wire.isActiveLow == (wire.input != nil) ? .ground : .supply
        let needsPull = wire.input?.bias == .disabled
        let title = device.kind.title
        // Without electronics of its own, the device would need more current than a line has. On a bus, all devices have them.
        let isOnBus = if case .bus = wire.use { true } else { false }
        self.init(
            name: device.name, wire: wire.terminal, kind: title, pin: pin, element: wire.symbol,
            part: wire.symbol == .module && !isOnBus ? "\(title) module" : title, isOnBus: isOnBus, end: end,
            ends: wire.symbol.ends ?? [end],
            pull: needsPull && wire.symbol.isContact ? (end == .ground ? .supply : .ground) : nil)
        dividedWire = device.wires.first { $0.symbol == .fiveVoltModule && $0.input != nil }?.terminal
    }

    /// Creates the connection of a pin to devices that share a bus; nil if none of them uses this wire of the bus.
    fileprivate init?(_ sharing: [WiredDevice], end: String, pin: HeaderPin) {
        let devices = sharing.filter { $0.buses.contains { $0.signals?.contains { end.hasPrefix($0) } ?? true } }
        guard !devices.isEmpty else { return nil }
        let symbols = devices.map { $0.buses.map(\.symbol).first ?? .module }
        // Devices that need different supplies are modules on the same wires. Their texts state what they need.
        let symbol = symbols.allSatisfy { $0 == symbols[0] } ? symbols[0] : .module
        let kinds = zip(devices, symbols).map { device, own in
            own == symbol ? device.kind.title : device.kind.title + own.need
        }
        let kind = kinds.indices.filter { kinds.firstIndex(of: kinds[$0]) == $0 }.map { kinds[$0] }
            .joined(separator: ", ")
        // Several devices of the wiring can be channels of one chip.
        let chips = Set(devices.flatMap { $0.buses.map(\.address) })
        self.init(
            name: devices.map(\.name).joined(separator: ", "), wire: end, kind: kind, pin: pin, element: symbol,
            part: chips.count > 1 ? "\(kind), in parallel" : kind, isOnBus: true, end: .ground,
            ends: symbol.ends ?? [.ground], pull: nil)
    }
}

extension LineWire.Symbol {
    /// Whether the device only closes a circuit, so that a line without a pull resistor floats while it is open.
    package var isContact: Bool { self == .contact || self == .toggle }

    /// The ends of a box, at the first of its pins; nil for an element with one end.
    fileprivate var ends: [PinConnection.End]? {
        switch self {
        case .module: [.ground, .supply]
        case .fiveVoltModule: [.ground, .power]
        case .poweredModule: [.ground]
        case .load(let driver): driver.isSuppliedByBoard ? [.ground, .supply] : [.ground]
        case .contact, .toggle, .diode, .diodeWithSharedLeg, .sounder: nil
        }
    }

    /// The parts that a device needs between a shared bus and itself, in words.
    fileprivate var need: String {
        if case .load(let driver) = self { return " behind \(driver.name), + to its own supply" }
        return self == .poweredModule ? ", + to its own supply" : ""
    }
}
