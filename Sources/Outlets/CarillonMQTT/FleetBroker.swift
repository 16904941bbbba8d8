import CarillonDevices
import CarillonOutlet

/// The broker of a fleet, and the box's credentials.
package struct FleetBroker: Codable, Equatable, Sendable {
    /// The name or the address of the machine.
    package let host: String
    package let port: UInt16
    /// Whether the connection uses TLS.
    package let isSecure: Bool
    package var credentials = FleetCredentials()

    /// Reads `mqtt://HOST[:PORT]` or `mqtts://HOST[:PORT]`. The ports are 1883 and 8883 by default.
    package init(_ address: String) throws(FleetBrokerError) {
        let parts = address.split(separator: "://", maxSplits: 1).map(String.init)
        guard parts.count == 2, ["mqtt", "mqtts"].contains(parts[0]), !parts[1].contains("/") else {
            throw .malformed(address: address)
        }
        // A password in an address is visible in `ps`.
        guard !parts[1].contains("@") else { throw .passwordInAddress }
        isSecure = parts[0] == "mqtts"
        var (host, port) = (parts[1], isSecure ? "8883" : "1883")
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]") else { throw .malformed(address: address) }
            let rest = host[host.index(after: end)...]
            if rest.hasPrefix(":") { port = String(rest.dropFirst()) } else if !rest.isEmpty { port = "" }
            host = String(host[host.index(after: host.startIndex)..<end])
        } else if let colon = host.firstIndex(of: ":") {
            port = String(host[host.index(after: colon)...])
            host = String(host[..<colon])
        }
        guard !host.isEmpty, let number = UInt16(port), number > 0 else { throw .malformed(address: address) }
        (self.host, self.port) = (host, number)
    }

    /// The address in messages.
    package var address: String {
        "\(isSecure ? "mqtts" : "mqtt")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}

/// A broker or credentials that cannot be used.
package enum FleetBrokerError: OutletError, Equatable, CustomStringConvertible {
    case malformed(address: String)
    case passwordInAddress
    /// A file with a secret that others can read.
    case readableByOthers(path: String)
    case unreadable(path: String, reason: String)
    /// A login file of another form.
    case notALogin(path: String)
    /// A certificate without its key, or a key without its certificate.
    case incomplete(folder: String)
    case noLibrary(reason: String)
    /// The process of the connection cannot be started.
    case noProcess(reason: String)

    package var isFailureOfSystem: Bool {
        switch self {
        case .noLibrary, .noProcess: true
        default: false
        }
    }

    package var description: String {
        switch self {
        case .malformed(let address):
            "cannot use broker \"\(address)\": expected mqtt://HOST, mqtts://HOST or either with :PORT"
        case .passwordInAddress:
            "a broker's address must have no user or password: put them into the file broker-login"
        case .readableByOthers(let path): "others can read \(path): chmod 600 \(path)"
        case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
        case .notALogin(let path): "\(path) must have two lines: the user and the password"
        case .incomplete(let folder): "\(folder) needs both broker.crt and broker.key, or neither"
        case .noProcess(let reason): "cannot start the process that connects to the broker: \(reason)"
        case .noLibrary(let reason): "cannot load libmosquitto: \(reason); install libmosquitto1"
        }
    }
}

extension Wiring {
    /// Returns the fleet's broker; nil for a wiring without one.
    ///
    /// - Throws: A `DescriptionError` with the position of the address.
    func fleetBroker() throws(DescriptionError) -> FleetBroker? {
        guard let setting = outletSettings["fleet"] else { return nil }
        do throws(FleetBrokerError) {
            return try FleetBroker(setting.text)
        } catch {
            throw DescriptionError(position: setting.position, message: "\(error)")
        }
    }
}
