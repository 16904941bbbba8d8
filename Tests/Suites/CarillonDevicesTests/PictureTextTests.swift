import CarillonDevices
import TestSupport
import Testing

@Suite struct PictureTextTests {
    private func drawn(_ text: String, width: Int = 12, height: Int = 8, size: Int = 1) -> [String] {
        var picture = Picture(width: width, height: height)
        picture.draw(text, size: size)
        return (0..<height).map { y in String((0..<width).map { picture[$0, y] ? "#" : "." }) }
    }

    @Test func letterHasFiveBySevenDotsAndSpaceAroundIt() {
        expectEqual(
            drawn("Ag"),
            [
                ".###........",
                "#...#..####.",
                "#...#.#...#.",
                "#####.#...#.",
                "#...#..####.",
                "#...#.....#.",
                "#...#..###..",
                "............",
            ])
    }

    @Test func largerLetterHasLargerDots() {
        let small = drawn("Ä")
        let large = drawn("Ä", width: 24, height: 16, size: 2)
        for (y, line) in large.enumerated() {
            expectEqual(line, String(small[y / 2].flatMap { [$0, $0] }))
        }
    }

    /// A text in a picture of a size, and the texts of which each fills 8 rows of it.
    static let layouts: [Row<(String, width: Int, height: Int), [String]>] = [
        Row("lines are drawn from top to bottom", ("A\n\nA", 12, 24), ["A", "", "A"]),
        Row("a return and a line feed are one end of a line", ("A\r\nA", 12, 16), ["A", "A"]),
        Row("a line that is too long continues in the next one", ("ABC", 12, 16), ["AB", "C"]),
        Row("a line that fits ends at its line feed", ("AB\nC", 12, 16), ["AB", "C"]),
        Row("text below the picture is omitted", ("AB\nCD", 12, 8), ["AB"]),
        Row("endless text is omitted", (String(repeating: "A", count: 10_000), 12, 8), ["AA"]),
        Row("a decomposed letter is drawn like a composed one", ("a\u{308}", 12, 8), ["ä"]),
        // The picture need not have room for the space after the last letter.
        Row("a line of eleven dots has two letters", ("ABC", 11, 16), ["AB", "C"]),
        Row("a picture narrower than a letter has one in each line", ("AB", 3, 16), ["A", "B"]),
    ]

    @Test(arguments: layouts)
    func textIsLaidOutLikeTheseLines(row: Row<(String, width: Int, height: Int), [String]>) {
        let (text, width, height) = row.given
        let expected = row.expected.flatMap { drawn($0, width: width) }
        expectEqual(drawn(text, width: width, height: height), expected, sourceLocation: row.place)
    }

    @Test func largestLettersFillThePicture() { #expect(drawn("A", size: .max).allSatisfy { !$0.isEmpty }) }

    @Test func letterMissingInTheFontIsReplacedByASimilarOne() {
        expectEqual(drawn("Sigur Rós, Dvořák, Łódź"), drawn("Sigur Ros, Dvorak, Lodz"))
        expectEqual(drawn("“Don’t” – Ø\u{a0}S\u{323}"), drawn("\"Don't\" - O S"))
    }

    @Test func lettersOfASCIIAndSomeOthersHaveDifferentDrawings() {
        let letters = (32..<127).map { Character(Unicode.Scalar($0)) } + Array("°µ€ÄÖÜßäöüàçèéêñ…")
        let drawings = letters.map { drawn(String($0)) }
        expectEqual(Set(drawings).count, letters.count)
        #expect(!drawings.contains(drawn("漢")))
        #expect(drawn("漢") == drawn("🔔") && drawn("漢") != drawn(" "))
    }
}
