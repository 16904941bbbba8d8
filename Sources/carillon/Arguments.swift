import CGetopt
import Glibc

/// The command line of a subcommand.
struct Arguments {
    private let command: String
    /// The names of the operands, from the first line of the command's help.
    private let operandNames: [String]

    init(of command: any Command.Type) {
        self.command = command.name
        let usage = command.help.prefix { $0 != "\n" }.replacing(/\[[^\]]*\]/, with: "")
        operandNames = usage.split(separator: " ").map { String($0.replacing("...", with: "")) }
    }

    /// Whether the command line contains `--help` or `-h`.
    var wantsHelp: Bool { CommandLine.arguments.dropFirst(2).contains { $0 == "--help" || $0 == "-h" } }

    /// Reads the options with getopt_long.
    ///
    /// - Parameters:
    ///   - names: The options, without their dashes, and whether each takes a value.
    ///   - operands: The allowed number of arguments that belong to no option.
    ///   - found: Called for each option in order, with its value.
    /// - Returns: The arguments that belong to no option.
    /// - Throws: `UsageError` for an option that is not in `names`, for a missing value, and for too many or too few
    ///   operands.
    @discardableResult
    func read(
        _ names: [(name: String, takesValue: Bool)], operands: ClosedRange<Int> = 0...0,
        _ found: (String, String) throws -> Void
    ) throws -> [String] {
        // getopt_long uses the names while it runs.
        let arguments = ["carillon \(command)"] + CommandLine.arguments.dropFirst(2)
        var values = arguments.map { strdup($0) } + [nil]
        let spelled = names.map { strdup($0.name) }
        defer { for string in values + spelled { free(string) } }
        let options =
            names.indices.map { index in
                CGetopt.option(
                    name: spelled[index], has_arg: names[index].takesValue ? required_argument : no_argument,
                    flag: nil, val: Int32(index))
            } + [CGetopt.option()]
        while true {
            // The colon stops getopt from writing to standard error.
            let result = getopt_long(Int32(arguments.count), &values, ":", options, nil)
            guard result >= 0 else { break }
            guard names.indices.contains(Int(result)) else {
                let refused = values[Int(cgetopt_index()) - 1].map { String(cString: $0) } ?? ""
                throw refusal(of: refused, result, names.map(\.name))
            }
            try found(names[Int(result)].name, cgetopt_argument().map { String(cString: $0) } ?? "")
        }
        let rest = values[Int(cgetopt_index())..<arguments.count].map { String(cString: $0!) }
        if let surplus = rest.dropFirst(operands.upperBound).first {
            throw UsageError.input("unexpected argument \"\(surplus)\"; see --help")
        }
        guard rest.count >= operands.lowerBound else {
            let name = operandNames.indices.contains(rest.count) ? " \(operandNames[rest.count])" : ""
            throw UsageError.input("missing argument\(name); see --help")
        }
        return rest
    }

    /// Returns the error for an option that getopt_long has refused with `result`.
    private func refusal(of argument: String, _ result: Int32, _ names: [String]) -> UsageError {
        if result == Int32(UInt8(ascii: ":")) {
            return .input("\(argument) needs an argument; see --help")
        }
        let byte = UInt8(truncatingIfNeeded: cgetopt_letter())
        let letter = byte < UInt8(ascii: "!") ? nil : "-" + String(decoding: [byte], as: UTF8.self)
        let option = letter ?? String(argument.prefix { $0 != "=" })
        guard !names.contains(where: { "--\($0)" == option }) else {
            return .input("\(option) takes no argument; see --help")
        }
        let meant = Suggestion.nearest(to: option, among: names.map { "--\($0)" })
        return .input("unknown option \"\(option)\"; \(meant ?? "see --help")")
    }
}
