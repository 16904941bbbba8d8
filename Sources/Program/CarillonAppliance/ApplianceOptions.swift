import CarillonBoard
import CarillonOutlet

/// The command-line options of an appliance: those of every program, and those of its outlets.
struct ApplianceOptions {
    private let groups: [[ProgramOption]]

    init(_ outlets: [any Outlet.Type]) {
        groups = [ProgramOption.ofEveryProgram, ProgramOption.ofWirings] + outlets.map { $0.options }
    }

    /// Reads the program's arguments. Call before a second thread exists.
    func read(_ arguments: [String]) throws -> ProgramOptions {
        let options = groups.flatMap { $0 }
        var given = ProgramOptions()
        _ = try CommandLine.readOptions(of: arguments, options.map { ($0.name, $0.argument) }) { given.add($0, $1) }
        try given.check(options)
        return given
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
            input does, with one of these on each line: NAME, press NAME, release NAME,
            hold NAME 3 s, click NAME 2, turn NAME -3, NAME on, NAME off, enter NAME TEXT,
            unplug NAME, plug-in NAME, clock 06:59, wait 500 ms. `enter NAME none` takes a
            card away.
            """
    }
}

extension ProgramOption {
    /// The options of every program.
    static let ofEveryProgram = [
        ProgramOption(
            "board", .required("NAME"),
            help: "the board; detected by default. One of:\n\(wrapped(BoardDescription.names))"),
        ProgramOption(
            "sound", .required("DEVICE"),
            help: """
                an ALSA device (aplay -L lists them), none, or file:PATH.wav
                for a recording; only an earlier recording is
                overwritten
                """),
        ProgramOption(
            "microphone", .required("DEVICE"),
            help: """
                the ALSA device of all microphones (arecord -L lists them),
                none, or file:PATH for a sound that they hear
                """),
        ProgramOption(
            "wiring", .required("FILE"),
            help: """
                the devices and their lines, instead of the wiring that
                comes with the program
                """),
        ProgramOption(
            "clock", .required("TIME"),
            help: """
                the clock of a simulated board at the start, such as 06:59
                or "2026-03-28 22:00"
                """),
        ProgramOption("safe", help: "put the outputs into their safe states, and exit"),
        ProgramOption("version", help: "print the versions of the program and of Carillon, and exit"),
        ProgramOption("help", help: ""),
    ]

    /// The options that check or draw the wiring of a program.
    static let ofWirings = [
        ProgramOption("check", help: "check the wiring, and exit"),
        ProgramOption("pinout", help: "draw the board's header with the devices, and exit"),
        ProgramOption(
            "svg", .required("FILE"), needs: "pinout",
            help: "draw a picture to this file; only an earlier picture is\noverwritten"),
    ]

    /// Returns the names, separated by commas, in lines that fit into an option's description.
    private static func wrapped(_ names: [String]) -> String {
        var lines: [String] = []
        for (index, name) in names.enumerated() {
            let word = index == names.count - 1 ? name : name + ","
            if let line = lines.last, line.count + 1 + word.count <= ProgramOption.helpWidth {
                lines[lines.count - 1] = "\(line) \(word)"
            } else {
                lines.append(word)
            }
        }
        return lines.joined(separator: "\n")
    }
}
