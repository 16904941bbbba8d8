import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonScheduling
import CarillonSession

extension Session.Entry {
    /// The input in words.
    ///
    /// - Parameter lines: The names of the input lines.
    func text(_ lines: [String]) -> String {
        func line(_ number: Int) -> String { lines.indices.contains(number) ? lines[number] : "line \(number)" }
        func effect(_ run: Int) -> String { run > 0 ? " of effect \(run)" : "" }
        func missed(_ count: Int, _ what: String) -> String { count > 0 ? ", \(count) \(what) missed before it" : "" }
        switch input {
        case .edge(let number, let level, let edge, let count):
            let delay = (time - edge).wholeNanoseconds / 1000
            return "\(line(number)) \(level) (\(delay) us ago\(missed(count, "edges")))"
        case .reading(let number, _, let level):
            return "\(line(number)) \(level.map { "found \($0)" } ?? "cannot be read")"
        case .failure(let number, let isGone):
            return "\(line(number)) \(isGone ? "is gone with its chip" : "has failed")"
        case .presence(_, let isPresent): return "the chip is \(isPresent ? "present" : "absent")"
        case .timer(let number, let count): return "timer \(number)\(missed(count, "ticks"))"
        case .call(let run): return "a thread\(effect(run)) waits for work"
        case .work(let run): return "work of another thread\(effect(run))"
        case .workTimer(let run, let number, let count):
            return "timer \(number) of another thread\(effect(run))\(missed(count, "ticks"))"
        case .event(_, let run, let value):
            let text = value.isEmpty ? "" : ": \(String(decoding: value, as: UTF8.self))"
            return "an event of another thread\(effect(run))\(text)"
        case .soundEnd(let number, let end):
            return "sound \(number) ended\(VoiceEndReason(rawValue: end).map { ": \($0)" } ?? "")"
        case .soundRefused(let number): return "sound \(number) was refused"
        case .command(let path, let payload) where path.hasPrefix(Board.pagePrefix):
            // A picture has more than a thousand characters.
            let value = payload.count > 80 ? "\(payload.prefix(79))…" : payload
            return "the page sets \(path.dropFirst(Board.pagePrefix.count)): \(value)"
        case .command(Board.playerPath, let payload): return "the player: \(payload)"
        case .command(CarillonDevices.WallClock.sessionPath, _): return "the clock is set"
        case .command(let path, let reading) where path.hasPrefix(Board.readingPrefix):
            return "\(path.dropFirst(Board.readingPrefix.count)) reads: \(reading)"
        case .command(let path, let payload): return "the fleet commands \(path): \(payload)"
        case .memory(let part): return "memory \(String(decoding: part, as: UTF8.self))"
        case .gap(let count): return "\(count) inputs or more are missing"
        }
    }
}
