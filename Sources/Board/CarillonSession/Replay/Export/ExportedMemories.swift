import CarillonBoard
import CarillonDevices

/// The memories that a session began with, as a test contains them: on one line each, without the checksum.
struct ExportedMemories {
    private let texts: [(name: String, text: String)]
    /// The state of the clock; nil for a program without a clock.
    private let clock: String?

    init(_ session: Session) {
        var memories = session.memoryParts.joinedMemories
        clock = memories.removeValue(forKey: Board.clockMemory).map { String(decoding: $0, as: UTF8.self) }
        texts = memories.sorted { $0.key < $1.key }.map { name, text in
            (name, Self.line(of: String(decoding: text, as: UTF8.self)))
        }
    }

    private var isEmpty: Bool { texts.isEmpty }

    /// The parts, as of a session.
    var parts: [[UInt8]] {
        let all = texts + (clock.map { [(Board.clockMemory, $0)] } ?? [])
        return all.flatMap { Array($0.1.utf8).memoryParts($0.0) }
    }

    /// The arguments of the bench.
    var arguments: String {
        let start = clock.flatMap { ClockStart($0) }.map { start in
            let zone = start.zoneText
            let time = "\"\(start.local)\""
            return ", clock: "
                + (zone == "UTC0" ? time : "BenchTime(\(time), zone: \(SwiftText.literal(zone)))")
        }
        return (isEmpty ? "" : ", memory: memory") + (start ?? "")
    }

    /// The line of Swift that declares the memory of the bench.
    var lines: [String] {
        guard !isEmpty else { return [] }
        let elements = texts.map { "\(SwiftText.literal($0.name)): \(SwiftText.rawLiteral($0.text))" }
        return ["let memory: BenchMemory = [\(elements.joined(separator: ", "))]"]
    }

    /// Returns a text of JSON on one line. The strings in JSON contain no line ends of Swift.
    private static func line(of text: String) -> String {
        var lines = text.split { ["\n", "\r\n", "\r"].contains($0) }.map { String($0.drop { $0 == " " }) }
            .filter { !$0.isEmpty }
        // A text without the checksum is accepted, and the format is the present one.
        for needless in ["\"crc32\" : ", "\"number\" : ", "\"format\" : 1,"]
        where lines.count > 1 && lines[1].hasPrefix(needless) {
            lines.remove(at: 1)
        }
        return lines.joined(separator: " ")
    }
}
