import CLibrary
import CarillonScheduling
import CarillonSession

/// A session as text: its circumstances, then its inputs and its event log in the order of their times.
struct SessionText {
    let session: StoredSession
    /// The numbers of all sessions in the file.
    let sessions: [UInt32]

    /// Control characters, which a damaged file may contain, do not reach the terminal.
    var lines: [String] { (circumstances + [""] + course).map(\.printable) }

    private var circumstances: [String] {
        let others = sessions.filter { $0 != session.number }.map(String.init)
        let title = "session \(session.number)\(others.isEmpty ? "" : " (others: \(others.joined(separator: ", ")))")"
        guard let header = session.header else { return ["\(title), without its header"] }
        let length = (session.entries.last?.time ?? header.start) - header.start
        return [
            title,
            "program  \(header.program) of \(header.version)",
            "board    \(header.board)",
            "wiring   \(header.wiring): \(header.inputs.joined(separator: ", "))",
            "start    \(Session.Header.date(header.wallClock))",
            "inputs   \(session.entries.count) in \(length.inSeconds) s",
            // The line of the start has the number 0.
            "events   \(session.eventLog.count { $0.number != 0 })",
        ]
    }

    private var course: [String] {
        let start = session.header?.start ?? session.entries.first?.time ?? .zero
        let names = session.header?.inputs ?? []
        // An event comes after the input that caused it, although both have the same time.
        let inputs = session.entries.map { (time: $0.time, order: 0, text: $0.text(names)) }
        let eventLog = session.eventLog.map { (time: $0.time, order: 1, text: "  event \($0.text)") }
        return Self.merge(inputs, eventLog).map { time, _, text in
            "\((time - start).inSeconds.padded(to: 14, isOnRight: true))  \(text)"
        }
    }

    private typealias Line = (time: Duration, order: Int, text: String)

    private static func merge(_ inputs: [Line], _ eventLog: [Line]) -> [Line] {
        (inputs + eventLog).enumerated().sorted { first, second in
            (first.element.time, first.element.order, first.offset)
                < (second.element.time, second.element.order, second.offset)
        }.map(\.element)
    }
}
