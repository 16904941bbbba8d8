/// The commands on their way to the board's queue.
///
/// Each press counts, up to a limit. Of the commands that set a feature, the newest one replaces one that waits, so that a
/// burst ends in the state that was asked for last.
struct CommandLane: Sendable {
    /// The largest number of presses on their way.
    private static let mostPresses = 64

    /// The features with a command on its way, and the newest command that waits behind it.
    private var waiting: [Int: String?] = [:]
    private var presses = 0
    /// The presses that were lost since all others have arrived.
    private var lost: [Int: Int] = [:]

    /// Returns whether to carry out a command now.
    mutating func begin(_ payload: String, for entry: Int, isPress: Bool) -> Bool {
        guard isPress else {
            let isFirst = waiting[entry] == nil
            waiting.updateValue(isFirst ? nil : payload, forKey: entry)
            return isFirst
        }
        guard presses < Self.mostPresses else {
            lost[entry, default: 0] += 1
            return false
        }
        presses += 1
        return true
    }

    /// Notes that a command has been carried out.
    ///
    /// - Returns: The command for the same feature to carry out next, and the presses to report as lost.
    mutating func end(_ entry: Int, isPress: Bool) -> (next: String?, lost: [(entry: Int, count: Int)]) {
        guard isPress else {
            guard let next = waiting[entry] ?? nil else {
                waiting[entry] = nil
                return (nil, [])
            }
            waiting.updateValue(nil, forKey: entry)
            return (next, [])
        }
        presses -= 1
        guard presses == 0 else { return (nil, []) }
        defer { lost = [:] }
        return (nil, lost.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }
}
