import CarillonOutlet

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

    /// Reads the options.
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
        let options = names.map {
            (name: $0.name, argument: $0.takesValue ? ProgramOption.Argument.required("") : .none)
        }
        let rest = try CommandLine.readOptions(
            of: ["carillon \(command)"] + CommandLine.arguments.dropFirst(2), options,
            mostOperands: operands.upperBound
        ) { try found($0, $1 ?? "") }
        guard rest.count >= operands.lowerBound else {
            let name = operandNames.indices.contains(rest.count) ? " \(operandNames[rest.count])" : ""
            throw UsageError("missing argument\(name); see --help")
        }
        return rest
    }
}
