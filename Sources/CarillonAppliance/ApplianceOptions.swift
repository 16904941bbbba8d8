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
    /// The address of the fleet's broker; nil for a box without a fleet.
    var broker: String?
    /// The folder with the credentials for the broker; nil selects that of systemd.
    var brokerCredentials: String?
    /// The page; nil for none.
    var page: Page?
    /// Whether to do nothing but put the outputs into their safe states.
    var wantsSafeOutputs = false
    /// Whether to do nothing but show the help.
    var wantsHelp = false

    /// The options of the page in a browser.
    struct Page: Equatable {
        /// The port; nil selects a free one, or a Unix socket in a service.
        var port: UInt16?
        /// The address of this machine in a network; nil for this machine alone.
        var address: String?
        /// The machine's names in the network.
        var names: [String] = []
        /// Whether the page may change the outputs of a real board.
        var hasControl = false
    }

    /// An argument that cannot be used.
    enum Unusable: Error {
        /// An option whose argument has another form.
        case malformed(option: String, argument: String, expected: String)
        /// An option without the option that it changes.
        case withoutPage(option: String)
        /// Neither an option nor an option's argument.
        case unknown(String)
        /// An option without its argument.
        case incomplete(String)
    }

    /// Reads the program's arguments. Call before a second thread exists.
    init(arguments count: Int32, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) throws(Unusable) {
        let names: [(StaticString, Int32)] = [
            ("board", required_argument), ("sound", required_argument), ("wiring", required_argument),
            ("safe", no_argument), ("help", no_argument), ("page", optional_argument),
            ("page-address", required_argument), ("page-control", no_argument), ("broker", required_argument),
            ("broker-credentials", required_argument),
        ]
        let options =
            names.enumerated().map { index, option in
                CGetopt.option(
                    name: UnsafeRawPointer(option.0.utf8Start).assumingMemoryBound(to: CChar.self), has_arg: option.1,
                    flag: nil, val: Int32(index))
            } + [CGetopt.option()]
        var (page, givesPage, pageOption) = (Page(), false, "")
        while true {
            // The colon stops getopt from writing to standard error. It also distinguishes a missing argument from an
            // unknown option.
            let found = getopt_long(count, values, ":", options, nil)
            let argument = cgetopt_argument().map { String(cString: $0) }
            let index = Int(cgetopt_index())
            switch found {
            case 0: board = argument
            case 1: sound = argument
            case 2: wiring = argument
            case 3: wantsSafeOutputs = true
            case 4: wantsHelp = true
            case 5:
                givesPage = true
                page.port = try Self.port(argument, next: index < count ? values[index] : nil)
            case 6: (page.address, page.names, pageOption) = try Self.address(argument ?? "")
            case 7: (page.hasControl, pageOption) = (true, "--page-control")
            case 8: broker = argument
            case 9: brokerCredentials = argument
            case -1:
                guard index == count else { throw .unknown(String(cString: values[index]!)) }
                guard givesPage || pageOption.isEmpty else { throw .withoutPage(option: pageOption) }
                self.page = givesPage ? page : nil
                return
            case Int32(UInt8(ascii: ":")): throw .incomplete(String(cString: values[index - 1]!))
            default: throw .unknown(Self.letter ?? String(cString: values[index - 1]!))
            }
        }
    }

    /// Returns the port in `--page=PORT` or `--page PORT`; nil if there is none. getopt finds only the first form.
    private static func port(
        _ argument: String?, next: UnsafeMutablePointer<CChar>?
    ) throws(Unusable) -> UInt16? {
        if let argument {
            guard let port = UInt16(argument) else {
                throw .malformed(option: "--page", argument: argument, expected: "a port from 0 to 65535")
            }
            return port
        }
        guard let next, let first = String(cString: next).first, first.isNumber else { return nil }
        cgetopt_skip()
        return try port(String(cString: next), next: nil)
    }

    /// Reads `ADDRESS[,NAME...]`. An address that stands for all addresses is not a name.
    private static func address(_ argument: String) throws(Unusable) -> (String, [String], String) {
        let option = "--page-address"
        let words = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard !words.contains("") else {
            throw .malformed(option: option, argument: argument, expected: "ADDRESS or ADDRESS,NAME")
        }
        guard words.count > 1 || !["0.0.0.0", "::"].contains(words[0]) else {
            throw .malformed(
                option: option, argument: argument, expected: "the machine's names, too: \(words[0]),box.local")
        }
        return (words[0], Array(words.dropFirst()), option)
    }

    /// The unknown option that getopt has just found, if it is a single letter after a dash. In `-xy` it is `-x`.
    private static var letter: String? {
        let byte = UInt8(truncatingIfNeeded: cgetopt_letter())
        return byte < UInt8(ascii: "!") ? nil : "-" + String(decoding: [byte], as: UTF8.self)
    }

    static func help(program: String) -> String {
        """
        usage: \(program) [--board NAME] [--sound DEVICE] [--wiring FILE] [--safe]
               [--page [PORT]] [--page-address ADDRESS[,NAME...]] [--page-control]
               [--broker ADDRESS] [--broker-credentials FOLDER]

          --board NAME    the board; detected by default. One of:
        \(wrapped(BoardDescription.names))
          --sound DEVICE  an ALSA device (aplay -L lists them), none, or file:PATH.wav
                          for a recording; only an earlier recording is
                          overwritten
          --wiring FILE   the devices and their lines, instead of the wiring that
                          comes with the program
          --safe          put the outputs into their safe states, and exit
          --page [PORT]   show the board and its loop in a browser on this machine;
                          prints the address. From another machine: carillon page
          --page-address  also listen on an address of this machine in a network,
                          for browsers that ask for it or for one of the names;
                          HTTP shows the page's key to everyone there
          --page-control  let the page set the outputs of a real board
          --broker ADDRESS
                          join the fleet on an MQTT broker, if the program has one:
                          mqtt://HOST[:PORT], or mqtts://HOST[:PORT] with TLS
          --broker-credentials FOLDER
                          the folder with broker-login, broker-ca.crt, broker.crt and
                          broker.key, as far as the broker demands them

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
        case .malformed(let option, let argument, let expected):
            "\(option) cannot be \"\(argument)\": expected \(expected)"
        case .withoutPage(let option): "\(option) needs --page; see --help"
        }
    }
}
