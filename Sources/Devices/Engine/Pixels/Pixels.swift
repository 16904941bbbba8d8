/// The colours of several pixels, and the pattern that all of them show.
public struct Pixels: Equatable, Sendable {
    /// The colours of the pixels while the pattern is fully on, in the order of the pixels.
    public let colors: [Color]
    /// The pattern of all pixels.
    public let pattern: Pattern
    /// Whether the pixels form a ring, which begins at the top and goes clockwise.
    public let isRing: Bool

    /// Creates a value from the colours and the pattern of pixels.
    public init(_ colors: [Color], _ pattern: Pattern = .on, isRing: Bool = false) {
        (self.colors, self.pattern, self.isRing) = (colors, pattern, isRing)
    }
}

extension Pixels: CustomStringConvertible {
    /// The number of pixels that are lit: `12 of 60 lit`. A pixel is lit unless it is black or the pattern is `.off`.
    public var description: String {
        "\(pattern == .off ? 0 : colors.count { !$0.isBlack }) of \(colors.count) lit"
    }
}
