/// The address at which a page listens, and the names by which browsers may ask for it.
enum PageAddress: Equatable, Sendable {
    /// A port of this machine alone; 0 selects a free one.
    case loopback(port: UInt16)
    /// A port of an address of this machine, for a network. `names` are the names that the machine has there.
    case network(address: String, names: [String], port: UInt16)
    /// A Unix socket in a service's folder, which an ssh tunnel leads to.
    case socket(path: String)

    /// The names and addresses in the `Host` header of a request. An ssh tunnel ends at this machine's own.
    var hosts: [String] {
        let own = ["127.0.0.1", "localhost", "[::1]"]
        guard case .network(let address, let names, _) = self else { return own }
        return own + [address.contains(":") ? "[\(address)]" : address] + names
    }

    func listen() throws(PageError) -> ListeningSocket {
        switch self {
        case .loopback(let port): try ListeningSocket(address: "127.0.0.1", port: port)
        case .network(let address, _, let port): try ListeningSocket(address: address, port: port)
        case .socket(let path): try ListeningSocket(path: path)
        }
    }
}
