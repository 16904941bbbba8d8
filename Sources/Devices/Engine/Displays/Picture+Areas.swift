/// Areas of pictures, eight dots of a column at a time.
extension Picture {
    /// Lights the dots of a rectangle. Dots outside the picture are ignored.
    package mutating func fill(x: Int, y: Int, width: Int, height: Int) {
        change(x, y, width, height) { $0 | $1 }
    }

    /// Swaps lit and dark dots of a rectangle. Dots outside the picture are ignored.
    package mutating func invert(x: Int, y: Int, width: Int, height: Int) {
        change(x, y, width, height) { $0 ^ $1 }
    }

    /// Lights the dots that are lit in another picture, whose top left is at this place.
    package mutating func draw(_ other: Picture, x: Int, y: Int) {
        for (index, dots) in other.bytes.enumerated() where dots != 0 {
            light(dots, x: x + index % other.width, y: y + index / other.width * 8)
        }
    }

    /// Lights up to eight dots of a column, from `y` down. The top dot is in the lowest bit.
    mutating func light(_ dots: UInt8, x: Int, y: Int) {
        guard (0..<width).contains(x), y > -8, y < height else { return }
        let (row, shift) = (y >> 3, y & 7)
        let all = UInt16(dots) << shift
        if row >= 0 { bytes[row * width + x] |= UInt8(truncatingIfNeeded: all) & mask(of: row) }
        if shift > 0, (row + 1) * 8 < height {
            bytes[(row + 1) * width + x] |= UInt8(all >> 8) & mask(of: row + 1)
        }
    }

    /// Returns the bits of a row of bytes that are dots of the picture.
    private func mask(of row: Int) -> UInt8 { height - row * 8 < 8 ? UInt8(1) << (height & 7) - 1 : 0xff }

    private mutating func change(
        _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ combine: (UInt8, UInt8) -> UInt8
    ) {
        let (top, bottom) = (max(y, 0), min(y + height, self.height))
        let (left, right) = (max(x, 0), min(x + width, self.width))
        guard top < bottom, left < right else { return }
        for row in top / 8...(bottom - 1) / 8 {
            let (first, end) = (max(top - row * 8, 0), min(bottom - row * 8, 8))
            let mask = UInt8(truncatingIfNeeded: 1 << end - 1 << first)
            for index in row * self.width + left..<row * self.width + right {
                bytes[index] = combine(bytes[index], mask)
            }
        }
    }
}
