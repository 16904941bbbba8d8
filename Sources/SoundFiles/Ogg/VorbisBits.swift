import CarillonAudio

/// Reads a packet of Vorbis bit by bit, the lowest of each byte first: Vorbis I specification, section 2.
struct VorbisBits {
    private let bytes: ArraySlice<UInt8>
    /// In bits.
    private var position = 0

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// How many bits are left.
    var remaining: Int { bytes.count * 8 - position }

    /// The next number of up to 32 bits; nil if there are not as many.
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

    /// False if there are not as many.
    mutating func skip(_ count: Int) -> Bool {
        guard count <= remaining else { return false }
        position += count
        return true
    }

    /// The number of the highest bit that is set, counted from 1; 0 for 0: section 9.2.1.
    static func width(of number: Int) -> Int { Int.bitWidth - number.leadingZeroBitCount }
}
