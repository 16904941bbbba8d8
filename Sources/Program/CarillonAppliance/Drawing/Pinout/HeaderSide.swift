import CarillonBoard

/// A column of a header's pins. From the header outwards: the name of each pin, then its other functions or its device,
/// then the rails, then the device's name.
struct HeaderSide {
    /// Distances from the header's edge, and sizes.
    private static let (nameStart, nameHeight) = (8.0, 20.0)
    private static let railDistance = 20.0
    private static let labelDistance = 14.0
    private static let functionSize = 10.5

    private let pins: [HeaderPin?]
    private let connections: [PinConnection?]
    private let isLeft: Bool
    private let nameWidth: Double
    private let functionWidth: Double
    private let deviceWidth: Double
    private let rails: [Rail]

    /// - Parameters:
    ///   - pins: The pins from the top to the bottom; nil for a row without a pin.
    ///   - others: The pins of the other column; none for a header with one.
    ///   - isLeft: Whether the column extends to the left.
    ///   - place: Returns the place of a supply near a pin in words.
    init(
        _ pins: [HeaderPin?], others: [HeaderPin?] = [], isLeft: Bool, connections: [PinConnection],
        place: (PinConnection.End, HeaderPin) -> String
    ) {
        self.pins = pins
        self.isLeft = isLeft
        let wired = pins.map { pin in connections.first { $0.pin == pin } }
        self.connections = wired
        nameWidth = (pins.map { SVG.width(of: $0?.name ?? "") }.max() ?? 0) + 14
        functionWidth =
            zip(pins, wired).map { pin, connection in
                connection == nil ? SVG.width(of: Self.functions(of: pin), size: Self.functionSize) : 0
            }.max() ?? 0
        deviceWidth = wired.compactMap { $0.map(DeviceSymbol.width) }.max() ?? 0
        rails = [PinConnection.End.ground, .supply, .power].compactMap { end in
            Rail(end, pins: pins, top: others.first ?? nil, connections: wired) { place(end, $0) }
        }
    }

    private static func functions(of pin: HeaderPin?) -> String {
        pin?.functions.joined(separator: " · ") ?? ""
    }

    /// The distance of the devices.
    private var deviceStart: Double { Self.nameStart + nameWidth }
    /// The distance of the first rail.
    private var railStart: Double { deviceStart + max(deviceWidth, functionWidth) + 24 }
    /// The distance of the devices' names. Without rails, they are beside the devices.
    private var labelStart: Double {
        guard !rails.isEmpty else { return deviceStart + deviceWidth + Self.labelDistance }
        return railStart + Double(rails.count - 1) * Self.railDistance + Self.labelDistance
    }

    var width: Double {
        guard connections.contains(where: { $0 != nil }) else {
            return deviceStart + (functionWidth == 0 ? 0 : functionWidth + 12)
        }
        let labels = connections.compactMap { $0 }.map { connection in
            max(SVG.width(of: connection.device), SVG.width(of: Self.kind(of: connection), size: 10))
        }
        return max(labelStart + (labels.max() ?? 0), deviceStart + functionWidth + 12)
    }

    /// - Parameter farPin: The distance of the other column's pins from the header's edge, towards the header.
    func draw(into svg: inout SVG, edge: Double, farPin: Double, firstRow: Double, pitch: Double) {
        func x(_ distance: Double) -> Double { isLeft ? edge - distance : edge + distance }
        func y(_ row: Int) -> Double { firstRow + Double(row) * pitch }
        for (index, rail) in rails.enumerated() {
            let distance = railStart + Double(index) * Self.railDistance
            let isCrossing = index > 0 && rail.pinRow.map(rails[0].rows.contains) == true
            rail.draw(into: &svg, x: x(distance), pinX: x(deviceStart), topX: x(-farPin), isCrossing: isCrossing, y: y)
        }
        for (row, pin) in pins.enumerated() {
            guard let pin else { continue }
            if let connection = connections[row] {
                drawDevice(connection, row: row, y(row), span: y(lastRow(ofModuleAt: row)) - y(row), x: x, into: &svg)
            } else if rails.allSatisfy({ $0.pinRow != row }) {
                svg.text(
                    Self.functions(of: pin), x(deviceStart + 8), y(row) + 4, anchor: isLeft ? .end : .start,
                    size: Self.functionSize, color: Palette.faint)
            }
            drawName(of: pin, isWired: connections[row] != nil, y(row), x: x, into: &svg)
        }
    }

    private func drawName(of pin: HeaderPin, isWired: Bool, _ y: Double, x: (Double) -> Double, into svg: inout SVG) {
        let colors = Palette.name(pin, isWired: isWired)
        let start = min(x(Self.nameStart), x(deviceStart))
        svg.rectangle(
            start, y - Self.nameHeight / 2, nameWidth, Self.nameHeight, radius: 5, fill: colors.fill,
            stroke: colors.stroke)
        svg.text(
            pin.name, start + nameWidth / 2, y + 4, anchor: .middle, color: colors.text,
            isBold: isWired || !pin.isLine)
    }

    /// Returns the last row of the module whose pins begin at a row, and follow one another.
    private func lastRow(ofModuleAt row: Int) -> Int {
        var last = row
        while isContinued(after: last) { last += 1 }
        return last
    }

    /// Returns whether the module of a row has a pin in the next row, too.
    private func isContinued(after row: Int) -> Bool {
        guard connections.indices.contains(row), connections.indices.contains(row + 1),
            let connection = connections[row], let next = connections[row + 1]
        else { return false }
        return connection.isModule && connection.isSameDevice(as: next)
    }

    private func drawDevice(
        _ connection: PinConnection, row: Int, _ y: Double, span: Double, x: @escaping (Double) -> Double,
        into svg: inout SVG
    ) {
        let symbol = DeviceSymbol(connection, start: deviceStart, y: y, span: span, x: x)
        guard !isContinued(after: row - 1) else { return symbol.drawFurtherWire(into: &svg) }
        for (index, rail) in rails.enumerated() where connection.ends.contains(rail.end) {
            symbol.drawWire(
                to: railStart + Double(index) * Self.railDistance, rail: rail.end,
                isCrossing: index > 0 && rails[0].rows.contains(row), into: &svg)
        }
        symbol.draw(into: &svg)
        let anchor: SVG.Anchor = isLeft ? .end : .start
        svg.text(span > 0 ? connection.name : connection.device, x(labelStart), y, anchor: anchor, isBold: true)
        svg.text(Self.kind(of: connection), x(labelStart), y + 11, anchor: anchor, size: 10, color: Palette.faint)
    }

    private static func kind(of connection: PinConnection) -> String {
        switch (connection.element, connection.pull) {
        case (.diodeWithSharedLeg, _): "\(connection.kind), longest leg to \(connection.end.name)"
        case (_, .ground): connection.kind + ", 10 kΩ to GND"
        case (_, .supply): connection.kind + ", 10 kΩ to 3V3"
        default: connection.kind
        }
    }
}
