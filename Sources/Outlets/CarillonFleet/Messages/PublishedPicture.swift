import CarillonDevices

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Pictures as files that browsers show.
extension Picture {
    /// The picture as a BMP file of one bit a dot, without compression: a lit dot is white, a dark one black.
    ///
    /// Source: Microsoft, "Bitmap Storage" (BITMAPFILEHEADER, BITMAPINFOHEADER, RGBQUAD). Numbers are little-endian.
    var bitmap: [UInt8] {
        // Rows are multiples of 4 bytes.
        let (header, row) = (62, (width + 31) / 32 * 4)
        var bytes = [UInt8](repeating: 0, count: header + row * height)
        func set(_ number: Int, at offset: Int) {
            for byte in 0..<4 { bytes[offset + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte)) }
        }
        (bytes[0], bytes[1]) = (UInt8(ascii: "B"), UInt8(ascii: "M"))
        for (offset, number) in [
            (2, bytes.count), (10, header), (14, 40), (18, width), (22, height),
            (26, 1 | 1 << 16),  // one plane, one bit a dot
            (34, row * height), (46, 2),
            (58, 0xff_ffff),  // the second of two colours
        ] { set(number, at: offset) }
        // The lowest row comes first, and the left dot is the highest bit.
        for y in 0..<height {
            let start = header + (height - 1 - y) * row
            for x in 0..<width where self[x, y] { bytes[start + x / 8] |= 0x80 >> (x % 8) }
        }
        return bytes
    }
}

extension Feature.Value {
    /// The retained state of a feature; nil for a feature without one. A picture is a BMP file in Base64.
    var state: String? { picture.map { Data($0.bitmap).base64EncodedString() } ?? payload }
}

/// Decides when a display's picture is sent: at most one in 10 s. The newest one wins.
struct PictureThrottle {
    /// The shortest time between two pictures.
    static let pause = Duration.seconds(10)

    private var due: Duration
    private var hasChanged = false

    /// - Parameter now: The time at which the first picture is sent.
    init(at now: Duration) { due = now + Self.pause }

    /// The time at which the newest picture is sent; nil if it has been sent.
    var wakeUp: Duration? { hasChanged ? due : nil }

    /// Notes that the picture has changed.
    ///
    /// - Returns: Whether it is the first change since a picture was sent.
    mutating func changed() -> Bool {
        defer { hasChanged = true }
        return !hasChanged
    }

    /// Returns whether the newest picture is to be sent now, and notes that it is.
    ///
    /// - Parameter isLast: Whether no other call follows, so that the picture does not wait.
    mutating func take(at now: Duration, isLast: Bool = false) -> Bool {
        guard let wakeUp, isLast || now >= wakeUp else { return false }
        self = PictureThrottle(at: now)
        return true
    }
}
