import CLibrary
import CarillonAppliance
import CarillonBoard
import Glibc

/// The program, which runs a subcommand.
///
/// The exit status is 0 on success, and otherwise that of ``ExitStatus``, with one line on standard error.
enum Tool {
    static func run(_ groups: [(title: String, commands: [any Command.Type])]) -> Never {
        let commands = groups.flatMap(\.commands)
        let name = CommandLine.argc > 1 ? CommandLine.arguments[1] : nil
        switch name {
        case "help" where CommandLine.argc > 2:
            printHelp(of: command(CommandLine.arguments[2], of: commands))
        case nil, "--help", "-h", "help":
            print(help(of: groups))
            succeed()
        case "--version":
            print("carillon \(CarillonVersion.current)")
            succeed()
        case let name?:
            run(command(name, of: commands))
        }
    }

    /// Returns the command with this name, or exits if there is none.
    private static func command(_ name: String, of commands: [any Command.Type]) -> any Command.Type {
        if let command = commands.first(where: { $0.name == name }) { return command }
        let meant = Suggestion.nearest(to: name, among: commands.map { $0.name })
        end("unknown command \"\(name)\"; \(meant ?? "`carillon` lists the commands")", status: 2)
    }

    private static func printHelp(of command: any Command.Type) -> Never {
        let separator = command.help.hasPrefix("\n") ? "\n" : " "
        print("usage: carillon \(command.name)\(separator)\(command.help)")
        succeed()
    }

    private static func run(_ command: any Command.Type) -> Never {
        do {
            let arguments = Arguments(of: command)
            guard !arguments.wantsHelp else { printHelp(of: command) }
            try command.init(arguments).run()
            succeed()
        } catch is AlreadyReported {
            exit(1)
        } catch {
            end("\(command.name): \(error)", status: ExitStatus.of(error))
        }
    }

    private static func help(of groups: [(title: String, commands: [any Command.Type])]) -> String {
        let width = groups.flatMap(\.commands).map { $0.name.count }.max() ?? 0
        let lists = groups.map { title, commands in
            "\n\n\(title):\n"
                + commands.map { "  \($0.name.padded(to: width))  \($0.summary)" }.joined(separator: "\n")
        }
        return """
            Carillon makes, checks and looks after applications for boards with buttons, lights and a loudspeaker.

            usage: carillon COMMAND [OPTION]...
                   carillon --version\(lists.joined())

            Run `carillon help COMMAND` for a command's options.
            """
    }

    /// Prints a line on standard error.
    static func notice(_ message: String) {
        // A message can contain an argument.
        writeStandardError("carillon: \(message.printable)\n")
    }

    /// Exits with 0; with 1 if standard output could not be written.
    private static func succeed() -> Never {
        guard fflush(nil) == 0 else {
            end("cannot write standard output: \(systemReason)", status: 1)
        }
        exit(0)
    }

    private static func end(_ message: String, status: Int32) -> Never {
        notice(message)
        exit(status)
    }
}
