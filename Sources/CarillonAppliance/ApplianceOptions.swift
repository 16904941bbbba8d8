import CGetopt
import CarillonOutlet

/// The command-line options of an appliance: those of every program, and those of its outlets.
struct ApplianceOptions {
    private let groups: [[ProgramOption]]

    init(_ outlets: [any Outlet.Type]) {
        groups = [ProgramOption.ofEveryProgram, ProgramOption.ofWirings] + outlets.map { $0.options }
    }

    /// Reads the program's arguments. Call before a second thread exists.
    func read(
        arguments count: Int32, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    ) throws(ProgramOptions.UsageError) -> ProgramOptions {
        let options = groups.flatMap { $0 }
        let names = options.enumerated().map { $1.getopt(Int32($0)) } + [CGetopt.option()]
        let help = options.firstIndex { "\($0.name)" == "help" } ?? -1
        var given = ProgramOptions()
        while true {
            // The colon stops getopt from writing to standard error. It also distinguishes a missing argument from an
            // unknown option.
            let result = Int(getopt_long(count, values, ":h", names, nil))
            let found = result == Int(UInt8(ascii: "h")) ? help : result
            let argument = cgetopt_argument().map { String(cString: $0) }
            let index = Int(cgetopt_index())
            if options.indices.contains(found) {
                given.add(options[found], argument ?? options[found].skipArgument(values, at: index, of: Int(count)))
            } else if found == -1 {
                guard index == count else { throw .unknown(String(cString: values[index]!)) }
                try given.check(options)
                return given
            } else if found == Int(UInt8(ascii: ":")) {
                throw .incomplete(String(cString: values[index - 1]!))
            } else {
                throw .unknown(Self.letter ?? String(cString: values[index - 1]!))
            }
        }
    }

    /// The unknown option that getopt has just found, if it is a single letter after a dash. In `-xy` it is `-x`.
    private static var letter: String? {
        let byte = UInt8(truncatingIfNeeded: cgetopt_letter())
        return byte < UInt8(ascii: "!") ? nil : "-" + String(decoding: [byte], as: UTF8.self)
    }

    /// Returns words in lines of 80 characters at most, of which `used` are used for something else.
    private static func wrapped(_ words: [String], after used: Int) -> String {
        words.reduce(into: (text: "", column: used - 1)) { lines, word in
            if !lines.text.isEmpty, lines.column + 1 + word.count > 80 {
                lines = (lines.text + "\n       " + word, 7 + word.count)
            } else {
                lines = (lines.text.isEmpty ? word : lines.text + " " + word, lines.column + 1 + word.count)
            }
        }.text
    }

    func help(program: String) -> String {
        let listed = groups.map { $0.filter { !$0.help.isEmpty } }.filter { !$0.isEmpty }
        let lines = listed.map { Self.wrapped($0.map(\.usage), after: program.count + 8) }
        let usage = lines.joined(separator: "\n       ")
        return """
            usage: \(program) \(usage)

            \(listed.joined().map(\.description).joined(separator: "\n"))

            On the simulated board, keys press the buttons. Without a terminal, standard
            input does: the name of a button on each line.
            """
    }
}

extension ProgramOption {
    fileprivate func getopt(_ number: Int32) -> CGetopt.option {
        let kind =
            switch argument {
            case .none: no_argument
            case .required: required_argument
            case .optional: optional_argument
            }
        return CGetopt.option(
            name: UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self), has_arg: kind, flag: nil,
            val: number)
    }

    /// Returns an optional argument after a space, which getopt does not find, and skips it; nil if there is none.
    fileprivate func skipArgument(
        _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, at index: Int, of count: Int
    ) -> String? {
        guard case .optional = argument, index < count, let next = values[index].map({ String(cString: $0) }),
            next.first?.isNumber == true
        else { return nil }
        cgetopt_skip()
        return next
    }
}
