import CarillonBoard

/// A board's headers as a picture, with the devices of a wiring and the wires to them.
///
/// Each pin has a row, which also shows its device. Wires to ground and to supplies end on a rail, as on a breadboard,
/// and the rail is wired to a pin on its side. So the wires of two lines never cross.
package struct PinoutPicture {
    private static let margin = 32.0
    /// The height of the title and the subtitle, and of the line with the devices that are not drawn.
    private static let (titleHeight, othersHeight) = (86.0, 18.0)
    private static let gap = 48.0

    private let title: String
    private let subtitle: String
    /// The line with the devices that are not drawn; empty for none.
    private let others: String
    private let headers: [HeaderPicture]

    /// - Parameters:
    ///   - wiring: The name of the wiring; nil without one.
    ///   - connections: The devices and their pins.
    ///   - others: The devices without a pin, which are not drawn.
    package init(
        _ board: BoardDescription, wiring: String?, connections: [PinConnection], others: [String] = []
    ) {
        title = board.title
        self.others = others.isEmpty ? "" : "not drawn: " + others.joined(separator: ", ")
        subtitle = [wiring, "pin 1 is the square one"].compactMap { $0 }.joined(separator: ", ")
        headers = board.headers.map { HeaderPicture($0, connections: connections, place: board.place) }
    }

    package var svg: String {
        var svg = SVG()
        svg.text(title, Self.margin, 42, size: 22, isBold: true)
        svg.text(subtitle, Self.margin, 64, size: 13, color: Palette.faint)
        svg.text(others, Self.margin, 64 + Self.othersHeight, size: 13, color: Palette.faint)
        let top = Self.titleHeight + (others.isEmpty ? 0 : Self.othersHeight)
        var x = Self.margin
        for header in headers {
            header.draw(into: &svg, x: x, y: top)
            x += header.width + Self.gap
        }
        let height = headers.map(\.height).max() ?? 0
        let lines = [SVG.width(of: title, size: 22)] + [subtitle, others].map { SVG.width(of: $0, size: 13) }
        return svg.document(
            width: max(x - Self.gap, Self.margin + (lines.max() ?? 0)) + Self.margin,
            height: top + height + Self.margin)
    }
}

extension Header {
    /// The pins of each row, from the left to the right.
    var rows: [[HeaderPin]] {
        stride(from: 0, to: pins.count, by: columns).map { Array(pins[$0..<min($0 + columns, pins.count)]) }
    }

    /// Returns the pins of a column from the top to the bottom; nil for a row that lacks it.
    func side(_ column: Int) -> [HeaderPin?] { rows.map { $0.dropFirst(column).first } }
}

/// One header, with the devices on both sides.
private struct HeaderPicture {
    private static let pitch = DeviceSymbol.pitch
    private static let pinRadius = 10.0
    private static let border = 5.0
    private static let (nameHeight, nameSize) = (26.0, 15.0)

    private let name: String
    private let columns: Int
    private let rows: [[HeaderPin]]
    private let left: HeaderSide?
    private let right: HeaderSide

    init(_ header: Header, connections: [PinConnection], place: (PinConnection.End, HeaderPin) -> String) {
        name = header.name
        let isPair = header.columns == 2
        columns = header.columns
        rows = header.rows
        let (first, second) = (header.side(0), header.side(1))
        left = isPair ? HeaderSide(first, others: second, isLeft: true, connections: connections, place: place) : nil
        right = HeaderSide(
            isPair ? second : first, others: isPair ? first : [], isLeft: false, connections: connections, place: place)
    }

    private var bodyWidth: Double { Double(columns) * Self.pitch + 2 * Self.border }
    /// The part of the name that extends beyond the body on each side. The name is centred above the body.
    private var nameOverhang: Double { max((SVG.width(of: name, size: Self.nameSize) - bodyWidth) / 2, 0) }
    private var leftWidth: Double { max(left?.width ?? 0, nameOverhang) }
    var width: Double { leftWidth + bodyWidth + max(right.width, nameOverhang) }
    var height: Double { (name.isEmpty ? 0 : Self.nameHeight) + Double(rows.count) * Self.pitch + 2 * Self.border }

    func draw(into svg: inout SVG, x: Double, y: Double) {
        let bodyLeft = x + leftWidth
        var top = y
        if !name.isEmpty {
            svg.text(name, bodyLeft + bodyWidth / 2, y + 14, anchor: .middle, size: Self.nameSize, isBold: true)
            top += Self.nameHeight
        }
        let firstRow = top + Self.border + Self.pitch / 2
        svg.rectangle(
            bodyLeft, top, bodyWidth, Double(rows.count) * Self.pitch + 2 * Self.border, radius: 6, fill: Palette.body)
        for (index, row) in rows.enumerated() {
            for (column, pin) in row.enumerated() {
                let x = bodyLeft + Self.border + (Double(column) + 0.5) * Self.pitch
                drawPin(pin, x, firstRow + Double(index) * Self.pitch, into: &svg)
            }
        }
        let farPin = Self.border + 1.5 * Self.pitch
        left?.draw(into: &svg, edge: bodyLeft, farPin: farPin, firstRow: firstRow, pitch: Self.pitch)
        right.draw(into: &svg, edge: bodyLeft + bodyWidth, farPin: farPin, firstRow: firstRow, pitch: Self.pitch)
    }

    private func drawPin(_ pin: HeaderPin, _ x: Double, _ y: Double, into svg: inout SVG) {
        let colors = Palette.pin(pin)
        if pin.number == 1 {
            svg.rectangle(
                x - Self.pinRadius, y - Self.pinRadius, 2 * Self.pinRadius, 2 * Self.pinRadius, radius: 2,
                fill: colors.fill, stroke: Palette.pinEdge)
        } else {
            svg.circle(x, y, radius: Self.pinRadius, fill: colors.fill, stroke: Palette.pinEdge)
        }
        svg.text("\(pin.number)", x, y + 4, anchor: .middle, size: 11, color: colors.text, isBold: true)
    }
}
