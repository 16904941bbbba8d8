import Glibc

/// An error of a file that this program alone writes.
package enum StateFileError: OutletError, Equatable {
    /// Another program has opened the file.
    case inUse(path: String)
    /// An operation of the system on the file has failed.
    case system(operation: String, path: String, errno: Int32)

    package var isFailureOfSystem: Bool { if case .system = self { true } else { false } }
}

extension StateFileError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .inUse(let path): "\"\(path)\" is in use by another program; stop it, or use another state directory"
        case .system(let operation, let path, let errno):
            "cannot \(operation) \"\(path)\": \(String(cString: strerror(errno)))"
        }
    }
}
