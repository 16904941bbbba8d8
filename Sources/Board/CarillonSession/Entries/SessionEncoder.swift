import CarillonScheduling

/// Encodes entries as few bytes.
///
/// The first byte of an entry has its kind in the upper half; the lower half is a small number. Numbers follow in
/// groups of seven bits, the lowest first. Times are in nanoseconds since the entry before. Timers are numbered from
/// the timer before, because most timers that fire are recent.
package struct SessionEncoder: Sendable {
    /// The kinds of entries.
    enum Kind: UInt8 {
        case edge, reading, failure, presence, timer, call, work, workTimer, event, soundEnd, soundRefused, gap,
            command, memory
    }

    /// The largest number in the lower half of the first byte that stands for itself.
    static let mostSmall = 14
    /// The number that stands for a number after the first byte.
    static let isLarge = 15

    /// The bytes so far. The owner may remove them.
    package var bytes: [UInt8] = []
    private var time: Int64
    private var timer = 0

    /// - Parameter start: The time that the first entry's time is relative to.
    package init(start: Duration) { time = start.wholeNanoseconds }

    /// Appends an entry to `bytes`.
    package mutating func append(_ entry: Session.Entry) {
        let now = entry.time.wholeNanoseconds
        switch entry.input {
        case .edge(let line, let level, let edge, let missed):
            // A line below 7 without lost edges, and its level, fit into the first byte.
            let isPlain = line < 7 && missed == 0
            head(.edge, (isPlain ? line : 7) << 1 | (level == .active ? 1 : 0))
            if !isPlain { put(line, missed) }
            put(time: now)
            putSigned(now &- edge.wholeNanoseconds)
            return
        case .reading(let line, let number, let level):
            head(.reading, level.map { $0 == .active ? 1 : 0 } ?? 2)
            put(line, number)
        case .failure(let line, let isGone):
            head(.failure, isGone ? 1 : 0)
            put(line)
        case .presence(let observer, let isPresent):
            head(.presence, isPresent ? 1 : 0)
            put(observer)
        case .timer(let number, let missed):
            head(.timer, min(missed, Self.isLarge))
            if missed > Self.mostSmall { put(missed) }
            putSigned(Int64(number &- timer))
            timer = number
        case .call(let run): headAndNumber(.call, run)
        case .work(let run): headAndNumber(.work, run)
        case .workTimer(let run, let number, let missed):
            headAndNumber(.workTimer, run)
            put(number, missed)
        case .event(let loop, let run, let value):
            headAndNumber(.event, loop)
            put(run)
            put(value)
        case .soundEnd(let sound, let end):
            headAndNumber(.soundEnd, end)
            put(sound)
        case .soundRefused(let sound):
            head(.soundRefused)
            put(sound)
        case .gap(let count):
            head(.gap)
            put(count)
        case .command(let path, let payload):
            head(.command)
            put(Array(path.utf8))
            put(Array(payload.utf8))
        case .memory(let part):
            head(.memory, 1)
            put(part)
        }
        put(time: now)
    }

    private mutating func head(_ kind: Kind, _ small: Int = 0) { bytes.append(kind.rawValue << 4 | UInt8(small)) }

    private mutating func headAndNumber(_ kind: Kind, _ number: Int) {
        head(kind, min(number, Self.isLarge))
        if number > Self.mostSmall { put(number) }
    }

    private mutating func put(time now: Int64) {
        putSigned(now &- time)
        time = now
    }

    private mutating func put(_ numbers: Int...) {
        for number in numbers { put(UInt64(clamping: number)) }
    }

    private mutating func put(_ content: [UInt8]) {
        put(content.count)
        bytes += content
    }

    /// The sign is the lowest bit.
    private mutating func putSigned(_ number: Int64) { put(UInt64(bitPattern: number << 1 ^ number >> 63)) }

    private mutating func put(_ number: UInt64) {
        var number = number
        while number >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: number) | 0x80)
            number >>= 7
        }
        bytes.append(UInt8(number))
    }
}
