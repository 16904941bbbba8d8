import Glibc

/// An error of a page's server.
package enum PageError: Error, Equatable {
    /// The library that speaks HTTP cannot be loaded.
    case noLibrary(reason: String)
    /// The place is an address with a port, or the path of a Unix socket.
    case cannotListen(place: String, reason: String)
    /// The file with the page's address and key cannot be written.
    case cannotWrite(path: String, reason: String)

    static func cannotListen(place: String, errno error: Int32) -> PageError {
        .cannotListen(place: place, reason: String(cString: strerror(error)))
    }
}

extension PageError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noLibrary(let reason):
            "--page needs libmicrohttpd: \(reason); install it with: apt-get install libmicrohttpd12"
        case .cannotListen(let place, let reason): "the page cannot listen on \(place): \(reason)"
        case .cannotWrite(let path, let reason): "cannot write \(path), which tells the page's key: \(reason)"
        }
    }
}
