import CarillonDevices
import CarillonScheduling
import TestSupport
import Testing

/// Areas are changed eight dots at a time; here, they are compared with the same areas dot by dot.
@Suite struct PictureAreaTests {
    @Test func areasHaveTheDotsOfTheirRectangle() {
        var random = RandomNumbers(seed: 1)
        var (bytes, dots) = (Picture(width: 19, height: 21), Picture(width: 19, height: 21))
        for _ in 0..<2000 {
            let (x, y) = (Int.random(in: -20...25, using: &random), Int.random(in: -20...25, using: &random))
            let (width, height) = (Int.random(in: 0...24, using: &random), Int.random(in: 0...24, using: &random))
            let isInverted = Bool.random(using: &random)
            if isInverted {
                bytes.invert(x: x, y: y, width: width, height: height)
            } else {
                bytes.fill(x: x, y: y, width: width, height: height)
            }
            for column in x..<x + width {
                for row in y..<y + height { dots[column, row] = isInverted ? !dots[column, row] : true }
            }
            guard bytes == dots else { break }
        }
        expectEqual(bytes, dots)
    }

    @Test func pictureIsDrawnAtAnyPosition() {
        var random = RandomNumbers(seed: 2)
        for _ in 0..<500 {
            let (x, y) = (Int.random(in: -20...25, using: &random), Int.random(in: -20...25, using: &random))
            var other = Picture(width: 7, height: 12)
            for column in 0..<7 { for row in 0..<12 { other[column, row] = Bool.random(using: &random) } }
            var (drawn, dots) = (Picture(width: 19, height: 21), Picture(width: 19, height: 21))
            drawn.draw(other, x: x, y: y)
            for column in 0..<7 { for row in 0..<12 where other[column, row] { dots[x + column, y + row] = true } }
            guard drawn == dots else { return expectEqual(drawn, dots, "at \(x), \(y)") }
        }
    }
}
