import CLibrary
import CSystem

/// The options that a user has given to a program, with their arguments.
package struct ProgramOptions: Equatable, Sendable {
    private var given: [String: String?] = [:]

    package init() {}

    /// The argument of an option; nil if the option has not been given, or has none.
    package subscript(name: String) -> String? { given[name] ?? nil }

    /// Returns whether an option has been given.
    package func has(_ name: String) -> Bool { given.keys.contains(name) }

    /// Adds an option. It replaces an earlier one of the same name.
    package mutating func add(_ name: String, _ argument: String?) { given.updateValue(argument, forKey: name) }

    /// Checks that the options need and exclude each other as they declare.
    package func check(_ options: [ProgramOption]) throws(UsageError) {
        for option in options where has(option.name) {
            if let needed = option.needs, !has(needed) { throw .alone("--\(option.name)", without: "--\(needed)") }
            if let other = option.excludes.first(where: has) {
                throw UsageError("--\(option.name) and --\(other) exclude each other; see --help")
            }
        }
    }
}

extension CommandLine {
    /// Reads options with getopt_long(3). Call once, before a second thread exists.
    ///
    /// - Parameters:
    ///   - arguments: The name of the program, and its arguments.
    ///   - options: The options, without their dashes. `-h` is the option `help`, if there is one.
    ///   - mostOperands: The most arguments that belong to no option.
    ///   - found: Called for each option in order, with its argument.
    /// - Returns: The arguments that belong to no option.
    package static func readOptions(
        of arguments: [String], _ options: [(name: String, argument: ProgramOption.Argument)], mostOperands: Int = 0,
        _ found: (String, String?) throws -> Void
    ) throws -> [String] {
        // getopt_long uses the names while it runs.
        var values = arguments.map { strdup($0) } + [nil]
        let names = options.map { strdup($0.name) }
        defer { for string in values + names { free(string) } }
        let known =
            zip(names, options).map { CSystem.option(name: $0, has_arg: $1.argument.getopt, flag: nil, val: 0) }
            + [CSystem.option()]
        // The colon stops getopt from writing to standard error. It also distinguishes a missing argument from an unknown
        // option.
        let letters = options.contains { $0.name == "help" } ? ":h" : ":"
        var foundIndex: Int32 = 0
        while true {
            let result = getopt_long(Int32(arguments.count), &values, letters, known, &foundIndex)
            let next = Int(cgetopt_index())
            switch result {
            case 0:
                let option = options[Int(foundIndex)]
                var argument = cgetopt_argument().map { String(cString: $0) }
                // getopt does not find an optional argument after a space.
                if case .optional = option.argument, argument == nil,
                    let word = values[next].map({ String(cString: $0) }),
                    word.first?.isNumber == true
                {
                    argument = word
                    cgetopt_skip()
                }
                try found(option.name, argument)
            case letter("h"): try found("help", nil)
            case -1:
                let operands = values[next..<arguments.count].map { String(cString: $0!) }
                guard let surplus = operands.dropFirst(mostOperands).first else { return operands }
                throw UsageError("unexpected argument \"\(surplus)\"; see --help")
            default: throw refusal(result, of: String(cString: values[next - 1]!), options.map(\.name))
            }
        }
    }

    /// Returns the error of an argument that getopt has refused with `result`.
    private static func refusal(_ result: Int32, of argument: String, _ names: [String]) -> UsageError {
        guard result != letter(":") else { return UsageError("\(argument) needs an argument; see --help") }
        // In `-xy` the option is `-x`. For a long option, getopt has no letter.
        let byte = UInt8(truncatingIfNeeded: cgetopt_letter())
        let isLetter = byte >= UInt8(ascii: "!")
        let option = isLetter ? "-" + String(decoding: [byte], as: UTF8.self) : String(argument.prefix { $0 != "=" })
        guard !names.contains(where: { "--\($0)" == option }) else {
            return UsageError("\(option) takes no argument; see --help")
        }
        let meant = Suggestion.nearest(to: option, among: names.filter { $0 != "help" }.map { "--\($0)" })
        return UsageError("unknown option \"\(option)\"; \(meant ?? "see --help")")
    }

    private static func letter(_ letter: Unicode.Scalar) -> Int32 { Int32(letter.value) }
}

extension ProgramOption.Argument {
    fileprivate var getopt: Int32 {
        switch self {
        case .none: no_argument
        case .required: required_argument
        case .optional: optional_argument
        }
    }
}
