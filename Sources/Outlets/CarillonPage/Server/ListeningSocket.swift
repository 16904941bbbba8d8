import Glibc

/// A socket that a server listens on. It is closed by its user.
struct ListeningSocket {
    /// The bytes that the kernel keeps for a browser that does not read.
    private static let sendBuffer: Int32 = 32 * 1024

    let descriptor: Int32
    /// The port of a TCP socket; 0 for a Unix socket.
    let port: UInt16

    /// Listens on a TCP port.
    ///
    /// - Parameters:
    ///   - address: An IPv4 or IPv6 address of this machine.
    ///   - port: 0 selects a free port.
    /// - Throws: `PageError.cannotListen`.
    init(address: String, port: UInt16) throws(PageError) {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let name = "\(address):\(port)"
        guard getaddrinfo(address, "\(port)", &hints, &found) == 0, let found else {
            throw .cannotListen(at: name, reason: "\"\(address)\" is not an IP address of this machine")
        }
        defer { freeaddrinfo(found) }
        descriptor = try Self.listen(
            family: found.pointee.ai_family, found.pointee.ai_addr, found.pointee.ai_addrlen, at: name)
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let descriptor = descriptor
        self.port = withUnsafeMutableBytes(of: &storage) { bytes in
            getsockname(descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), &size)
            // The port is after the family in both kinds of addresses, in network order.
            return UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
        }
    }

    /// Listens on a Unix socket, which replaces an earlier one of the same path.
    ///
    /// - Parameter path: At most 107 bytes, in a folder that exists. Each user of this machine may connect.
    /// - Throws: `PageError.cannotListen`.
    init(path: String) throws(PageError) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isShort = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard path.utf8.count < room.count else { return false }
            room.copyBytes(from: path.utf8)
            return true
        }
        guard isShort else { throw .cannotListen(at: path, reason: "the path is too long") }
        unlink(path)
        descriptor = try withUnsafePointer(to: &address) { address throws(PageError) in
            let general = UnsafeRawPointer(address).assumingMemoryBound(to: sockaddr.self)
            return try Self.listen(family: AF_UNIX, general, socklen_t(MemoryLayout<sockaddr_un>.size), at: path)
        }
        port = 0
        // Another program may have put a link there instead of the socket.
        fchmodat(AT_FDCWD, path, 0o666, AT_SYMLINK_NOFOLLOW)
    }

    private static func listen(
        family: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t, at name: String
    ) throws(PageError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(family, type, 0)
        guard descriptor >= 0 else { throw .cannotListen(at: name, errno: errno) }
        func set(_ level: Int32, _ option: Int32, _ value: Int32) {
            var value = value
            // A refused option makes the page slower, not wrong.
            _ = setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
        }
        set(SOL_SOCKET, SO_REUSEADDR, 1)
        set(SOL_SOCKET, SO_SNDBUF, sendBuffer)
        if family != AF_UNIX { set(Int32(IPPROTO_TCP), TCP_NODELAY, 1) }
        guard bind(descriptor, address, size) == 0, Glibc.listen(descriptor, 128) == 0 else {
            let error = errno
            close(descriptor)
            throw .cannotListen(at: name, errno: error)
        }
        return descriptor
    }
}
