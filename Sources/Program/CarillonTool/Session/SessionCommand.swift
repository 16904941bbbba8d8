import CLibrary
import CarillonGPIO
import CarillonSession
import Glibc

/// `carillon session`: reads a recorded session.
struct SessionCommand: Command {
    static let name = "session"
    static let summary = "show a recorded session as text, as a trace for Perfetto, or as a test"
    static let help = """
        show|trace|test FILE [OPTION]...

        Reads a session that a program has recorded with --record. FILE is the file, or the folder of the ring that a
        service keeps with --record-ring.

          show    print the circumstances, the inputs and the event log: each event with the model after it and its
                  effects
          trace   print the session as JSON in the Trace Event Format, which https://ui.perfetto.dev opens

          test    print the session as a test in Swift; the program confirms that the test has the same event log

          --session NUMBER   take this session of a ring, as numbered by `show`; the last one by default
          --program PATH     the program for `test`; by default, `swift run` builds the one that the session names, in the
                             package of this folder
        """

    private enum View: String, CaseIterable {
        case show, trace, test
    }

    private let view: View
    private let path: String
    private let number: UInt32?
    private let program: String?

    init(_ arguments: Arguments) throws {
        var (number, program): (UInt32?, String?)
        let operands = try arguments.read([("session", true), ("program", true)], operands: 2...2) { name, value in
            if name == "program" { program = value } else { number = UInt32(value) }
            if name == "session", number == nil {
                throw UsageError("--session must be a number, such as 3; it is \"\(value)\"")
            }
        }
        guard let view = View(rawValue: operands[0]) else {
            let meant = Suggestion.nearestOrAll(to: operands[0], among: View.allCases.map(\.rawValue))
            throw UsageError("unknown view \"\(operands[0])\"; \(meant)")
        }
        guard view == .test || program == nil else {
            throw UsageError("\(view) takes no --program; see --help")
        }
        (self.view, path, self.number, self.program) = (view, operands[1], number, program)
    }

    func run() throws {
        let file = try SessionFile(path: path)
        let session = try file.session(numbered: number)
        switch view {
        case .show: for line in SessionText(session: session, sessions: file.sessions).lines { print(line) }
        case .trace: print(try SessionTrace(session).json())
        case .test:
            let others = file.sessions.filter { $0 != session.number }
            if !others.isEmpty {
                let list = others.map(String.init).joined(separator: ", ")
                Tool.notice("session: a test of session \(session.number); --session selects \(list)")
            }
            let selected = others.isEmpty ? path : "\(path)#\(session.number)"
            try becomeProgram(of: session.replayable().header.program, session: selected)
        }
    }

    /// Replaces this process by the program, which has the code that a test needs.
    ///
    /// - Throws: `Failure` if it cannot be run.
    private func becomeProgram(of name: String, session: String) throws -> Never {
        let product = Self.product(of: name)
        // A session may come from anybody, and its program's name must not be an option.
        guard program != nil || !product.hasPrefix("-") else {
            throw notRun(name, "the session names no program")
        }
        let command = program.map { [$0] } ?? ["swift", "run", "--quiet"] + BuildFolder.options(for: ".") + [product]
        var arguments = (command + ["--export", session]).map { strdup($0) } + [nil]
        // The program's output follows that of this process.
        fflush(nil)
        execvp(arguments[0]!, &arguments)
        throw notRun(command[0], systemReason)
    }

    private func notRun(_ name: String, _ reason: String) -> Failure {
        Failure("cannot run \"\(name)\": \(reason); name the program with --program PATH")
    }

    /// Returns the name of the folder in `Sources` that differs from the program's in case and dashes alone. An installed
    /// program has such a name: `traffic-lights` is the product `TrafficLights`.
    private static func product(of program: String) -> String {
        func simple(_ name: some StringProtocol) -> String { name.lowercased().filter { $0 != "-" } }
        return entries(ofFolder: "Sources").first { simple($0) == simple(program) } ?? program
    }
}

/// The build folder of an application's package. `make run` and `make test` of a package that `carillon new` has made use that of
/// the copy of Carillon, so that Carillon is compiled once for all applications.
enum BuildFolder {
    private static let goals = "Tools/application.mk"

    /// Returns the options of `swift run` for the package in a folder; none if it uses a build folder of its own.
    static func options(for folder: String) -> [String] {
        let lines = SmallFile.text("\(folder)/Makefile")?.split(separator: "\n") ?? []
        guard let line = lines.first(where: { $0.hasPrefix("include ") && $0.hasSuffix(goals) }) else { return [] }
        return ["--scratch-path", line.dropFirst("include ".count).dropLast(goals.count) + ".build"]
    }
}
