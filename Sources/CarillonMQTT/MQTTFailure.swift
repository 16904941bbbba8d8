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
        // With TLS 1.3, the broker's refusal of a missing certificate comes after the handshake.
        let hasCertificate = broker.credentials.certificate != nil
        if text.contains("certificate required") || text.contains("handshake failure")
            || (broker.isSecure && !wasConnected && !hasCertificate && text.contains("Protocol error"))
        {
            return "\(address) demands a certificate of this box: broker.crt and broker.key"
        }
        if text.contains("Lookup error") { return "no machine is called \"\(broker.host)\", or no name server answers" }
        let isEnd = ["connection was lost", "reset by peer", "unexpected eof"].contains { text.contains($0) }
        if !wasConnected, isEnd {
            let demand = broker.isSecure && !hasCertificate ? ", and demand no certificate of this box" : ""
            return
                "\(address) ended the connection at once; does it speak MQTT \(broker.isSecure ? "with" : "without") TLS"
                + "\(demand)?"
        }
        return "\(address): \(text)"
    }
}
