import CarillonOutlet
import Glibc

/// The command-line options of the page in a browser.
struct PageOptions {
    static let all = [
        ProgramOption(
            "page", .optional("PORT"),
            help: """
                show the board and its loop in a browser on this machine;
                prints the address. From another machine: carillon page
                """),
        ProgramOption(
            "page-address", .required("ADDRESS[,NAME...]"), needs: "page",
            help: """
                also listen on an address of this machine in a network,
                for browsers that ask for it or for one of the names;
                HTTP shows the page's key to everyone there
                """),
        ProgramOption("page-control", needs: "page", help: "let the page set the outputs of a real board"),
    ]

    /// The port; nil selects a free one, or a Unix socket in a service.
    private let port: UInt16?
    /// The address of this machine in a network; nil for this machine alone.
    private var networkAddress: String?
    /// The machine's names in the network.
    private var names: [String] = []
    /// Whether the page may change the outputs of a real board.
    let hasControl: Bool

    /// Nil if the user wants no page.
    init?(_ options: ProgramOptions) throws(UsageError) {
        guard options.has("page") else { return nil }
        port = try options["page"].map(Self.port)
        hasControl = options.has("page-control")
        if let argument = options["page-address"] { (networkAddress, names) = try Self.address(argument) }
    }

    /// The address of a page on this machine.
    ///
    /// - Parameter serviceFolder: The folder of a service's sockets; nil for other programs.
    func address(serviceFolder: String?) -> PageAddress {
        if let networkAddress {
            .network(address: networkAddress, names: names, port: port ?? 0)
        } else if let serviceFolder, port == nil {
            .socket(path: "\(serviceFolder)/page.socket")
        } else {
            .loopback(port: port ?? 0)
        }
    }

    private static func port(_ argument: String) throws(UsageError) -> UInt16 {
        guard let port = UInt16(argument) else {
            throw .malformed("--page", argument, expected: "a port from 0 to 65535")
        }
        return port
    }

    /// Reads `ADDRESS[,NAME...]`. An address that stands for all addresses is not a name.
    private static func address(_ argument: String) throws(UsageError) -> (String, [String]) {
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
}
