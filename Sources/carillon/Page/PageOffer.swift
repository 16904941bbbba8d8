/// A service with a page on another machine, and the key of the page.
struct PageOffer: Equatable {
    /// Prints a line for each service with a page: its name and the key. The key is missing if the user cannot read it.
    /// It contains no single quote.
    static let script = """
        for key in /run/*/page.key; do
            [ -S "${key%key}socket" ] || continue
            service=${key#/run/}
            echo "${service%/page.key} $(cat "$key" 2>/dev/null || sudo -n cat "$key" 2>/dev/null)"
        done
        """

    let service: String
    let key: String

    /// Reads the output of the script. Other lines, such as those of a login script, are ignored.
    static func read(_ lines: [String]) -> [PageOffer] {
        lines.compactMap { line in
            let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard words.count == 2, words[0].allSatisfy({ $0.isLetter || $0.isNumber || "-_.@".contains($0) }),
                words[1].isEmpty || words[1].utf8.count == 32 && words[1].allSatisfy(\.isHexDigit)
            else { return nil }
            return PageOffer(service: words[0], key: words[1])
        }
    }

    /// Returns the service with this name, or the only one.
    ///
    /// - Throws: `PageFailure` if there is none, or several, or if its key cannot be read.
    static func choose(
        _ service: String?, among offers: [PageOffer], on host: String
    ) throws(PageFailure) -> PageOffer {
        let names = offers.map(\.service)
        let wanted = service.map { name in offers.filter { $0.service == name } } ?? offers
        guard let offer = wanted.first else { throw .noPage(host: host, service: service, known: names) }
        guard wanted.count == 1 else { throw .severalPages(host: host, known: names) }
        guard !offer.key.isEmpty else { throw .noKey(host: host, service: offer.service) }
        return offer
    }
}

/// The reason why a page is not opened.
enum PageFailure: Error, Equatable {
    case noConnection(host: String, reason: String)
    case noPage(host: String, service: String?, known: [String])
    case severalPages(host: String, known: [String])
    case noKey(host: String, service: String)
    case noPort(reason: String)
}

extension PageFailure: CustomStringConvertible {
    var description: String {
        switch self {
        case .noConnection(let host, let reason): "ssh to \(host) has failed: \(reason)"
        case .noPage(let host, let service?, let known) where !known.isEmpty:
            "\(service) on \(host) has no page; the services with a page are \(known.joined(separator: ", "))"
        case .noPage(let host, _, _):
            "no service on \(host) has a page; set OPTIONS=\"--page\" in /etc/default/SERVICE there, and restart it"
        case .severalPages(let host, let known):
            "several services on \(host) have a page; name one of \(known.joined(separator: ", "))"
        case .noKey(let host, let service):
            "cannot read the key of \(service) on \(host); log in as root, or allow sudo without a password"
        case .noPort(let reason): "this machine has no free port: \(reason)"
        }
    }
}
