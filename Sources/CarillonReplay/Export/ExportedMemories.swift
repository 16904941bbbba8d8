import CarillonBoard
import CarillonSession

/// The memories that a session began with, as a test contains them: on one line each, without the checksum.
struct ExportedMemories {
    private let texts: [(name: String, text: String)]

    init(_ session: Session) {
        texts = session.memoryParts.joinedMemories.sorted { $0.key < $1.key }.map { name, text in
            (name, Self.line(of: String(decoding: text, as: UTF8.self)))
        }
    }

    var isEmpty: Bool { texts.isEmpty }

    /// The parts, as of a session.
    var parts: [[UInt8]] { texts.flatMap { Array($0.text.utf8).memoryParts($0.name) } }

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
