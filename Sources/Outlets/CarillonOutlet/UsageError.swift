/// Input of the user that cannot be used, in one line.
package struct UsageError: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// An option without the option that it changes.
    package static func alone(_ option: String, without other: String) -> UsageError {
        UsageError("\(option) needs \(other); see --help")
    }

    /// An option whose argument has another form.
    package static func malformed(_ option: String, _ argument: String, expected: String) -> UsageError {
        UsageError("\(option) cannot be \"\(argument)\": expected \(expected)")
    }
}
