import CarillonScheduling
import CarillonSession

extension EventLogLine {
    /// Reads a line as it is shown: `7 increment -> 8, then playSound`. A text without an arrow is a model.
    package init(time: Duration, text: String) {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        let number = words.count > 1 ? Int(words[0]) : nil
        let parts = (number == nil ? text : words[1]).split(separator: " -> ", maxSplits: 1).map(String.init)
        let result = parts.last.map { $0.split(separator: ", then ", maxSplits: 1).map(String.init) } ?? []
        self.init(
            time: time, number: number, event: parts.count > 1 ? parts[0] : "", model: result.first ?? "",
            effects: result.count > 1 ? result[1] : "")
    }
}
