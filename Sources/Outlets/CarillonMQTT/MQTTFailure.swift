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
        if let authorities = broker.credentials.authorities,
            text.contains("no certificate or crl found") || text.contains("Unable to load CA certificates")
        {
            return "\(authorities) contains no certificate of an authority"
        }
        if text.contains("wrong version number") || text.contains("packet length too long") {
            return "\(address) does not speak TLS; use mqtt:// or the port for TLS"
        }
        if text.contains("certificate required") || text.contains("handshake failure") {
            return "\(address) demands a certificate of this box: broker.crt and broker.key"
        }
        if !InternetSockets.areAllowed {
            return "this service may not use the network; link fleet.conf, see Documentation/Fleet.md"
        }
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

    /// Returns the error of a plain connection to the broker; 0 if it is accepted. Waits for the answer, so call it only if
    /// an attempt has failed at once, which the system does for addresses of this machine.
    static func connectionError(of broker: FleetBroker) -> Int32 {
        var found: UnsafeMutablePointer<addrinfo>?
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        guard getaddrinfo(broker.host, "\(broker.port)", &hints, &found) == 0 else { return EHOSTUNREACH }
        defer { freeaddrinfo(found) }
        var error = EHOSTUNREACH
        for address in sequence(first: found, next: { $0?.pointee.ai_next }) {
            guard let address = address?.pointee else { break }
            let descriptor = socket(address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return 0 }
            error = errno
        }
        return error
    }
}
