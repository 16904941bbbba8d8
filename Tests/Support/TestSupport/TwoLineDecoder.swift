/// The receiver of a TM1637 as its data sheet describes it (Titan Micro, V2.4: interface interpretation). It receives the
/// levels of the clock and of the data line, and has the bytes of each transfer.
public struct TwoLineDecoder: Sendable {
    /// The bytes of each finished transfer.
    public private(set) var transfers: [[UInt8]] = []
    /// The changes that are not allowed.
    public private(set) var faults: [String] = []
    private var clock = true
    private var data = true
    /// The bits since the start, the first one first; nil outside of a transfer.
    private var bits: [Bool]?

    /// Creates a receiver whose lines are idle: both are high.
    public init() {}

    /// Receives the levels after a change.
    public mutating func take(clock newClock: Bool, data newData: Bool) {
        defer { (clock, data) = (newClock, newData) }
        switch (newClock != clock, newData != data) {
        case (true, true): faults.append("both lines change")
        case (true, false) where newClock: bits?.append(newData)
        case (false, true) where clock: newData ? stop() : start()
        default: break
        }
    }

    private mutating func start() {
        if bits != nil { faults.append("start within a transfer") }
        bits = []
    }

    /// A stop has a clock of its own, like each bit.
    private mutating func stop() {
        guard let bits = bits?.dropLast(), !bits.isEmpty, bits.count % 9 == 0 else {
            faults.append("stop after \(bits?.count ?? 0) bits")
            return
        }
        var bytes: [UInt8] = []
        for first in stride(from: 0, to: bits.count, by: 9) {
            bytes.append((0..<8).reduce(0) { $0 | (bits[first + $1] ? 1 << UInt8($1) : 0) })
            // The chip pulls the data line low.
            if bits[first + 8] { faults.append("the line is driven high during an acknowledgement") }
        }
        transfers.append(bytes)
        self.bits = nil
    }
}
