import CarillonBoard
import CarillonScheduling
import CarillonSession

/// The file of a session that somebody has changed, with right checksums.
struct HostileFile {
    /// Texts that want to be code, commands of a terminal, or other lines.
    private static let texts = [
        "", "evil()", "\nevil()", "\revil()", "\"; evil(); \"", "\\(evil())", "\"#; evil(); #\"", "\"\"\"\nevil()",
        "*/ evil() /*",
        "\u{1b}]0;evil()\u{7}", "\u{2028}evil()", "\u{202e}evil()", "\u{0}", "\u{FFFD}…", "é\u{301}\u{301}", "🔔",
        "((((", "T(n: 1",
        "seconds", "1 seconds 2", " -> ", ", then ", "0", "-1", "99999999999999999999", "a\tb", "page:led/lamp",
        "led/lamp",
        String(repeating: "(", count: 500), String(repeating: "\"#", count: 300), String(repeating: "x", count: 5000),
    ]
    private static let numbers = [
        0, 1, 2, 3, 7, 14, 15, 16, 255, 65_536, (1 << 31) - 1, 1 << 31, 1 << 47, 1 << 48, Int.max,
    ]
    private static let jumps: [Int64] = [
        0, 1, -1, 1000, -1_000_000, 1_000_000_000, 86_400_000_000_000, -86_400_000_000_000, 1 << 60, -(1 << 60), .max,
        .min,
    ]

    let bytes: [UInt8]
    private var random: RandomNumbers

    /// - Parameter session: A session that a program has recorded.
    init(_ session: Session, seed: UInt64) {
        random = RandomNumbers(seed: seed)
        var (random, session) = (random, session)
        let changes = Int.random(in: 0...4, using: &random)
        for _ in 0..<changes { Self.change(&session, &random) }
        var (log, slots) = (SessionLog(session.header, limit: nil), [Int: SessionBlock]())
        for entry in session.entries { log.append(entry) }
        for line in session.eventLog { log.append(line) }
        log.flush()
        while let write = log.nextWrite {
            if let block = SessionBlock(write.bytes[...]) { slots[write.offset] = block }
            log.wrote()
        }
        var blocks = slots.sorted { $0.key < $1.key }.map(\.value)
        while Int.random(in: 0..<3, using: &random) == 0 { Self.change(&blocks, &random) }
        bytes = blocks.flatMap { $0.bytes(size: SessionBlock.size).prefix(SessionBlock.size) }
    }

    // MARK: Values

    private static func text(_ random: inout RandomNumbers) -> String { texts.randomElement(using: &random)! }

    private static func number(_ random: inout RandomNumbers) -> Int {
        Bool.random(using: &random) ? Int.random(in: 0...6, using: &random) : numbers.randomElement(using: &random)!
    }

    private static func moved(_ time: Duration, _ random: inout RandomNumbers) -> Duration {
        guard Bool.random(using: &random) else { return time }
        return .nanoseconds(time.wholeNanoseconds &+ jumps.randomElement(using: &random)!)
    }

    private static func input(at time: Duration, _ random: inout RandomNumbers) -> Session.Input {
        let (first, second) = (number(&random), number(&random))
        let isActive = Bool.random(using: &random)
        switch Int.random(in: 0..<14, using: &random) {
        case 0: return .edge(line: first, isActive ? .active : .inactive, time: moved(time, &random), missed: second)
        case 1: return .reading(line: first, number: second, isActive ? .active : nil)
        case 2: return .failure(line: first, isGone: isActive)
        case 3: return .presence(observer: first, isActive)
        case 4: return .timer(first, missed: second)
        case 5: return .call(run: first)
        case 6: return .work(run: first)
        case 7: return .workTimer(run: first, number: second, missed: number(&random))
        case 8:
            var json = JSONText()
            json.object { json in
                json.key(isActive ? "named" : text(&random))
                json.object { json in
                    json.key("_0")
                    json.string(text(&random))
                }
            }
            let value = isActive ? json.bytes : Array(text(&random).utf8)
            return .event(loop: first, run: second, value: value)
        case 9: return .soundEnd(first, second)
        case 10: return .soundRefused(first)
        case 11: return .command(path: text(&random), payload: text(&random))
        case 12: return .gap(first)
        default: return .memory(Array("\(isActive ? "bell" : text(&random)): \(text(&random))".utf8))
        }
    }

    // MARK: Changes

    private static func change(_ session: inout Session, _ random: inout RandomNumbers) {
        let place = Int.random(in: 0...session.entries.count, using: &random)
        let time = session.entries.indices.contains(place) ? session.entries[place].time : session.header.start
        switch Int.random(in: 0..<10, using: &random) {
        case 0...3:
            let entry = Session.Entry(time: moved(time, &random), input(at: time, &random))
            session.entries.insert(entry, at: place)
        case 4 where place < session.entries.count: session.entries.remove(at: place)
        case 5 where place < session.entries.count:
            session.entries.swapAt(place, Int.random(in: session.entries.indices, using: &random))
        case 6 where place < session.entries.count:
            session.entries[place] = Session.Entry(time: moved(time, &random), session.entries[place].input)
        case 7:
            let line = EventLogLine(
                time: moved(time, &random), text: "\(number(&random)) \(text(&random))\(text(&random))")
            session.eventLog.insert(line, at: Int.random(in: 0...session.eventLog.count, using: &random))
        case 8: session.header.start = moved(session.header.start, &random)
        default:
            switch Int.random(in: 0..<6, using: &random) {
            case 0: session.header.program = text(&random)
            case 1: session.header.board = text(&random)
            case 2: session.header.inputs.append(text(&random))
            case 3: session.header.inputs.shuffle(using: &random)
            case 4: session.header.wallClock = jumps.randomElement(using: &random)!
            default: session.header.seed = .max
            }
        }
    }

    private static func change(_ blocks: inout [SessionBlock], _ random: inout RandomNumbers) {
        guard let place = blocks.indices.randomElement(using: &random) else { return }
        let block = blocks[place]
        var (key, start, previous, payload) = (block.key, block.start, block.previousLength, block.payload)
        switch Int.random(in: 0..<7, using: &random) {
        case 0: blocks.remove(at: place)
        case 1: blocks.append(block)
        case 2: start = .nanoseconds(jumps.randomElement(using: &random)!)
        case 3: previous = Int.random(in: 0...5000, using: &random)
        case 4:
            key = SessionBlock.Key(
                session: UInt32.random(in: 0...3, using: &random) &- 1,
                kind: SessionBlock.Kind.allCases.randomElement(using: &random)!,
                number: UInt32.random(in: 0...3, using: &random) &- 1)
        case 5: payload = Array(payload.prefix(Int.random(in: 0...payload.count, using: &random)))
        default:
            for _ in 0...3 where !payload.isEmpty {
                payload[Int.random(in: payload.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
        }
        if blocks.indices.contains(place) {
            blocks[place] = SessionBlock(key, start: start, previousLength: previous, payload: payload)
        }
    }
}
