import CarillonBoard

/// A rail that the devices of one side share, as on a breadboard: ground, or a supply.
struct Rail {
    let end: PinConnection.End
    /// The row of the pin that feeds it; nil if this side has none.
    let pinRow: Int?
    /// The pin of this header that feeds it; nil if it has none that is suitable.
    let pin: HeaderPin?
    /// Whether the first pin of the other column feeds it, around the top of the header.
    private let isFedFromTop: Bool
    /// The place of the pin that feeds it, in words.
    private let feed: String
    /// The rows that it spans.
    let rows: ClosedRange<Int>
    /// The offsets of its two ends from the middles of the first row and the last, where a device's wire meets it.
    private let (topOffset, bottomOffset): (Double, Double)

    /// Creates the rail for `end`; nil if no device needs it.
    ///
    /// If several pins can feed it, it uses the pin that makes it the shortest.
    ///
    /// - Parameters:
    ///   - top: The first pin of the other column.
    ///   - place: Returns the place of the pin that feeds it, near a pin of this side, in words.
    init?(
        _ end: PinConnection.End, pins: [HeaderPin?], top: HeaderPin? = nil, connections: [PinConnection?],
        place: (HeaderPin) -> String
    ) {
        let wired = connections.indices.filter { connections[$0]?.ends.contains(end) == true }
        guard let first = wired.first, let last = wired.last else { return nil }
        self.end = end
        func detour(_ row: Int) -> Int { max(first - row, row - last, 0) }
        let feeds = pins.indices.filter { row in pins[row].map(end.isSupplied) == true }
        pinRow = feeds.min { detour($0) < detour($1) }
        isFedFromTop = pinRow == nil && top.map(end.isSupplied) == true
        pin = pinRow.flatMap { pins[$0] } ?? (isFedFromTop ? top : nil)
        feed = pins[first].map(place) ?? end.name
        // Without a pin on this side, the rail extends to the top.
        rows = min(first, pinRow ?? 0)...max(last, pinRow ?? last)
        topOffset = pinRow != nil && rows.lowerBound == first ? connections[first]?.offset(of: end) ?? 0 : 0
        bottomOffset = rows.upperBound == last ? connections[last]?.offset(of: end) ?? 0 : 0
    }

    var color: String { end.color }

    /// Draws the rail, and its wire to the pin.
    ///
    /// - Parameters:
    ///   - pinX: The end of the pin's name.
    ///   - topX: The middle of the other column.
    ///   - isCrossing: Whether the wire only crosses another rail.
    ///   - y: The middle of a row.
    func draw(into svg: inout SVG, x: Double, pinX: Double, topX: Double, isCrossing: Bool, y: (Int) -> Double) {
        svg.line(
            [(x, y(rows.lowerBound) + topOffset), (x, y(rows.upperBound) + bottomOffset)], color: color, width: 3)
        if let pinRow {
            if isCrossing { svg.line([(pinX, y(pinRow)), (x, y(pinRow))], color: "white", width: 7) }
            svg.line([(pinX, y(pinRow)), (x, y(pinRow))], color: color, width: 2.5)
            svg.circle(x, y(pinRow), radius: 4, fill: color)
        } else if isFedFromTop {
            let top = y(0) - 26
            svg.line([(x, y(0)), (x, top), (topX, top), (topX, y(0) - 10)], color: color, width: 3)
        } else {
            svg.line([(x, y(0)), (x, y(0) - 16)], color: color, width: 3)
            svg.text("to \(feed)", x, y(0) - 20, anchor: .middle, size: 10, color: color, isBold: true)
        }
    }
}

extension PinConnection {
    /// Returns the offset of the wire to `end` from the middle of the device's row: a module has two wires, one above
    /// the other. Those of a driver pass below its load.
    func offset(of end: End) -> Double {
        switch element {
        case .module, .fiveVoltModule, .poweredModule: end == .ground ? 5 : -5
        case .load: end == .ground ? 10 : 3
        case .contact, .toggle, .diode, .diodeWithSharedLeg, .sounder: 0
        }
    }
}

extension PinConnection.End {
    /// The name of the pins that feed it. Lines have 3.3 V, so pull-up resistors must not go to a higher voltage.
    var name: String {
        switch self {
        case .ground: "GND"
        case .supply: "3V3"
        case .power: "5V"
        }
    }

    /// The colour of its rail.
    var color: String {
        switch self {
        case .ground: Palette.ground
        case .supply: Palette.supply
        case .power: Palette.power
        }
    }

    /// Returns whether `pin` can feed it.
    func isSupplied(by pin: HeaderPin) -> Bool { pin.name == name && !pin.isLine }
}
