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
    public internal(set) var bytes: [UInt8]

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

/// Text on pictures, in letters of 5 x 7 dots.
extension Picture {
    /// The width and height of a letter in dots, including the space to its right and below it.
    public static var letterSize: (width: Int, height: Int) { (Font.columns + 1, Font.rows + 1) }

    /// Draws text. A line that is longer than the picture continues on the next line. Text below the picture is
    /// omitted.
    ///
    /// The font contains ASCII and °µ€ÄÖÜßäöüàçèéêñ…. Other European letters lose their marks, and typographic signs are
    /// replaced by ASCII. All other characters are drawn as a box.
    ///
    /// - Parameters:
    ///   - text: Lines of text.
    ///   - x: The left edge of each line, in dots from the left of the picture.
    ///   - y: The top edge of the first line, in dots from the top of the picture.
    ///   - size: The width and height of each dot of a letter, in the picture's dots, at least 1.
    public mutating func draw(_ text: String, x: Int = 0, y: Int = 0, size: Int = 1) {
        let size = min(max(size, 1), max(width, height, 1))
        let step = (width: Self.letterSize.width * size, height: Self.letterSize.height * size)
        var (left, top) = (x, y)
        for letter in text {
            let isNewline = letter.isNewline
            // The space after the last letter of a line may be outside the picture.
            if isNewline || left + step.width - size > width, left > x || isNewline {
                (left, top) = (x, top + step.height)
            }
            guard top < height else { return }
            guard !isNewline else { continue }
            draw(Font.columns(of: letter), left, top, size)
            left += step.width
        }
    }

    private mutating func draw(_ columns: ArraySlice<UInt8>, _ left: Int, _ top: Int, _ size: Int) {
        guard size > 1 else {
            for (column, dots) in columns.enumerated() { light(dots, x: left + column, y: top) }
            return
        }
        for (column, dots) in columns.enumerated() {
            for row in 0..<Font.rows where dots >> row & 1 == 1 {
                for dot in 0..<size * size {
                    self[left + column * size + dot % size, top + row * size + dot / size] = true
                }
            }
        }
    }
}

/// Carillon's own font.
enum Font {
    static let columns = 5
    static let rows = 7

    /// Returns whether the font has a letter.
    static func contains(_ letter: Character) -> Bool { places[letter] != nil }

    /// Returns the columns of a letter, or of a similar one, from left to right, with the top dot in the lowest bit.
    static func columns(of letter: Character) -> ArraySlice<UInt8> {
        let place = places[letter] ?? PlainLetters.plain(letter).flatMap { places[$0] } ?? places.count
        return dots[place * columns..<(place + 1) * columns]
    }

    private static let places = Dictionary(uniqueKeysWithValues: letters.enumerated().map { ($1, $0) })

    /// The columns of all letters in order, followed by those of the box.
    private static let dots: [UInt8] = {
        let lines = drawing.utf8.split(separator: UInt8(ascii: "\n"))
        let lit = UInt8(ascii: "#")
        return stride(from: 0, to: lines.count, by: rows).flatMap { block in
            stride(from: 0, to: lines[block].count, by: columns + 1).flatMap { left in
                (left..<left + columns).map { column in
                    (0..<rows).reduce(UInt8(0)) { dots, row in
                        let line = lines[block + row]
                        let isLit = line[line.index(line.startIndex, offsetBy: column)] == lit
                        return isLit ? dots | 1 << row : dots
                    }
                }
            }
        }
    }()

    private static let letters =
        " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~°µ€ÄÖÜßäöüàçèéêñ…"

