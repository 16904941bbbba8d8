import CarillonDevices
import CarillonGPIO

/// What a person connects to a line: a device, and what else the device is connected to.
package struct Connection: Equatable, Sendable {
    /// What stands between the line and the other end.
    package enum Element: Equatable, Sendable {
        /// A contact that closes: a button, a switch.
        case contact
        /// A light-emitting diode, which needs a resistor.
        case diode(ohms: Int)
        /// A thing with electronics of its own, which is fed with a voltage.
        case module
        /// A thing with a supply of its own, whose ground is the board's.
        case poweredModule
    }

    /// The other end.
    package enum End: Equatable, Sendable {
        case ground
        /// 3.3 V, as lines have.
        case supply
    }

    /// The device's name in the wiring, and which end of it, where it has several: `knob a`.
    package let device: String
    /// What it is, for a person: `button`, `LED`.
    package let kind: String
    /// The pin that it is wired to.
    package let pin: HeaderPin
    /// What stands there.
    package let element: Element
    /// Where the element's other end goes; a module has both.
    package let end: End
    /// Where a resistor from the line goes that has to be there because the chip's own is not used.
    package let pull: End?
}

extension Wiring {
    /// What to connect to which pin of `board`, in the order of the pins.
    ///
    /// - Throws: If the board cannot carry it: see `placed(on:)`.
    package func connections(on board: BoardDescription) throws(DescriptionError) -> [Connection] {
        var connections = try placed(on: board).wires.map { device, wire in
            Connection(device, wire, pin: board.pin(ofLine: wire.line.name)!)
        }
        connections += busPins(on: board).map { Connection($0.devices, end: $0.end, pin: $0.pin) }
        let order = board.pins
        func index(_ connection: Connection) -> Int { order.firstIndex(of: connection.pin) ?? 0 }
        return connections.sorted { index($0) < index($1) }
    }
}

extension Connection {
    /// The resistor that keeps an LED on a line of 3.3 V below 10 mA, whatever its colour.
    private static let ohms = 330

    fileprivate init(_ device: WiredDevice, _ wire: Wire, pin: HeaderPin) {
        let end: End = wire.isActiveLow == (wire.input != nil) ? .ground : .supply
        let needsPull = wire.input?.bias == Bias.none
        let element: Element =
            switch wire.symbol {
            case .diode: .diode(ohms: Self.ohms)
            case .module: .module
            case .poweredModule: .poweredModule
            case .contact: .contact
            }
        self.init(
            device: wire.end.isEmpty ? device.name : "\(device.name) \(wire.end)", kind: device.kind.title, pin: pin,
            element: element,
            end: end, pull: needsPull && element == .contact ? (end == .ground ? .supply : .ground) : nil)
    }

    /// Devices that are on a bus together.
    fileprivate init(_ devices: [WiredDevice], end: String, pin: HeaderPin) {
        let kinds = devices.map(\.kind.title)
        self.init(
            device: devices.map(\.name).joined(separator: ", ") + " \(end)",
            kind: kinds.indices.filter { kinds.firstIndex(of: kinds[$0]) == $0 }.map { kinds[$0] }.joined(
                separator: ", "),
            pin: pin, element: .module, end: .supply, pull: nil)
    }
}
