/// A command-line option of a program.
package struct ProgramOption: Sendable {
    /// The argument of an option, by the word for it in the help.
    package enum Argument: Sendable {
        case none
        case required(String)
        /// An argument after a space belongs to the option if it begins with a digit.
        case optional(String)
    }

    /// The number of characters that a line of a description may have.
    package static let helpWidth = 62

    /// The name, without dashes.
    package let name: String
    package let argument: Argument
    /// The option without which this one has no meaning.
    package let needs: String?
    /// The options of which a program can follow only this one.
    package let excludes: [String]
    /// The description in lines of at most `helpWidth` characters; empty for an option that the help does not list.
    package let help: String

    package init(
        _ name: String, _ argument: Argument = .none, needs: String? = nil, excludes: [String] = [], help: String
    ) {
        (self.name, self.argument, self.help) = (name, argument, help)
        (self.needs, self.excludes) = (needs, excludes)
    }

    /// The option in the first lines of the help: `[--page [PORT]]`.
    package var usage: String {
        switch argument {
        case .none: "[--\(name)]"
        case .required(let word): "[--\(name) \(word)]"
        case .optional(let word): "[--\(name) [\(word)]]"
        }
    }

    /// The option and its description in the help, in lines of at most 80 characters.
    package var description: String {
        let (indent, head) = (String(repeating: " ", count: 18), "  \(usage.dropFirst().dropLast())")
        let lines = help.split(separator: "\n").map { indent + $0 }.joined(separator: "\n")
        return head.count + 2 > indent.count
            ? "\(head)\n\(lines)" : head + lines.dropFirst(head.count)
    }
}
