import CGetopt
import CarillonPage
import Glibc

/// The command-line options of the page in a browser.
struct PageOptions: Equatable {
    /// The options with getopt's kinds of arguments, in the order of `take`.
    static let names: [(StaticString, Int32)] = [
        ("page", optional_argument), ("page-address", required_argument), ("page-control", no_argument),
    ]

    /// Whether there is a page.
    private(set) var isWanted = false
    /// The port; nil selects a free one, or a Unix socket in a service.
    private(set) var port: UInt16?
    /// The address of this machine in a network; nil for this machine alone.
    private(set) var address: String?
    /// The machine's names in the network.
    private(set) var names: [String] = []
    /// Whether the page may change the outputs of a real board.
    private(set) var hasControl = false

    /// Takes the option at `index` of `names`.
    ///
    /// - Parameter next: The argument after the option. getopt does not find a port there.
    mutating func take(
        _ index: Int, _ argument: String?, next: UnsafeMutablePointer<CChar>?
    ) throws(ApplianceOptions.Unusable) {
        switch index {
        case 0:
            isWanted = true
            port = try Self.port(argument, next: next)
        case 1: (address, names) = try Self.address(argument ?? "")
        default: hasControl = true
        }
    }

    /// Checks that there is a page if there are other options of it.
    func check() throws(ApplianceOptions.Unusable) {
        guard !isWanted, address != nil || hasControl else { return }
        throw .alone(address == nil ? "--page-control" : "--page-address", without: "--page")
    }

    /// The place for a page on this machine.
    ///
    /// - Parameter serviceFolder: The folder of a service's sockets; nil for other programs.
    func place(serviceFolder: String?) -> PagePlace {
        if let address {
            .network(address: address, names: names, port: port ?? 0)
        } else if let serviceFolder, port == nil {
            .socket(path: "\(serviceFolder)/page.socket")
        } else {
            .loopback(port: port ?? 0)
        }
    }

    /// Returns the port in `--page=PORT` or `--page PORT`; nil if there is none.
    private static func port(
        _ argument: String?, next: UnsafeMutablePointer<CChar>?
    ) throws(ApplianceOptions.Unusable) -> UInt16? {
        if let argument {
            guard let port = UInt16(argument) else {
                throw .malformed("--page", argument, expected: "a port from 0 to 65535")
            }
            return port
        }
        guard let next, let first = String(cString: next).first, first.isNumber else { return nil }
        cgetopt_skip()
        return try port(String(cString: next), next: nil)
    }

    /// Reads `ADDRESS[,NAME...]`. An address that stands for all addresses is not a name.
    private static func address(_ argument: String) throws(ApplianceOptions.Unusable) -> (String, [String]) {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let isAny = ["0.0.0.0", "::"].contains(words[0])
        guard !words.contains(""), words.count > 1 || !isAny else {
            let expected = isAny ? "the machine's names, too: \(words[0]),box.local" : "ADDRESS or ADDRESS,NAME"
            throw .malformed("--page-address", argument, expected: expected)
        }
        guard isAddress(words[0]) else {
            throw .malformed(
                "--page-address", argument, expected: "an address before the names, such as 0.0.0.0,box.local")
        }
        // A browser asks for a name with a port, which is not compared.
        guard words.dropFirst().allSatisfy(isName) else {
            throw .malformed("--page-address", argument, expected: "names such as box.local, without a port")
        }
        return (words[0], Array(words.dropFirst()))
    }

    private static func isAddress(_ text: String) -> Bool {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST
        var found: UnsafeMutablePointer<addrinfo>?
        defer { if let found { freeaddrinfo(found) } }
        return getaddrinfo(text, nil, &hints, &found) == 0
    }

    /// Whether a browser can ask for this: a name, an IPv4 address, or an IPv6 address in brackets.
    private static func isName(_ text: String) -> Bool {
        guard text.hasPrefix("["), text.hasSuffix("]") else {
            return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
        }
        return isAddress(String(text.dropFirst().dropLast()))
    }

    static let usage = "\n       [--page [PORT]] [--page-address ADDRESS[,NAME...]] [--page-control]"

    static let help = """

          --page [PORT]   show the board and its loop in a browser on this machine;
                          prints the address. From another machine: carillon page
          --page-address ADDRESS[,NAME...]
                          also listen on an address of this machine in a network,
                          for browsers that ask for it or for one of the names;
                          HTTP shows the page's key to everyone there
          --page-control  let the page set the outputs of a real board
        """
}
