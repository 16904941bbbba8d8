/// The options that a user has given to a program, with their arguments.
package struct ProgramOptions: Equatable, Sendable {
    /// An argument that cannot be used.
    package enum UsageError: Error {
        /// Neither an option nor an option's argument.
        case unknown(String)
        /// An option without its argument.
        case incomplete(String)
        /// An option without the option that it changes.
        case alone(_ option: String, without: String)
        /// Two options of which a program can follow only one.
        case exclusive(_ option: String, _ other: String)
        /// An option whose argument has another form.
        case malformed(_ option: String, _ argument: String, expected: String)
    }

    private var given: [String: String?] = [:]

    package init() {}

    /// The argument of an option; nil if the option has not been given, or has none.
    package subscript(name: String) -> String? { given[name] ?? nil }

    /// Returns whether an option has been given.
    package func has(_ name: String) -> Bool { given.keys.contains(name) }

    /// Adds an option. It replaces an earlier one of the same name.
    package mutating func add(_ option: ProgramOption, _ argument: String?) {
        given.updateValue(argument, forKey: "\(option.name)")
    }

    /// Checks that the options need and exclude each other as they declare.
    package func check(_ options: [ProgramOption]) throws(UsageError) {
        for option in options where has("\(option.name)") {
            if let needed = option.needs, !has(needed) { throw .alone("--\(option.name)", without: "--\(needed)") }
            if let other = option.excludes.first(where: has) { throw .exclusive("--\(option.name)", "--\(other)") }
        }
    }
}

extension ProgramOptions.UsageError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknown(let text) where text.hasPrefix("-"): "unknown option \"\(text)\"; see --help"
        case .unknown(let text): "unexpected argument \"\(text)\"; see --help"
        case .incomplete(let option): "\(option) needs an argument; see --help"
        case .alone(let option, let other): "\(option) needs \(other); see --help"
        case .exclusive(let option, let other): "\(option) and \(other) exclude each other; see --help"
        case .malformed(let option, let argument, let expected):
            "\(option) cannot be \"\(argument)\": expected \(expected)"
        }
    }
}
