import CarillonBoard

/// The circuit symbol of a device, in the row of its line. It extends outwards from the line to its rail.
struct DeviceSymbol {
    /// The distance of two rows.
    static let pitch = 30.0
    /// Positions and sizes, measured outwards from the end of the line's name.
    private static let (contactStart, contactWidth) = (50.0, 26.0)
    private static let (resistorStart, resistorWidth, resistorHeight) = (14.0, 42.0, 14.0)
    private static let (diodeStart, diodeWidth, diodeHeight) = (72.0, 18.0, 16.0)
    private static let (leastBoxWidth, boxHeight) = (84.0, 22.0)
    private static let longestWireName = 50.0

    private let connection: PinConnection
    private let start: Double
    private let y: Double
    /// The distance to the last row of a module with several pins.
    private let span: Double
    private let position: (Double) -> Double

    /// - Parameters:
    ///   - start: The distance from the header's edge at which the device begins.
    ///   - y: The middle of the row.
    ///   - span: The distance to the last row of a module with several pins.
    ///   - x: Converts a distance from the header's edge to a coordinate.
    init(_ connection: PinConnection, start: Double, y: Double, span: Double = 0, x: @escaping (Double) -> Double) {
        self.connection = connection
        self.start = start
        self.y = y
        self.span = span
        position = { x(start + $0) }
    }

    /// Returns the distance that the symbol of a connection needs.
    static func width(of connection: PinConnection) -> Double {
        boxStart(of: connection) + boxWidth(of: connection) + PowerSymbol.width(of: connection)
    }

    /// The distance at which a box begins: behind the resistors of its lines.
    private static func boxStart(of connection: PinConnection) -> Double {
        if case .sounder = connection.element { return diodeStart }
        return connection.dividedWire == nil ? 20 : VoltageDivider.width
    }

    private static func boxWidth(of connection: PinConnection) -> Double {
        max(leastBoxWidth, SVG.width(of: title(of: connection), size: 11) + 6 + wireNameWidth(of: connection))
    }

    /// The width of the column in a box that has the names of its wires.
    private static func wireNameWidth(of connection: PinConnection) -> Double {
        connection.isModule && !connection.wire.isEmpty ? longestWireName : 0
    }

    /// The text on the box: the device, or the driver that the lines lead to. A device whose pins are apart has several boxes.
    private static func title(of connection: PinConnection) -> String {
        let name = connection.driver?.name ?? connection.part
        return connection.isModule && connection.ends.isEmpty ? "same \(name)" : name
    }

    private var boxStart: Double { Self.boxStart(of: connection) }
    private var boxEnd: Double { boxStart + Self.boxWidth(of: connection) }

    /// Draws the wire from the device to its rail.
    ///
    /// - Parameters:
    ///   - distance: The distance of the rail from the header's edge.
    ///   - isCrossing: Whether the wire crosses another rail.
    func drawWire(to distance: Double, rail: PinConnection.End, isCrossing: Bool, into svg: inout SVG) {
        let color = rail.color
        let y = y + connection.offset(of: rail)
        let from =
            switch connection.element {
            case .contact, .toggle: Self.contactStart + Self.contactWidth
            case .diode, .diodeWithSharedLeg: Self.diodeStart + Self.diodeWidth
            case .sounder, .module, .fiveVoltModule, .poweredModule, .load: boxEnd
            }
        let (begin, end) = (position(from), position(distance - start))
        if isCrossing { svg.line([(begin, y), (end, y)], color: "white", width: 6) }
        svg.line([(begin, y), (end, y)], color: color, width: 2)
        svg.circle(end, y, radius: 4, fill: color)
    }

    /// Draws the device, and the wire from its line.
    func draw(into svg: inout SVG) {
        switch connection.element {
        case .contact, .toggle: drawContact(into: &svg)
        case .diode, .diodeWithSharedLeg: drawDiode(into: &svg)
        case .sounder, .module, .fiveVoltModule, .poweredModule, .load: drawBox(into: &svg)
        }
    }

    /// Draws the wire from a further pin to the module, which has been drawn.
    func drawFurtherWire(into svg: inout SVG) {
        drawWireToBox(into: &svg)
        drawWireName(into: &svg)
    }

