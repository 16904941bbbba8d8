import CarillonDevices
import TestSupport
import Testing

@Suite struct PictureTests {
    @Test func newPictureIsDark() {
        let picture = Picture(width: 128, height: 64)
        expectEqual(picture.bytes, Array(repeating: 0, count: 1024))
        expectEqual(picture.braille, Array(repeating: String(repeating: "\u{2800}", count: 64), count: 16))
    }

    @Test func byteHoldsEightDotsOfAColumn() {
        var picture = Picture(width: 3, height: 16)
        for (x, y) in [(0, 0), (1, 7), (2, 8), (2, 15)] { picture[x, y] = true }
        expectEqual(picture.bytes, [0x01, 0x80, 0, 0, 0, 0x81])
        #expect(picture[2, 8] && !picture[2, 9])
        picture[2, 8] = false
        #expect(!picture[2, 8])
    }

    @Test(arguments: [
        (0, 0, "⠁"), (1, 0, "⠈"), (0, 1, "⠂"), (1, 1, "⠐"), (0, 2, "⠄"), (1, 2, "⠠"), (0, 3, "⡀"), (1, 3, "⢀"),
    ])
    func brailleCharacterHasTwoByFourDots(x: Int, y: Int, character: String) {
        var picture = Picture(width: 2, height: 4)
        picture[x, y] = true
        expectEqual(picture.braille, [character])
    }

    @Test func linesOfBrailleStartAtTheTop() {
        var picture = Picture(width: 5, height: 6)
        for x in 0..<5 { picture[x, x] = true }
        expectEqual("\(picture)", "⠑⢄⠀\n⠀⠀⠁")
    }

    @Test(arguments: [(-1, 0), (0, -1), (8, 0), (0, 8), (.max, .max), (.min, .min)])
    func dotsOutsideAreDarkAndIgnored(x: Int, y: Int) {
        var picture = Picture(width: 8, height: 8)
        picture[x, y] = true
        #expect(!picture[x, y])
        expectEqual(picture, Picture(width: 8, height: 8))
    }

    @Test func impossibleSizeIsReplacedByTheNearestOne() {
        expectEqual(Picture(width: -1, height: .min), Picture(width: 0, height: 0))
        #expect(Picture(width: 0, height: 0).braille.isEmpty)
        expectEqual(Picture(width: .max, height: 1).width, 4096)
    }
}
