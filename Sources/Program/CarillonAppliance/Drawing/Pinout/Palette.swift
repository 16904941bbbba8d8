import CarillonBoard

/// The colours of a pinout. Their meaning is also written beside them.
enum Palette {
    static let faint = "#6a737b"
    static let body = "#343a40"
    static let pinEdge = "#adb5bd"
    static let wire = "#1c7ed6"
    static let ground = "#212529"
    static let supply = "#e8590c"
    static let power = "#e03131"
    static let device = "#495057"
    static let light = "#ffd43b"

    /// Rules that replace the colours of a picture where the browser prefers a dark background. Texts on pins and on names keep
    /// theirs.
    static let dark = """
        @media (prefers-color-scheme: dark) {
        rect[fill="white"], circle[fill="white"] { fill: #16191d }
        polyline[stroke="white"] { stroke: #16191d }
        rect[fill="#f8f9fa"], rect[fill="#f1f3f5"] { fill: #2b3035 }
        rect[fill="#e7f5ff"] { fill: #122b40; stroke: #1c5a8a }
        text[fill="#222"], text[fill="#495057"]:not([font-weight]) { fill: #e9ecef }
        text[fill="#6a737b"] { fill: #868e96 }
        text[fill="#e03131"] { fill: #ff8787 }
        text[fill="#1864ab"] { fill: #a5d8ff }
        polyline[stroke="#1c7ed6"] { stroke: #4dabf7 }
        [stroke="#212529"], [stroke="#495057"] { stroke: #ced4da }
        polyline[stroke="#e9ecef"] { stroke: #343a40 }
        circle[r="4"][fill="#212529"], circle[r="2.5"][fill="#212529"] { fill: #ced4da }
        }
        """

    /// Returns the colours of a pin.
    static func pin(_ pin: HeaderPin) -> (fill: String, text: String) {
        switch pin.role {
        case .ground: (ground, "white")
        case .supply: (supplyColor(pin), "white")
        case .line: ("#ffe8a3", "#495057")
        case .signal: ("#ced4da", "#495057")
        }
    }

    /// Returns the colours of a pin's name.
    static func name(_ pin: HeaderPin, isWired: Bool) -> (fill: String, stroke: String, text: String) {
        switch pin.role {
        case .ground: (ground, ground, "white")
        case .supply: (supplyColor(pin), supplyColor(pin), "white")
        case .line: isWired ? (wire, wire, "white") : ("#e7f5ff", "#a5d8ff", "#1864ab")
        case .signal: ("#f1f3f5", "#dee2e6", faint)
        }
    }

    private static func supplyColor(_ pin: HeaderPin) -> String { pin.name == "5V" ? power : supply }
}
