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
    private var lineNumber = 0

    init(buttons: [Wiring.Button]) {
        self.buttons = buttons
    }

    /// Takes what has come, and gives the buttons that are named in the lines that are whole now.
    mutating func read(_ bytes: some Sequence<UInt8>) throws(UnknownButton) -> [Wiring.Button] {
        var named: [Wiring.Button] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                named += try finishLine()
            } else {
                unfinished.append(byte)
            }
        }
        return named
    }

    /// Takes the end of the input as the end of the last line.
    mutating func end() throws(UnknownButton) -> [Wiring.Button] { try finishLine() }

    /// The button of the line that has just ended; none for a line that is blank.
    private mutating func finishLine() throws(UnknownButton) -> [Wiring.Button] {
        let name = String(decoding: unfinished, as: UTF8.self).trimmed
        unfinished.removeAll(keepingCapacity: true)
        lineNumber += 1
        guard !name.isEmpty else { return [] }
        guard let button = buttons.first(where: { $0.name == name }) else {
            throw UnknownButton(line: lineNumber, name: name, known: buttons.map(\.name))
        }
        return [button]
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
