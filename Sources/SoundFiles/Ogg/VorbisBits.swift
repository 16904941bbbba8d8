import CarillonAudio

/// A reader of the bits of a Vorbis packet, the lowest bit of each byte first: Vorbis I specification, section 2.
struct VorbisBits {
    private let bytes: ArraySlice<UInt8>
    /// In bits.
    private var position = 0

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// The number of bits left.
    var remaining: Int { bytes.count * 8 - position }

    /// Reads a number of `count` bits, at most 32; nil if fewer are left.
    mutating func read(_ count: Int) -> Int? {
        guard count <= remaining else { return nil }
        var value = 0
        var filled = 0
        while filled < count {
            let taken = min(8 - position % 8, count - filled)
            let bits = Int(bytes[bytes.startIndex + position / 8]) >> (position % 8) & (1 << taken - 1)
            value |= bits << filled
            position += taken
            filled += taken
        }
        return value
    }

    /// Skips `count` bits; returns false if fewer are left.
    mutating func skip(_ count: Int) -> Bool {
        guard count <= remaining else { return false }
        position += count
        return true
    }

    /// Returns the position of the highest set bit, counted from 1; 0 for 0: section 9.2.1.
    static func width(of number: Int) -> Int { Int.bitWidth - number.leadingZeroBitCount }
}
