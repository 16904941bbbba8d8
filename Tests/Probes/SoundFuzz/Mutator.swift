/// A generator of damaged files, as accidents and attackers produce them.
struct Mutator: RandomNumberGenerator {
    private var state: UInt64

    init(number: Int) {
        state = UInt64(bitPattern: Int64(number)) &* 0x2545_F491_4F6C_DD1D
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func mutate(_ seed: [UInt8], beside others: [[UInt8]]) -> [UInt8] {
        var bytes = seed
        for _ in 0...random(4) where !bytes.isEmpty { change(&bytes, beside: others) }
        // Without right checksums, no decoder would see the change.
        if random(4) > 0 { OggPage.repairChecksums(of: &bytes) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8], beside others: [[UInt8]]) {
        switch random(10) {
        case 0...2: bytes[place(bytes)] = UInt8(random(256))
        case 3: bytes[place(bytes)] ^= 1 << UInt8(random(8))
        case 4...5: write(number(), to: &bytes)
        case 6: bytes.removeLast(random(bytes.count))
        case 7:
            let start = place(bytes)
            bytes.removeSubrange(start..<min(start + 1 + random(64), bytes.count))
        case 8:
            let start = place(bytes)
            let part = bytes[start..<min(start + 1 + random(64), bytes.count)]
            bytes.insert(contentsOf: Array(part), at: place(bytes))
        default:
            let other = others[random(others.count)]
            bytes = Array(bytes[..<place(bytes)] + other[random(other.count)...])
        }
    }

    /// Returns a position, preferably in the header, where a wrong byte has the most effect.
    private mutating func place(_ bytes: [UInt8]) -> Int {
        random(random(3) == 0 ? bytes.count : min(bytes.count, 160))
    }

    /// Returns a number that is unusual for a length or a count.
    private mutating func number() -> UInt32 {
        let odd: [UInt32] = [0, 1, 0x7F, 0xFF, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF]
        return random(2) == 0 ? odd[random(odd.count)] : UInt32(truncatingIfNeeded: next())
    }

    private mutating func write(_ number: UInt32, to bytes: inout [UInt8]) {
        let start = place(bytes)
        let isLittle = random(2) == 0
        for byte in 0..<4 where start + byte < bytes.count {
            bytes[start + byte] = UInt8(truncatingIfNeeded: number >> UInt32(isLittle ? 8 * byte : 24 - 8 * byte))
        }
    }

    private mutating func random(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &self) }
}
