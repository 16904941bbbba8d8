/// A failure message: a sentence, and below it the details in a column.
///
///     The effects are not the expected ones.
///         missing: [playSound]
///        expected: [playSound]
///           found: []
struct FailureMessage {
    private let sentence: String
    private var details: [(name: String, value: String)] = []

    init(_ sentence: String) {
        self.sentence = sentence
    }

    func adding(_ name: String, _ value: String) -> FailureMessage {
        var copy = self
        copy.details.append((name, value))
        return copy
    }

    /// The sentence and the details, each on its own line.
    var text: String {
        let width = details.map(\.name.count).max() ?? 0
        return details.reduce(sentence) { text, detail in
            let indentation = String(repeating: " ", count: 4 + width - detail.name.count)
            return "\(text)\n\(indentation)\(detail.name): \(detail.value)"
        }
    }
}

/// Returns the value in readable form: without the module's name, and in quotation marks if it is a text.
func text(_ value: some Any) -> String {
    value is any StringProtocol ? String(reflecting: value) : String(describing: value)
}

/// Returns the values in readable form, in the brackets of an array.
func text(ofEach values: [some Any]) -> String {
    "[\(values.map { text($0) }.joined(separator: ", "))]"
}
