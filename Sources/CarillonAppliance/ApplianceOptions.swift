import CGetopt
import CarillonBoard

/// The command-line options of every appliance.
struct ApplianceOptions: Equatable {
    /// The board to open; nil detects it.
    var board: String?
    /// The sound device; nil selects the board's.
    var sound: String?
    /// The file of the wiring; nil selects the one that comes with the program.
    var wiring: String?
    /// The place of a recording of the session; nil records nothing.
    var record: String?
    /// The session to replay; nil runs the program.
    var replay: String?
    /// The session to write as a test; nil runs the program.
    var export: String?
    /// The fleet's broker.
    var broker = BrokerOptions()
    /// The page in a browser.
    var page = PageOptions()
    /// Whether to do nothing but put the outputs into their safe states.
    var wantsSafeOutputs = false
    /// Whether to do nothing but show the help.
    var wantsHelp = false

    /// An argument that cannot be used.
    enum Unusable: Error {
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

    /// Reads the program's arguments. Call before a second thread exists.
    init(arguments count: Int32, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) throws(Unusable) {
        var names: [(StaticString, Int32)] = [
            ("board", required_argument), ("sound", required_argument), ("wiring", required_argument),
            ("record", required_argument), ("replay", required_argument), ("export", required_argument),
            ("safe", no_argument), ("help", no_argument),
        ]
        let firstOfPage = names.count
        names += PageOptions.names
        let firstOfBroker = names.count
        names += BrokerOptions.names
        let options =
            names.enumerated().map { index, option in
                CGetopt.option(
                    name: UnsafeRawPointer(option.0.utf8Start).assumingMemoryBound(to: CChar.self), has_arg: option.1,
                    flag: nil, val: Int32(index))
            } + [CGetopt.option()]
        while true {
            // The colon stops getopt from writing to standard error. It also distinguishes a missing argument from an
            // unknown option.
            let found = getopt_long(count, values, ":", options, nil)
            let argument = cgetopt_argument().map { String(cString: $0) }
            let index = Int(cgetopt_index())
            switch Int(found) {
            case 0: board = argument
            case 1: sound = argument
            case 2: wiring = argument
            case 3: record = argument
            case 4: replay = argument
            case 5: export = argument
            case 6: wantsSafeOutputs = true
            case 7: wantsHelp = true
            case -1:
                guard index == count else { throw .unknown(String(cString: values[index]!)) }
                try page.check()
                try check()
                return
            case Int(UInt8(ascii: ":")): throw .incomplete(String(cString: values[index - 1]!))
            case firstOfPage..<firstOfBroker:
                try page.take(Int(found) - firstOfPage, argument, next: index < count ? values[index] : nil)
            case firstOfBroker..<names.count: broker.take(Int(found) - firstOfBroker, argument)
            default: throw .unknown(Self.letter ?? String(cString: values[index - 1]!))
            }
        }
    }

    /// Checks that the program is to do one thing with a session.
    private func check() throws(Unusable) {
        let given = [("--record", record), ("--replay", replay), ("--export", export)].filter { $0.1 != nil }
        if given.count > 1 { throw .exclusive(given[0].0, given[1].0) }
    }

    /// The unknown option that getopt has just found, if it is a single letter after a dash. In `-xy` it is `-x`.
    private static var letter: String? {
        let byte = UInt8(truncatingIfNeeded: cgetopt_letter())
        return byte < UInt8(ascii: "!") ? nil : "-" + String(decoding: [byte], as: UTF8.self)
    }

    static func help(program: String) -> String {
        var (usage, help) = ("", "")
        usage += PageOptions.usage
        help += PageOptions.help
        usage += BrokerOptions.usage
        help += BrokerOptions.help
        return """
            usage: \(program) [--board NAME] [--sound DEVICE] [--wiring FILE] [--safe]
                   [--record FILE] [--replay FILE] [--export FILE]\(usage)

              --board NAME    the board; detected by default. One of:
            \(wrapped(BoardDescription.names))
              --sound DEVICE  an ALSA device (aplay -L lists them), none, or file:PATH.wav
                              for a recording; only an earlier recording is
                              overwritten
              --wiring FILE   the devices and their lines, instead of the wiring that
                              comes with the program
              --record FILE   record the session in a new file: what the inputs, the
                              timers and other threads do, and when. ring keeps the
                              last 1 MB in the state directory of a service, ring:4
                              the last 4 MB. carillon session reads recordings
              --replay FILE   replay a recorded session on a simulated board, as fast as
                              possible; reports the first difference, with status 1
              --export FILE   write a recorded session as a test in the words of the bench
              --safe          put the outputs into their safe states, and exit\(help)

            On the simulated board, keys press the buttons. Without a terminal, standard
            input does: the name of a button on each line.
            """
    }

    /// Returns the names, separated by commas, in lines of at most 80 characters below an option's description.
    private static func wrapped(_ names: [String]) -> String {
        let (indent, width) = (String(repeating: " ", count: 18), 80)
        var lines: [String] = []
        for (index, name) in names.enumerated() {
            let word = index == names.count - 1 ? name : name + ","
            if let line = lines.last, line.count + 1 + word.count <= width {
                lines[lines.count - 1] = "\(line) \(word)"
            } else {
                lines.append(indent + word)
            }
        }
        return lines.joined(separator: "\n")
    }
}

extension ApplianceOptions.Unusable: CustomStringConvertible {
    var description: String {
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
