import CLibrary

/// The explanations of failures, which say what to do.
enum MQTTFailure {
    /// Returns the reason of a lost connection for users.
    ///
    /// - Parameters:
    ///   - text: The message of libmosquitto or OpenSSL.
    ///   - wasConnected: Whether the broker has accepted the connection before.
    static func explain(_ text: String, broker: FleetBroker, wasConnected: Bool) -> String {
        let address = broker.address
        if text.contains("certificate verify failed") || text.contains("host name verification") {
            let authorities = broker.credentials.authorities ?? "the system's authorities"
            return "the certificate of \(address) is not for this name, has expired, or is not signed by \(authorities)"
        }
        if text.contains("wrong version number") || text.contains("packet length too long") {
            return "\(address) does not speak TLS; use mqtt:// or the port for TLS"
        }
        if text.contains("certificate required") || text.contains("handshake failure") {
            return "\(address) demands a certificate of this box: broker.crt and broker.key"
        }
        if !canUseNetwork { return "this service may not use the network; link fleet.conf, see Documentation/Fleet.md" }
        if text.contains("Lookup error") { return "no machine is called \"\(broker.host)\", or no name server answers" }
        // With TLS 1.3, the broker's refusal of a missing certificate comes after the handshake. Versions 2.0.11 and 2.0.21
        // report it, and a broker without TLS, in different ways.
        let isEnd = ["connection was lost", "reset by peer", "unexpected eof", "Protocol error", "TLS error"]
        if !wasConnected, isEnd.contains(where: text.contains) {
            let demand =
                broker.isSecure && broker.credentials.certificate == nil
                ? ", and demand no certificate of this box" : ""
            return
                "\(address) ended the connection at once; does it speak MQTT \(broker.isSecure ? "with" : "without") TLS"
                + "\(demand)?"
        }
        return "\(address): \(text)"
    }

    /// Whether the system lets this process connect to other machines. A service without a fleet is not allowed to.
    private static var canUseNetwork: Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return errno != EAFNOSUPPORT }
        close(descriptor)
        return true
    }
}
