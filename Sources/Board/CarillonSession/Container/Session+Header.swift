import CLibrary
import CarillonScheduling

extension Session.Header {
    private static let title = "carillon session"

    /// The header as text, as it is in a file: a line for each value, an empty line, and the text of the wiring.
    var text: String {
        let values = [
            ("program", program), ("version", version), ("board", board), ("wiring", wiring),
            ("inputs", inputs.joined(separator: "\t")), ("start", "\(start.wholeNanoseconds)"),
            ("since 1970", "\(wallClock)"), ("seed", "\(seed)"), ("length", "\(wiringText.utf8.count)"),
        ]
        let lines = values.map { name, value in "\(name): " + String(value.map { $0.isNewline ? " " : $0 }) }
        return ([Self.title] + lines + ["", wiringText]).joined(separator: "\n")
    }

    /// Whether no value contains control characters or line ends. Programs that are recorded have none.
    var isPrintable: Bool {
        ([program, version, board, wiring] + inputs).allSatisfy { $0.unicodeScalars.allSatisfy(\.isPrintable) }
    }

    /// Reads the text of a header. Values that are unknown, from a later version, are ignored.
    ///
    /// - Returns: Nil if this is not the whole text of a header.
    init?(text: [UInt8]) {
        var rest = text[...]
        func line() -> String? {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            defer { rest = rest[(end + 1)...] }
            return String(decoding: rest[..<end], as: UTF8.self)
        }
        guard line() == Self.title else { return nil }
        var values: [(name: Substring, value: Substring)] = []
        while let line = line(), !line.isEmpty {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            values.append((line[..<colon], line[colon...].dropFirst(2)))
        }
        func value(_ name: Substring) -> String { values.first { $0.name == name }.map { String($0.value) } ?? "" }
        guard let start = Int64(value("start")), let wallClock = Int64(value("since 1970")),
            let seed = UInt64(value("seed")), value("length") == "\(rest.count)"
        else { return nil }
        self.init()
        (program, version, board, wiring) = (value("program"), value("version"), value("board"), value("wiring"))
        inputs = value("inputs").split(separator: "\t").map(String.init)
        (self.start, self.wallClock, self.seed) = (.nanoseconds(start), wallClock, seed)
        wiringText = String(decoding: rest, as: UTF8.self)
    }
}
