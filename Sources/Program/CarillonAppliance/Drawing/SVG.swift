/// A picture in SVG, built element by element.
package struct SVG {
    /// The beginning of each file that this program draws.
    package static let signature = "<svg xmlns=\"http://www.w3.org/2000/svg\" data-drawn-by=\"carillon\""

    /// The alignment of a text to its position.
    package enum Anchor: String {
        case start, middle, end
    }

    private var elements: [String] = []

    package init() {}

    package mutating func rectangle(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double = 0, fill: String,
        stroke: String? = nil, strokeWidth: Double = 1
    ) {
        elements.append(
            "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(width))\""
                + " height=\"\(Self.number(height))\""
                + (radius == 0 ? "" : " rx=\"\(Self.number(radius))\"") + " fill=\"\(fill)\""
                + Self.stroke(stroke, strokeWidth) + "/>")
    }

    package mutating func circle(
        _ x: Double, _ y: Double, radius: Double, fill: String, stroke: String? = nil, strokeWidth: Double = 1
    ) {
        elements.append(
            "<circle cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"\(Self.number(radius))\" fill=\"\(fill)\""
                + Self.stroke(stroke, strokeWidth) + "/>")
    }

    /// Draws a line through `points`.
    package mutating func line(
        _ points: [(x: Double, y: Double)], color: String, width: Double = 1, fill: String = "none"
    ) {
        let path = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }.joined(separator: " ")
        elements.append("<polyline points=\"\(path)\" fill=\"\(fill)\"" + Self.stroke(color, width) + "/>")
    }

    package mutating func text(
        _ text: String, _ x: Double, _ y: Double, anchor: Anchor = .start, size: Double = 12, color: String = "#222",
        isBold: Bool = false
    ) {
        guard !text.isEmpty else { return }
        elements.append(
            "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\""
                + (anchor == .start ? "" : " text-anchor=\"\(anchor)\"")
                + (size == 12 ? "" : " font-size=\"\(Self.number(size))\"") + (isBold ? " font-weight=\"bold\"" : "")
                + " fill=\"\(color)\">\(Self.escaped(text))</text>")
    }

    /// Returns the whole picture, on white, or on a dark background for browsers that prefer one.
    package func document(width: Double, height: Double) -> String {
        let (width, height) = (width.rounded(.up), height.rounded(.up))
        return """
            \(Self.signature) width="\(Self.number(width))" height="\(Self.number(height))" \
            viewBox="0 0 \(Self.number(width)) \(Self.number(height))" \
            font-family="Helvetica, Arial, 'DejaVu Sans', sans-serif" font-size="12">
            <style>\(Palette.dark)</style>
            <rect width="100%" height="100%" fill="white"/>
            \(elements.joined(separator: "\n"))
            </svg>

            """
    }

    /// Returns the maximum width of `text`: in bold, and in the widest of the picture's fonts.
    package static func width(of text: String, size: Double = 12) -> Double { Double(text.count) * size * 0.7 }

    private static func stroke(_ color: String?, _ width: Double) -> String {
        guard let color else { return "" }
        return " stroke=\"\(color)\"" + (width == 1 ? "" : " stroke-width=\"\(number(width))\"")
    }

    /// Returns the number with one digit after the decimal point, unless that is 0.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        return sign + "\(abs(tenths) / 10)" + (tenths % 10 == 0 ? "" : ".\(abs(tenths) % 10)")
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
