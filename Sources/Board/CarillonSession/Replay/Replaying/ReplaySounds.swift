/// The sounds of a replay, whose ends are those of the session.
struct ReplaySounds {
    /// The end of a sound that the replaying engine does not play, as a `VoiceEnd`.
    static let displaced = 2

    private var sounding: [Int: @Sendable (Int) -> Void] = [:]
    /// The sounds that have ended in the replaying engine, before their end in the session.
    private var early: [Int: Int] = [:]
    private var count = 0
    private let refused: Set<Int>

    init(_ session: Session) {
        refused = Set(
            session.entries.compactMap { if case .soundRefused(let number) = $0.input { number } else { nil } })
    }

    /// Returns the number of a sound that begins.
    mutating func begin(_ onEnd: @escaping @Sendable (Int) -> Void) -> Int {
        count += 1
        if !isRefused(count) { sounding[count] = onEnd }
        return count
    }

    func isRefused(_ number: Int) -> Bool { refused.contains(number) }

    /// Returns the function to call at the end of a sound; nil if the sound does not exist or has ended.
    mutating func take(_ number: Int) -> (@Sendable (Int) -> Void)? {
        early[number] = nil
        return sounding.removeValue(forKey: number)
    }

    /// Notes that a sound has ended in the replaying engine.
    ///
    /// - Returns: The function to call, after the session.
    mutating func endsByItself(_ number: Int, _ end: Int, isOver: Bool) -> (@Sendable (Int) -> Void)? {
        if isOver { return take(number) }
        if sounding[number] != nil { early[number] = end }
        return nil
    }

    /// Returns the sounds that have ended in the engine but not in the session, with the reasons.
    mutating func goOn() -> [(onEnd: @Sendable (Int) -> Void, end: Int)] {
        early.sorted { $0.key < $1.key }.compactMap { number, end in take(number).map { ($0, end) } }
    }
}
