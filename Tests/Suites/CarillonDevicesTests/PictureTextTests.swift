import CarillonDevices
import Testing

@Suite struct PictureTextTests {
    private func drawn(_ text: String, width: Int = 12, height: Int = 8, size: Int = 1) -> [String] {
        var picture = Picture(width: width, height: height)
        picture.draw(text, size: size)
        return (0..<height).map { y in String((0..<width).map { picture[$0, y] ? "#" : "." }) }
    }

    @Test func letterHasFiveBySevenDotsAndSpaceAroundIt() {
        #expect(
            drawn("Ag") == [
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
            #expect(line == String(small[y / 2].flatMap { [$0, $0] }))
        }
    }

    @Test func linesGoDown() {
        #expect(drawn("A\n\nA", height: 24) == drawn("A") + drawn("") + drawn("A"))
        #expect(drawn("A\r\nA", height: 16) == drawn("A") + drawn("A"))
    }

    @Test func lineThatIsTooLongGoesOnInTheNextOne() {
        #expect(drawn("ABC", height: 16) == drawn("AB") + drawn("C"))
        // The picture need not have room for the space after the last letter.
        #expect(drawn("ABC", width: 11, height: 16) == drawn("AB\nC", width: 11, height: 16))
        #expect(drawn("AB\nC", height: 16) == drawn("AB") + drawn("C"))
        #expect(drawn("AB", width: 3, height: 16) == drawn("A\nB", width: 3, height: 16))
    }

    @Test func textBelowThePictureIsOmitted() {
        #expect(drawn("AB\nCD") == drawn("AB"))
        #expect(drawn(String(repeating: "A", count: 10_000)) == drawn("AA"))
        #expect(drawn("A", size: .max).allSatisfy { !$0.isEmpty })
    }

    @Test func thereAreLettersForASCIIAndSomeMoreEachAnotherOne() {
        let letters = (32..<127).map { Character(Unicode.Scalar($0)) } + Array("°µ€ÄÖÜßäöüàçèéêñ")
        let drawings = letters.map { drawn(String($0)) }
        #expect(Set(drawings).count == letters.count)
        #expect(!drawings.contains(drawn("漢")))
        #expect(drawn("漢") == drawn("🔔") && drawn("漢") != drawn(" "))
    }

    @Test func letterIsTheSameInWhateverWayItIsEncoded() {
        #expect(drawn("a\u{308}") == drawn("ä"))
    }
}
