import CarillonGPIO

/// The input lines of a replay, and the observers of the chip's presence.
struct ReplayLines {
    private var lines: [Int: ReplayLine] = [:]
    private var observers: [@Sendable (Bool) -> Void] = []
    private var atTheEnd: [() -> Void] = []
    /// The levels that the session's readings have found, by line and number of the reading.
    private var readings: [Int: [Int: Level?]] = [:]

    init(_ session: Session) {
        for case .reading(let line, let number, let level) in session.entries.lazy.map(\.input) {
            readings[line, default: [:]][number] = .some(level)
        }
    }

    /// - Parameter goOn: Called at the end of the session.
    mutating func add(_ line: ReplayLine, number: Int, goOn: @escaping () -> Void) {
        line.surprises = readings[number] ?? [:]
        lines[number] = line
        atTheEnd.append(goOn)
    }

    /// - Parameter goOn: Called at the end of the session.
    mutating func addObserver(_ handler: @escaping @Sendable (Bool) -> Void, goOn: @escaping () -> Void) {
        observers.append(handler)
        atTheEnd.append(goOn)
    }

    /// The line with this number in the session; nil if the program has not requested it.
    subscript(number: Int) -> ReplayLine? { lines[number] }

    /// Returns the observer with this number, from 1; nil if there is none.
    func observer(_ number: Int) -> (@Sendable (Bool) -> Void)? {
        observers.indices.contains(number - 1) ? observers[number - 1] : nil
    }

    /// Lets all lines follow the chip from now on.
    func goOn() {
        for work in atTheEnd { work() }
    }
}
