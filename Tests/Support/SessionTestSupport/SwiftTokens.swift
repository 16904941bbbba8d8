/// A reader of Swift source that separates the code from comments and string literals, as the compiler does.
package struct SwiftTokens {
    /// The code, with a space for each comment, and `""` for each literal. Interpolated code belongs to it.
    package private(set) var code = ""
    /// Whether each literal and comment has ended.
    package private(set) var isWhole = true

    private var rest: ArraySlice<Unicode.Scalar>

    package init(_ source: String) {
        rest = Array(source.unicodeScalars)[...]
        readCode(untilParenthesis: false)
    }

    private func begins(_ text: String) -> Bool { rest.starts(with: text.unicodeScalars) }

    private mutating func skip(_ count: Int) { rest = rest.dropFirst(count) }

    private mutating func readCode(untilParenthesis: Bool) {
        var depth = 0
        while let scalar = rest.first {
            if begins("//") {
                // A carriage return ends a comment, too.
                rest = rest.drop { $0 != "\n" && $0 != "\r" }
                code += " "
            } else if begins("/*") {
                readComment()
            } else if let hashes = literalStart {
                readLiteral(hashes: hashes)
            } else {
                if scalar == "(" { depth += 1 }
                if scalar == ")" { depth -= 1 }
                if untilParenthesis, depth < 0 { return skip(1) }
                code.unicodeScalars.append(scalar)
                skip(1)
            }
        }
        if untilParenthesis { isWhole = false }
    }

    private mutating func readComment() {
        var depth = 0
        repeat {
            if begins("/*") { depth += 1 }
            if begins("*/") { depth -= 1 }
            skip(begins("/*") || begins("*/") ? 2 : 1)
        } while depth > 0 && !rest.isEmpty
        if depth > 0 { isWhole = false }
        code += " "
    }

    /// The number of `#` before a literal that begins here; nil if none does.
    private var literalStart: Int? {
        let hashes = rest.prefix { $0 == "#" }.count
        return rest.dropFirst(hashes).first == "\"" ? hashes : nil
    }

    private mutating func readLiteral(hashes: Int) {
        let marks = String(repeating: "#", count: hashes)
        skip(hashes)
        let isLong = begins("\"\"\"")
        let end = (isLong ? "\"\"\"" : "\"") + marks
        skip(isLong ? 3 : 1)
        while !rest.isEmpty {
            if begins(end) {
                skip(end.unicodeScalars.count)
                code += "\"\""
                return
            }
            if begins("\\\(marks)(") {
                skip(2 + hashes)
                readCode(untilParenthesis: true)
            } else if begins("\\\(marks)") {
                skip(2 + hashes)
            } else if !isLong, begins("\n") || begins("\r") {
                break
            } else {
                skip(1)
            }
        }
        isWhole = false
    }
}
