/// A picture of dots that are lit or dark, for small displays.
///
///     var picture = Picture(width: 128, height: 64)
///     for x in 0..<128 { picture[x, 32] = true }
public struct Picture: Equatable, Sendable {
    /// The width in dots.
    public let width: Int
    /// The height in dots.
    public let height: Int
    /// The dots in the format of most displays. Each byte contains eight dots of a column, with the top dot in the
    /// lowest bit. The bytes of the top eight rows come first, from left to right.
    public private(set) var bytes: [UInt8]

    /// Creates a dark picture.
    ///
    /// - Parameters:
    ///   - width: In dots, clamped to 0...4096.
    ///   - height: In dots, clamped to 0...4096.
    public init(width: Int, height: Int) {
        self.width = min(max(width, 0), 4096)
        self.height = min(max(height, 0), 4096)
        bytes = Array(repeating: 0, count: self.width * ((self.height + 7) / 8))
    }

    /// Creates a picture from its dots; nil if `bytes` has another size.
    package init?(width: Int, height: Int, bytes: [UInt8]) {
        self.init(width: width, height: height)
        guard bytes.count == self.bytes.count else { return nil }
        self.bytes = bytes
    }

    /// Whether a dot is lit. Dots outside the picture are dark, and setting them has no effect.
    ///
    /// - Parameters:
    ///   - x: From 0 at the left.
    ///   - y: From 0 at the top.
    public subscript(x: Int, y: Int) -> Bool {
        get { hasDot(x, y) && bytes[y / 8 * width + x] >> (y % 8) & 1 == 1 }
        set {
            guard hasDot(x, y) else { return }
            let dot = UInt8(1) << (y % 8)
            if newValue { bytes[y / 8 * width + x] |= dot } else { bytes[y / 8 * width + x] &= ~dot }
        }
    }

    /// The picture for a terminal: lines of Braille characters from top to bottom. Each character shows 2 x 4 dots.
    public var braille: [String] {
        stride(from: 0, to: height, by: 4).map { top in
            String(
                stride(from: 0, to: width, by: 2).map { left in
                    let dots = Self.brailleDots.enumerated().reduce(UInt32(0)) { dots, place in
                        let isLit = self[left + place.offset % 2, top + place.offset / 2]
                        return isLit ? dots | place.element : dots
                    }
                    return Character(Unicode.Scalar(0x2800 + dots) ?? " ")
                })
        }
    }

    /// The bits of a Braille character's dots, row by row.
    private static let brailleDots: [UInt32] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

    private func hasDot(_ x: Int, _ y: Int) -> Bool { (0..<width).contains(x) && (0..<height).contains(y) }
}

extension Picture: CustomStringConvertible {
    /// The picture as lines of Braille characters.
    public var description: String { braille.joined(separator: "\n") }
}
