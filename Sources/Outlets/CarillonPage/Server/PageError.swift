import CarillonOutlet
import Glibc

/// An error of a page's server.
package enum PageError: OutletError, Equatable {
    /// The library that speaks HTTP cannot be loaded.
    case noLibrary(reason: String)
    /// The name is an address with a port, or the path of a Unix socket.
    case cannotListen(at: String, reason: String)
    /// The file with the page's address and key cannot be written.
    case cannotWrite(path: String, reason: String)

    /// The program is a service without a folder for the key. Its notices go to a journal that has more readers.
    case noServiceFolder

    package var isFailureOfSystem: Bool { self != .noServiceFolder }

    static func cannotListen(at name: String, errno error: Int32) -> PageError {
        .cannotListen(at: name, reason: String(cString: strerror(error)))
    }

    static func cannotWrite(path: String, errno error: Int32) -> PageError {
        .cannotWrite(path: path, reason: String(cString: strerror(error)))
    }
}

extension PageError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noLibrary(let reason):
            "--page needs libmicrohttpd: \(reason); install it with: apt-get install libmicrohttpd12"
        case .cannotListen(let name, let reason): "the page cannot listen on \(name): \(reason)"
        case .cannotWrite(let path, let reason): "cannot write \(path), which tells the page's key: \(reason)"
        case .noServiceFolder:
            "--page has no place for its key, which must not get into the journal; add RuntimeDirectory=NAME to the"
                + " service's unit"
        }
    }
}
