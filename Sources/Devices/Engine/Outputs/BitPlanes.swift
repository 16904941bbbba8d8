import CarillonScheduling

/// A dimmer for up to 64 lines, which switches all of them at the same few times.
///
/// A frame of 10 ms has eight slots, one for each bit of a brightness. Each slot is half as long as the previous one. A
/// line is active in the slots whose bits are set in its brightness: bit 7 is half of the time, bit 0 a 255th. So 64
/// lines with 64 brightnesses need eight switching times per frame; pulses of 64 lengths would need 65. The technique
/// is called binary code modulation. Its cost is that a change from 127 to 128 moves the light within the frame, which
/// is hardly visible at 100 frames per second.
struct BitPlanes: Equatable {
    /// The length of a frame, in nanoseconds. Frames begin at the clock's multiples of it.
    static let frame: Int64 = 10_000_000

    /// The lines that are fully on.
    private var lit: UInt64 = 0
    /// The lines that are neither on nor off.
    private var dimmed: UInt64 = 0
    /// The dimmed lines that are active in each slot, the longest slot first.
    private var planes = SIMD8<UInt64>()

    /// Whether any line is neither on nor off.
    var isDimming: Bool { dimmed != 0 }

    /// The lines that are on, even if dimly.
    var active: UInt64 { lit | dimmed }

    /// Sets the brightness of a line.
    ///
    /// - Parameter line: From 0 to 63.
    mutating func set(_ brightness: Brightness, of line: Int) {
        let line: UInt64 = 1 &<< UInt64(line)
        lit = brightness == .full ? lit | line : lit & ~line
        let isDimmed = brightness != .full && brightness != .dark
        guard isDimmed || dimmed & line != 0 else { return }
        dimmed = isDimmed ? dimmed | line : dimmed & ~line
        for slot in 0..<8 {
            let isActive = isDimmed && brightness.level & 0x80 >> slot != 0
            planes[slot] = isActive ? planes[slot] | line : planes[slot] & ~line
        }
    }

    /// Returns the levels of the lines at `time`.
    func levels(at time: Duration) -> UInt64 { isDimming ? lit | planes[Self.slot(at: time)] : lit }

    /// Returns the next time after `time` at which the levels change; nil if no line is dimmed.
    func nextChange(after time: Duration) -> Duration? {
        guard isDimming else { return nil }
        let nanoseconds = time.wholeNanoseconds
        let frameStart = nanoseconds - nanoseconds % Self.frame
        let slot = Self.slot(at: time)
        for next in slot + 1...slot + 8 where planes[next % 8] != planes[slot] {
            return .nanoseconds(frameStart + Int64(next / 8) * Self.frame + Self.start(ofSlot: next % 8))
        }
        return nil
    }

    /// Returns the start of a slot within the frame, in nanoseconds. The slots of the higher bits precede it: 128, 192,
    /// 224 … of the 255 parts.
    private static func start(ofSlot slot: Int) -> Int64 {
        let parts = 256 - 256 >> slot
        return (Int64(parts) * frame + 254) / 255
    }

    private static func slot(at time: Duration) -> Int {
        let place = time.wholeNanoseconds % frame
        var slot = 7
        while slot > 0, start(ofSlot: slot) > place { slot -= 1 }
        return slot
    }
}
