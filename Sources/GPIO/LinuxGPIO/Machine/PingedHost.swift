import CarillonGPIO
import CarillonScheduling
import Glibc

/// A host on the network, which is pinged.
///
/// It uses an unprivileged ICMP socket, which the system allows to the groups in net.ipv4.ping_group_range: to all with systemd's
/// defaults. A transfer blocks for up to 2 s, and as long as the system looks for a name.
///
/// `@unchecked Sendable`: mutable state is accessed on the bus's thread only.
package final class PingedHost: BusDevice, @unchecked Sendable {
    package let address: BusAddress
    package let bus: any Scheduler
    private let host: String
    private var sequence: UInt16 = 0

    /// The number of requests for one transfer, and the time for each reply, in milliseconds.
    private static let (requests, timeout): (Int, Double) = (2, 1000)

    /// - Parameters:
    ///   - host: A name, an address, or `gateway`.
    ///   - bus: The queue of the thread that pings.
    package init(_ host: String, bus: any Scheduler) {
        address = .kernel(.network, name: host)
        (self.host, self.bus) = (host, bus)
    }

    /// Pings the host, and returns the time of its reply, in milliseconds.
    ///
    /// - Throws: `BusError.noAnswer` if the host does not reply or is unknown, and `.system` if the system does not allow
    ///   pings.
    package func transfer(_ bytes: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
        guard let target = resolve() else { throw .noAnswer(address) }
        let isIPv6 = target.family == AF_INET6
        let socket = try Self.open(isIPv6: isIPv6, pinging: host)
        defer { Glibc.close(socket) }
        for _ in 0..<Self.requests {
            sequence &+= 1
            let echo = Echo(isIPv6: isIPv6, sequence: sequence)
            if let time = ping(echo, target, socket) {
                return Array("\((time * 100).rounded() / 100)".utf8.prefix(count))
            }
        }
        throw .noAnswer(address)
    }

    package func close() {}

    /// Returns the reason why this user cannot ping; nil if pings are allowed.
    package static var fault: BusError? {
        do throws(BusError) {
            Glibc.close(try open(isIPv6: false, pinging: "hosts"))
            return nil
        } catch {
            return error
        }
    }

    // MARK: The socket

    private static func open(isIPv6: Bool, pinging host: String) throws(BusError) -> Int32 {
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        let result = isIPv6 ? socket(AF_INET6, type, Int32(IPPROTO_ICMPV6)) : socket(AF_INET, type, Int32(IPPROTO_ICMP))
        guard result < 0 else { return result }
        let remedy =
            switch errno {
            case EACCES, EPERM: "allow it with sudo sysctl -w net.ipv4.ping_group_range=\"0 2147483647\""
            case EAFNOSUPPORT: "open the network for the service with its streams.conf"
            default: "the network is not available"
            }
        throw .system(operation: "pinging \(host) (\(remedy))", errno: errno)
    }

    /// Sends a request, and waits for its reply. Returns the time between them, in milliseconds; nil without a reply.
    private func ping(_ echo: Echo, _ target: Target, _ socket: Int32) -> Double? {
        let start = Self.now
        let sent = target.withAddress { address, length in
            sendto(socket, echo.request, echo.request.count, Int32(MSG_NOSIGNAL), address, length)
        }
        guard sent == echo.request.count else { return nil }
        while true {
            let left = Self.timeout - (Self.now - start)
            var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard left > 0, poll(&wait, 1, Int32(left.rounded(.up))) > 0 else { return nil }
            var packet = [UInt8](repeating: 0, count: 64)
            let count = recv(socket, &packet, packet.count, 0)
            // A host that is known to be unreachable is an error of the socket.
            guard count >= 0 else { return nil }
            if echo.isAnswered(by: packet.prefix(count)) { return Self.now - start }
        }
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }

    // MARK: The address

    private struct Target {
        var storage = sockaddr_storage()
        var length: socklen_t = 0

        var family: Int32 { Int32(storage.ss_family) }

        func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
            withUnsafePointer(to: storage) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
            }
        }
    }

    /// Looks for the host's address, each time, because it can change.
    private func resolve() -> Target? {
        guard let name = host == "gateway" ? Self.gateway : host else { return nil }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, &hints, &list) == 0, let first = list?.pointee, let address = first.ai_addr else {
            return nil
        }
        defer { freeaddrinfo(list) }
        var target = Target()
        target.length = min(first.ai_addrlen, socklen_t(MemoryLayout<sockaddr_storage>.size))
        withUnsafeMutableBytes(of: &target.storage) { bytes in
            bytes.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(target.length)))
        }
        return target
    }

    private static var gateway: String? {
        let file = Glibc.open("/proc/net/route", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { Glibc.close(file) }
        return withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 1) { buffer in
            let count = max(Glibc.read(file, buffer.baseAddress, buffer.count), 0)
            return Gateway.address(String(decoding: buffer.prefix(count), as: UTF8.self))
        }
    }
}
