@preconcurrency import Glibc  // optarg and optind, which getopt_long sets, are variables for the whole process

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

    /// Something that is no option. What it is, getopt_long has said on standard error.
    struct Unusable: Error {}

    /// Reads the arguments that the program was started with. Before there is a second thread.
    init(arguments count: Int32, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) throws(Unusable) {
        let names: [(StaticString, Int32)] = [
            ("board", required_argument), ("sound", required_argument), ("wiring", required_argument),
            ("help", no_argument),
        ]
        let options =
            names.enumerated().map { index, option in
                Glibc.option(
                    name: UnsafeRawPointer(option.0.utf8Start).assumingMemoryBound(to: CChar.self), has_arg: option.1,
                    flag: nil, val: Int32(index))
            } + [Glibc.option()]
        while true {
            let found = getopt_long(count, values, "", options, nil)
            let argument = optarg.map { String(cString: $0) }
            switch found {
            case 0: board = argument
            case 1: sound = argument
            case 2: wiring = argument
            case 3: wantsHelp = true
            case -1: return
            default: throw Unusable()
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
