/// The starts of a program in a row, with this one, that have not come to a steady state.
///
/// After three of them with a memory, the memory before it is used.
struct StartCount {
    static let maximum = 3

    private(set) var count: Int
    /// The number of memories that were not used because the program crashed with them.
    private var crashed = 0
    /// The last of them.
    private var crashing: [UInt8]?

    /// - Parameter text: The contents of the lock's file. A text that is no count is ignored.
    init(_ text: [UInt8] = []) {
        let number = Int(String(decoding: text, as: UTF8.self)) ?? 0
        count = 0...3 * Self.maximum ~= number ? number : 0
    }

    /// The contents of the lock's file.
    var text: [UInt8] { count == 0 ? [] : Array("\(count)".utf8) }

    /// Returns whether the program crashed at three starts with a memory.
    mutating func hasCrashed(with memory: [UInt8]) -> Bool {
        if memory == crashing { return true }
        guard crashed < count / Self.maximum else { return false }
        crashed += 1
        crashing = memory
        return true
    }

    mutating func start() { count += 1 }

    /// Forgets the start that was counted.
    mutating func settle() { if count > 0 { count = crashed * Self.maximum } }

    /// Counts this start for the memory that is used, because those before it have been set aside.
    mutating func setAside() {
        if crashed > 0 { count = 1 }
        crashed = 0
    }
}