    private static let drawing = """
        ..... ..#.. .#.#. .#.#. ..#.. ##... .##.. ..#.. ...#. .#... ..... ..... ..... ..... ..... .....
        ..... ..#.. .#.#. .#.#. .#### ##..# #..#. ..#.. ..#.. ..#.. ..#.. ..#.. ..... ..... ..... ....#
        ..... ..#.. .#.#. ##### #.#.. ...#. #.#.. ..#.. .#... ...#. #.#.# ..#.. ..... ..... ..... ...#.
        ..... ..#.. ..... .#.#. .###. ..#.. .#... ..... .#... ...#. .###. ##### ..... ##### ..... ..#..
        ..... ..#.. ..... ##### ..#.# .#... #.#.# ..... .#... ...#. #.#.# ..#.. ..##. ..... ..... .#...
        ..... ..... ..... .#.#. ####. #..## #..#. ..... ..#.. ..#.. ..#.. ..#.. ..#.. ..... .##.. #....
        ..... ..#.. ..... .#.#. ..#.. ...## .##.# ..... ...#. .#... ..... ..... .#... ..... .##.. .....

        .###. ..#.. .###. ##### ...#. ##### ..##. ##### .###. .###. ..... ..... ...#. ..... .#... .###.
        #...# .##.. #...# ...#. ..##. #.... .#... ....# #...# #...# .##.. .##.. ..#.. ..... ..#.. #...#
        #..## ..#.. ....# ..#.. .#.#. ####. #.... ...#. #...# #...# .##.. .##.. .#... ##### ...#. ....#
        #.#.# ..#.. ...#. ...#. #..#. ....# ####. ..#.. .###. .#### ..... ..... #.... ..... ....# ...#.
        ##..# ..#.. ..#.. ....# ##### ....# #...# .#... #...# ....# .##.. .##.. .#... ##### ...#. ..#..
        #...# ..#.. .#... #...# ...#. #...# #...# .#... #...# ...#. .##.. ..#.. ..#.. ..... ..#.. .....
        .###. .###. ##### .###. ...#. .###. .###. .#... .###. .##.. ..... .#... ...#. ..... .#... ..#..

        .###. .###. ####. .###. ###.. ##### ##### .###. #...# .###. ..### #...# #.... #...# #...# .###.
        #...# #...# #...# #...# #..#. #.... #.... #...# #...# ..#.. ...#. #..#. #.... ##.## ##..# #...#
        #.### #...# #...# #.... #...# #.... #.... #.... #...# ..#.. ...#. #.#.. #.... #.#.# ##..# #...#
        #.#.# ##### ####. #.... #...# ####. ####. #.### ##### ..#.. ...#. ##... #.... #.#.# #.#.# #...#
        #.### #...# #...# #.... #...# #.... #.... #...# #...# ..#.. ...#. #.#.. #.... #...# #..## #...#
        #.... #...# #...# #...# #..#. #.... #.... #...# #...# ..#.. #..#. #..#. #.... #...# #..## #...#
        .###. #...# ####. .###. ###.. ##### #.... .#### #...# .###. .##.. #...# ##### #...# #...# .###.

        ####. .###. ####. .#### ##### #...# #...# #...# #...# #...# ##### .###. ..... .###. ..#.. .....
        #...# #...# #...# #.... ..#.. #...# #...# #...# #...# #...# ....# .#... #.... ...#. .#.#. .....
        #...# #...# #...# #.... ..#.. #...# #...# #...# .#.#. .#.#. ...#. .#... .#... ...#. #...# .....
        ####. #...# ####. .###. ..#.. #...# #...# #.#.# ..#.. ..#.. ..#.. .#... ..#.. ...#. ..... .....
        #.... #.#.# #.#.. ....# ..#.. #...# #...# #.#.# .#.#. ..#.. .#... .#... ...#. ...#. ..... .....
        #.... #..#. #..#. ....# ..#.. #...# .#.#. ##.## #...# ..#.. #.... .#... ....# ...#. ..... .....
        #.... .##.# #...# ####. ..#.. .###. ..#.. #...# #...# ..#.. ##### .###. ..... .###. ..... #####

        .#... ..... #.... ..... ....# ..... ..##. ..... #.... ..#.. ...#. #.... .##.. ..... ..... .....
        ..#.. ..... #.... ..... ....# ..... .#..# .#### #.... ..... ..... #.... ..#.. ..... ..... .....
        ...#. .###. #.##. .###. .##.# .###. .#... #...# #.##. .##.. ..##. #..#. ..#.. ##.#. #.##. .###.
        ..... ....# ##..# #.... #..## #...# ###.. #...# ##..# ..#.. ...#. #.#.. ..#.. #.#.# ##..# #...#
        ..... .#### #...# #.... #...# ##### .#... .#### #...# ..#.. ...#. ##... ..#.. #.#.# #...# #...#
        ..... #...# #...# #...# #...# #.... .#... ....# #...# ..#.. #..#. #.#.. ..#.. #...# #...# #...#
        ..... .#### ####. .###. .#### .###. .#... .###. #...# .###. .##.. #..#. .###. #...# #...# .###.

        ..... ..... ..... ..... .#... ..... ..... ..... ..... ..... ..... ...#. ..#.. .#... ..... .##..
        ..... ..... ..... ..... .#... ..... ..... ..... ..... ..... ..... ..#.. ..#.. ..#.. ..... #..#.
        ####. .##.# #.##. .###. ###.. #...# #...# #...# #...# #...# ##### ..#.. ..#.. ..#.. .#... #..#.
        #...# #..## ##..# #.... .#... #...# #...# #...# .#.#. #...# ...#. .#... ..#.. ...#. #.#.# .##..
        ####. .#### #.... .###. .#... #...# #...# #.#.# ..#.. .#### ..#.. ..#.. ..#.. ..#.. ...#. .....
        #.... ....# #.... ....# .#..# #..## .#.#. #.#.# .#.#. ....# .#... ..#.. ..#.. ..#.. ..... .....
        #.... ....# #.... ####. ..##. .##.# ..#.. .#.#. #...# .###. ##### ...#. ..#.. .#... ..... .....

        ..... ..### #...# #...# #...# .##.. .#.#. .#.#. .#.#. .#... ..... .#... ...#. ..#.. .##.# .....
        ..... .#... .###. .###. ..... #..#. ..... ..... ..... ..#.. .###. ..#.. ..#.. .#.#. #.##. .....
        #...# ####. #...# #...# #...# #..#. .###. .###. #...# .###. #.... .###. .###. .###. ..... .....
        #...# .#... #...# #...# #...# #.#.. ....# #...# #...# ....# #...# #...# #...# #...# #.##. .....
        ##.## ####. ##### #...# #...# #..#. .#### #...# #...# .#### .###. ##### ##### ##### ##..# .....
        #.#.# .#... #...# #...# #...# #..#. #...# #...# #..## #...# ..#.. #.... #.... #.... #...# .....
        #.... ..### #...# .###. .###. #.##. .#### .###. .##.# .#### .#... .###. .###. .###. #...# #.#.#

        #####
        #...#
        #...#
        #...#
        #...#
        #...#
        #####
        """
}
