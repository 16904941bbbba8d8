import CGetopt

/// What every appliance can be told on its command line.
struct ApplianceOptions: Equatable {
    /// The board to open; nil finds it.
    var board: String?
    /// The sound device; nil takes the board's.
    var sound: String?
    /// The file of the wiring; nil takes the one that comes with the program.
    var wiring: String?
    /// Whether only to tell how the program is used.
    var wantsHelp = false

    /// Something that cannot be used.
    enum Unusable: Error {
        /// No option, or one without its argument. What it is, getopt_long has said on standard error.
        case option
        /// Something that belongs to no option.
        case argument(String)
    }

    /// Reads the arguments that the program was started with. Before there is a second thread.
    init(arguments count: Int32, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) throws(Unusable) {
        let names: [(StaticString, Int32)] = [
            ("board", required_argument), ("sound", required_argument), ("wiring", required_argument),
            ("help", no_argument),
        ]
        let options =
            names.enumerated().map { index, option in
                CGetopt.option(
                    name: UnsafeRawPointer(option.0.utf8Start).assumingMemoryBound(to: CChar.self), has_arg: option.1,
                    flag: nil, val: Int32(index))
            } + [CGetopt.option()]
        while true {
            let found = getopt_long(count, values, "", options, nil)
            let argument = cgetopt_argument().map { String(cString: $0) }
            switch found {
            case 0: board = argument
            case 1: sound = argument
            case 2: wiring = argument
            case 3: wantsHelp = true
            case -1:
                let first = Int(cgetopt_index())
                guard first == count else { throw .argument(String(cString: values[first]!)) }
                return
            default: throw .option
            }
        }
    }

    static func help(program: String) -> String {
        """
        usage: \(program) [--board NAME] [--sound DEVICE] [--wiring FILE]

          --board NAME    the board to run on, \(BoardDescription.names.joined(separator: ", "));
                          found by itself if left out
          --sound DEVICE  an ALSA device (aplay -L lists them), file:PATH.wav, or none
          --wiring FILE   the parts and their lines, in place of those that come with the program

        On the simulated board keys press the buttons; without a terminal, button names on standard input do,
        one a line.
        """
    }
}

extension ApplianceOptions.Unusable: CustomStringConvertible {
    var description: String {
        switch self {
        case .option: "--help lists the options"
        case .argument(let text): "\"\(text)\" is no option: --help lists them"
        }
    }
}
