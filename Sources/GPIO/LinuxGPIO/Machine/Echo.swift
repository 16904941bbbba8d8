/// The packets of a ping: an echo request and its reply (RFC 792, RFC 4443: 4.1 and 4.2).
///
/// The kernel fills the identifier and the checksum of an unprivileged ICMP socket, and passes on replies to it only (icmp(7)).
struct Echo: Equatable {
    let isIPv6: Bool
    let sequence: UInt16

    /// The request, with 8 bytes of header and no data.
    var request: [UInt8] { [isIPv6 ? 128 : 8, 0, 0, 0, 0, 0, UInt8(sequence >> 8), UInt8(sequence & 0xff)] }

    /// Returns whether a packet is the reply to this request.
    func isAnswered(by packet: some Collection<UInt8>) -> Bool {
        let header = Array(packet.prefix(8))
        return header.count == 8 && header[0] == (isIPv6 ? 129 : 0)
            && UInt16(header[6]) << 8 | UInt16(header[7]) == sequence
    }
}

/// The router of the default route.
enum Gateway {
    /// Returns the address in the table of routes; nil if there is no default route (proc_net(5): route).
    ///
    /// The columns are the interface, the destination and the gateway, in hexadecimal digits and the machine's byte order, and
    /// the flags, of which 2 is a gateway.
    static func address(_ table: String) -> String? {
        for line in table.split(separator: "\n").dropFirst() {
            let columns = line.split(whereSeparator: \.isWhitespace)
            guard columns.count > 3, columns[1] == "00000000", let flags = UInt16(columns[3], radix: 16),
                flags & 2 != 0,
                let number = UInt32(columns[2], radix: 16)
            else { continue }
            return withUnsafeBytes(of: number) { $0.map(String.init).joined(separator: ".") }
        }
        return nil
    }
}
