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
    /// - Throws: `Failure` if there is none, or several, or if its key cannot be read.
    static func choose(
        _ service: String?, among offers: [PageOffer], on host: String
    ) throws(Failure) -> PageOffer {
        let names = offers.map(\.service).joined(separator: ", ")
        let wanted = service.map { name in offers.filter { $0.service == name } } ?? offers
        guard let offer = wanted.first else {
            throw Failure(
                offers.isEmpty
                    ? "no service on \(host) has a page; set OPTIONS=\"--page\" in /etc/default/SERVICE there, and restart it"
                    : "\(service ?? "") on \(host) has no page; the services with a page are \(names)")
        }
        guard wanted.count == 1 else {
            throw Failure("several services on \(host) have a page; name one of \(names)")
        }
        guard !offer.key.isEmpty else {
            throw Failure(
                "cannot read the key of \(offer.service) on \(host); log in as root, or allow sudo without a password")
        }
        return offer
    }
}
