/// The permission to use the network.
package enum InternetSockets {
    /// Whether the system lets this process connect to other machines. A service without a drop-in for the network may not.
    package static var areAllowed: Bool {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            guard descriptor >= 0 else { return errno != EAFNOSUPPORT }
            close(descriptor)
        #endif
        return true
    }
}
