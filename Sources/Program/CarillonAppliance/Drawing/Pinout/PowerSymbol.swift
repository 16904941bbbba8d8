import CarillonBoard

/// The symbols beyond a device's box: the load that a driver switches, and the supply that is not the board's.
struct PowerSymbol {
    private static let (gap, height, textSize) = (10.0, 11.0, 9.0)
    /// The lanes beside the box. The wires to the rails pass below.
    private static let (upperLane, lowerLane) = (-7.0, 1.0)
    /// The lane of a load that shares its driver's supply: higher, so that its two wires to the supply are visible.
    private static let sharingLane = -9.0

    private let connection: PinConnection
    private let y: Double
    private let position: (Double) -> Double

    /// - Parameters:
    ///   - y: The middle of the box's first row.
    ///   - position: Converts a distance from the end of the box to a coordinate.
    init(_ connection: PinConnection, y: Double, position: @escaping (Double) -> Double) {
        (self.connection, self.y, self.position) = (connection, y, position)
    }

    /// Returns the width beyond the box; 0 for a device that the board supplies, and for a further box of a device.
    static func width(of connection: PinConnection) -> Double {
        guard !connection.ends.isEmpty else { return 0 }
        return switch connection.element {
        case .poweredModule: gap + width(of: supply(of: connection))
        case .load: gap + width(of: connection.part) + gap + width(of: supply(of: connection))
        case .contact, .toggle, .diode, .diodeWithSharedLeg, .sounder, .module, .fiveVoltModule: 0
        }
    }

    private static func width(of text: String) -> Double { SVG.width(of: text, size: textSize) + 6 }

    /// The text on the supply. A supply behind a contact, such as mains voltage, has nothing in common with the board.
    private static func supply(of connection: PinConnection) -> String {
        connection.driver?.isSuppliedByBoard == true ? "own supply" : "own supply: + here, − to GND"
    }

    func draw(into svg: inout SVG) {
        switch connection.element {
        case .poweredModule: drawSupply(from: 0, to: Self.gap, lane: Self.upperLane, into: &svg)
        case .load(let driver):
            let loadEnd = Self.gap + Self.width(of: connection.part)
            let loadLane = driver.isConverter ? Self.sharingLane : Self.upperLane
            for shift in driver.isConverter ? [0] : [-2.5, 2.5] {
                let lane = y + loadLane + shift
                svg.line([(position(0), lane), (position(Self.gap), lane)], color: Palette.device, width: 1.5)
            }
            svg.box(
                connection.part, position(Self.gap), position(loadEnd), y + loadLane, height: Self.height,
                size: Self.textSize, color: Palette.device)
            // A contact stands between the load and its supply; an amplifier needs that supply itself.
            drawSupply(
                from: driver.isSuppliedByBoard ? loadEnd : 0, to: loadEnd + Self.gap,
                lane: driver.isSuppliedByBoard ? Self.upperLane : Self.lowerLane, into: &svg)
            if driver.isConverter { drawSharedSupply(to: loadEnd, into: &svg) }
        case .contact, .toggle, .diode, .diodeWithSharedLeg, .sounder, .module, .fiveVoltModule: break
        }
    }

    private func drawSupply(from start: Double, to end: Double, lane: Double, into svg: inout SVG) {
        let text = Self.supply(of: connection)
        let color = connection.driver?.isSuppliedByBoard == true ? Palette.device : Palette.power
        svg.line([(position(start), y + lane), (position(end), y + lane)], color: color, width: 2)
        svg.box(
            text, position(end), position(end + Self.width(of: text)), y + lane, height: Self.height,
            size: Self.textSize, color: color)
    }

    /// Draws the wires from the load to the driver's supply and to the driver's wire to ground.
    private func drawSharedSupply(to loadEnd: Double, into svg: inout SVG) {
        let (plus, minus) = (position(Self.gap + 8), position(loadEnd - 8))
        let edge = y + Self.sharingLane + Self.height / 2
        let (supply, ground) = (y + Self.lowerLane, y + connection.offset(of: .ground))
        svg.line([(plus, edge), (plus, supply)], color: Palette.power, width: 2)
        svg.circle(plus, supply, radius: 2.5, fill: Palette.power)
        svg.line([(minus, supply - 3), (minus, supply + 3)], color: "white", width: 6)
        svg.line([(minus, edge), (minus, ground)], color: Palette.ground, width: 2)
        svg.circle(minus, ground, radius: 2.5, fill: Palette.ground)
    }
}

extension SVG {
    /// Draws a box with a text between two positions, which may be in any order.
    ///
    /// - Parameters:
    ///   - y: The middle of the box.
    ///   - color: The colour of the edge and, without a colour of its own, of the text.
    mutating func box(
        _ content: String, _ near: Double, _ far: Double, _ y: Double, height: Double, size: Double, color: String,
        fill: String = "white", text: String? = nil
    ) {
        rectangle(
            min(near, far), y - height / 2, abs(far - near), height, radius: 3, fill: fill, stroke: color,
            strokeWidth: 1.5)
        self.text(content, (near + far) / 2, y + size * 0.35, anchor: .middle, size: size, color: text ?? color)
    }
}