    private func drawWireName(into svg: inout SVG) {
        let x = position(boxStart + 4)
        svg.text(
            connection.wire, x, y + 3, anchor: x < position(boxEnd) ? .start : .end, size: 9, color: Palette.device)
    }

    private func drawWire(_ from: Double, _ to: Double, into svg: inout SVG) {
        svg.line([(position(from), y), (position(to), y)], color: Palette.wire, width: 2)
    }

    private func drawWireToBox(into svg: inout SVG) {
        if connection.isDivided {
            VoltageDivider(y: y, position: position).draw(into: &svg)
        } else if case .sounder = connection.element {
            drawResistor(to: boxStart, into: &svg)
        } else {
            drawWire(0, boxStart, into: &svg)
        }
    }

    /// Draws two terminals: with a bar above them for a push button, with an open lever between them for a switch.
    private func drawContact(into svg: inout SVG) {
        let (near, far) = (position(Self.contactStart), position(Self.contactStart + Self.contactWidth))
        drawWire(0, Self.contactStart, into: &svg)
        if connection.element == .toggle {
            svg.line([(near, y), (near + (far - near) * 0.9, y - 11)], color: Palette.device, width: 2.5)
        } else {
            svg.line([(near, y - 6), (far, y - 6)], color: Palette.device, width: 2.5)
            svg.line([((near + far) / 2, y - 6), ((near + far) / 2, y - 11)], color: Palette.device, width: 5)
        }
        for x in [near, far] { svg.circle(x, y, radius: 3, fill: "white", stroke: Palette.device, strokeWidth: 1.5) }
    }

    /// Draws a resistor, and the wires to it from the line and from the device at a distance.
    private func drawResistor(to device: Double, into svg: inout SVG) {
        drawWire(0, Self.resistorStart, into: &svg)
        drawWire(Self.resistorStart + Self.resistorWidth, device, into: &svg)
        svg.box(
            "\(PinConnection.ohms) Ω", position(Self.resistorStart),
            position(Self.resistorStart + Self.resistorWidth), y, height: Self.resistorHeight, size: 10,
            color: Palette.device)
    }

    /// Draws a resistor and a diode. The triangle points in the direction of the current.
    private func drawDiode(into svg: inout SVG) {
        drawResistor(to: Self.diodeStart, into: &svg)
        let (near, far) = (position(Self.diodeStart), position(Self.diodeStart + Self.diodeWidth))
        let (anode, cathode) = connection.end == .ground ? (near, far) : (far, near)
        let half = Self.diodeHeight / 2
        svg.line(
            [(anode, y - half), (anode, y + half), (cathode, y), (anode, y - half)], color: Palette.device, width: 1.5,
            fill: Palette.light)
        svg.line([(cathode, y - half), (cathode, y + half)], color: Palette.device, width: 2)
        for shift in [0.0, 6.0] {
            let x = (near + far) / 2 + shift
            svg.line([(x, y - half), (x + 5, y - half - 5)], color: Palette.device, width: 1.2)
        }
    }

    /// Draws a box with a name, and the load and the supply beside it. They are drawn once, with the wire to ground.
    private func drawBox(into svg: inout SVG) {
        drawWireToBox(into: &svg)
        let (near, far) = (position(boxStart), position(boxEnd))
        svg.rectangle(
            min(near, far), y - Self.boxHeight / 2, abs(far - near), Self.boxHeight + span, radius: 4, fill: "#f8f9fa",
            stroke: Palette.device, strokeWidth: 1.5)
        let titleStart = position(boxStart + (span > 0 ? Self.wireNameWidth(of: connection) : 0))
        svg.text(
            Self.title(of: connection), (titleStart + far) / 2, y + span / 2 + 4, anchor: .middle, size: 11,
            color: Palette.device)
        if span > 0 { drawWireName(into: &svg) }
        if !connection.ends.isEmpty {
            let boxEnd = boxEnd
            PowerSymbol(connection, y: y) { [position] in position(boxEnd + $0) }.draw(into: &svg)
        }
    }
}
