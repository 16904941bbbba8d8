import CarillonDevices

/// Text. It has one line, or more after `lineLimit(_:)`. A text that does not fit ends with an ellipsis.
public struct Text: PrimitiveView {
    let text: String

    /// Creates a view of a text.
    public init(_ text: some StringProtocol) { self.text = String(text) }

    /// Creates a view of a number with a fixed number of decimals, such as `21.50`.
    ///
    /// - Parameters:
    ///   - number: Shown as `-` if it is not finite, or if its magnitude is more than 10^9.
    ///   - decimals: The number of digits after the point, from 0 to 6; clamped.
    public init(_ number: Double, decimals: Int) {
        guard number.magnitude <= 1e9 else {
            text = "-"
            return
        }
        let decimals = min(max(decimals, 0), 6)
        let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int((number.magnitude * Double(scale)).rounded())
        let fraction = String(scaled % scale + scale).dropFirst()
        let sign = number < 0 && scaled > 0 ? "-" : ""
        text = decimals == 0 ? "\(sign)\(scaled)" : "\(sign)\(scaled / scale).\(fraction)"
    }

    /// Creates a view of the hours and minutes of a time, such as `07:00`.
    public init(time: TimeOfDay) { text = time.hoursAndMinutes }

    public func _describe(_ context: inout ViewContext) { context.add(.text(text)) }
}

extension TimeOfDay {
    /// The time without its seconds, such as `07:00`.
    var hoursAndMinutes: String { "\(TimeOfDay(hour: hour, minute: minute))" }
}

/// A picture. Displays of letters show its label instead.
public struct Image: PrimitiveView {
    let picture: Picture
    let label: String

    /// Creates a view of a picture.
    ///
    /// - Parameters:
    ///   - picture: The dots.
    ///   - label: The text on displays of letters, and on a bench.
    public init(_ picture: Picture, label: String = "") { (self.picture, self.label) = (picture, label) }

    public func _describe(_ context: inout ViewContext) { context.add(.picture(picture, label: label)) }
}

/// A progress as a bar over the whole width.
public struct ProgressView: PrimitiveView {
    let share: Double

    /// Creates a bar.
    ///
    /// - Parameters:
    ///   - value: From 0 to `total`; clamped.
    ///   - total: The value of a full bar. The bar is empty if it is not positive.
    public init(value: Double, total: Double = 1) { share = total > 0 ? value / total : 0 }

    public func _describe(_ context: inout ViewContext) { context.add(.bar(share, width: nil)) }
}

/// A size of letters. Displays of letters have a single size.
public struct Font: Sendable {
    /// The magnification of letters of 5 x 7 dots.
    let size: Int

    /// Letters of 5 x 7 dots.
    public static let body = Font(size: 1)
    /// Letters of 10 x 14 dots.
    public static let title = Font(size: 2)
    /// Letters of 15 x 21 dots.
    public static let largeTitle = Font(size: 3)
    /// Returns a font.
    ///
    /// - Parameter size: The height in dots with the space below, which is rounded down to a multiple of 8, and at least 8.
    public static func system(size: Int) -> Font { Font(size: max(1, size / 8)) }
}

struct StyledView<Content: View>: PrimitiveView {
    let content: Content
    let change: (inout Style) -> Void

    func _describe(_ context: inout ViewContext) {
        let style = context.style
        change(&context.style)
        content._describe(&context)
        context.style = style
    }
}

extension View {
    /// Sets the colour of texts, on surfaces that have colours. nil keeps the surface's own colour. Displays of one colour
    /// ignore it.
    public func foregroundColor(_ color: Color?) -> some View { StyledView(content: self) { $0.color = color } }

    /// Sets the colour of texts, like `foregroundColor(_:)`.
    public func color(_ color: Color?) -> some View { foregroundColor(color) }

    /// Sets the size of letters.
    public func font(_ font: Font) -> some View { StyledView(content: self) { $0.fontSize = font.size } }

    /// Swaps lit and dark dots. Displays of letters ignore it.
    public func inverse(_ isInverse: Bool = true) -> some View {
        StyledView(content: self) { $0.isInverse = isInverse }
    }

    /// Wraps texts into lines.
    ///
    /// - Parameter limit: The largest number of lines, at least 1; nil for any number.
    public func lineLimit(_ limit: Int?) -> some View {
        StyledView(content: self) { $0.lineLimit = limit.map { max($0, 1) } }
    }
}
