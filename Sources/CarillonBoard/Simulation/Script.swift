/// The names of buttons as they come in on standard input, one a line.
struct ButtonScript {
    /// A line that names no button.
    struct UnknownButton: Error, Equatable, CustomStringConvertible {
        let line: Int
        let name: String
        let known: [String]

        var description: String {
            "standard input:\(line): no button \"\(name)\": the buttons are \(known.joined(separator: ", "))"
        }
    }

    private let buttons: [Wiring.Button]
    private var unfinished: [UInt8] = []
    private var lines: ArraySlice<String> = []
    private var lineNumber = 0

    init(buttons: [Wiring.Button]) {
        self.buttons = buttons
    }

    /// Takes what has come in.
    mutating func take(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            if byte != Self.newline { unfinished.append(byte) }
            if byte == Self.newline || unfinished.count == Self.mostBytes { end() }
        }
    }

    /// Ends the last line: no more will come in.
    mutating func end() {
        lines.append(String(decoding: unfinished, as: UTF8.self).trimmed)
        unfinished.removeAll(keepingCapacity: true)
    }

    /// The button of the next line that is whole; blank lines are passed over.
    mutating func next() throws(UnknownButton) -> Wiring.Button? {
        while let name = lines.popFirst() {
            lineNumber += 1
            if name.isEmpty { continue }
            guard let button = buttons.first(where: { $0.name == name }) else {
                throw UnknownButton(line: lineNumber, name: name, known: buttons.map(\.name))
            }
            return button
        }
        return nil
    }

    private static let newline = UInt8(ascii: "\n")
    /// No button has a name as long as that: what comes without a line's end is no script.
    private static let mostBytes = 256
}

extension String {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
