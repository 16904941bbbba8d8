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

    /// Whether the command line contains `--help`.
    var wantsHelp: Bool { CommandLine.arguments.dropFirst(2).contains("--help") }

    /// Reads the options with getopt_long.
    ///
    /// - Parameters:
    ///   - names: The options, without their dashes, and whether each takes a value.
    ///   - operands: The allowed number of arguments that belong to no option.
    ///   - found: Called for each option in order, with its value.
    /// - Returns: The arguments that belong to no option.
    /// - - Throws: `Unusable` for an option that is not in `names`, for a missing value, and for too many or too few
    ///   operands.
    @discardableResult
    func read(
        _ names: [(name: String, takesValue: Bool)], operands: ClosedRange<Int> = 0...0,
        _ found: (String, String) throws -> Void
    ) throws -> [String] {
        // getopt_long starts its messages with the first argument, and uses the names while it runs.
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
            let result = getopt_long(Int32(arguments.count), &values, "", options, nil)
            guard result >= 0 else { break }
            guard names.indices.contains(Int(result)) else { throw Unusable.reported }
            try found(names[Int(result)].name, cgetopt_argument().map { String(cString: $0) } ?? "")
        }
        let rest = values[Int(cgetopt_index())..<arguments.count].map { String(cString: $0!) }
        if let surplus = rest.dropFirst(operands.upperBound).first {
            throw Unusable.input("unexpected argument \"\(surplus)\"; see --help")
        }
        guard rest.count >= operands.lowerBound else {
            let name = operandNames.indices.contains(rest.count) ? " \(operandNames[rest.count])" : ""
            throw Unusable.input("missing argument\(name); see --help")
        }
        return rest
    }
}
