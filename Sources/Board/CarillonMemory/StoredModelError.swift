/// An error of the memory of a loop.
public enum StoredModelError: Error, Equatable {
    /// The name has other characters than ASCII letters, digits, `-` and `_`.
    case invalidName(String)
    /// Another program uses the memory, or another loop of this program.
    case inUse(name: String, path: String)
    /// The program is not a service, and its user has no home folder.
    case noFolder(name: String)
    /// A file is damaged or cannot be read. It is kept under the name `keptAs`.
    case unusable(path: String, reason: String, keptAs: String)
    /// A file has another version than the application, which does not migrate it. It is kept under the name `keptAs`.
    case otherVersion(path: String, version: Int, expected: Int, keptAs: String)
    /// The model cannot be written. The program tries again.
    case notWritten(path: String, reason: String)
    /// The model has no JSON form.
    case notEncoded(path: String, reason: String)
}

extension StoredModelError: CustomStringConvertible {
    /// The error, and its correction.
    public var description: String {
        switch self {
        case .invalidName(let name): "cannot remember \"\(name)\": use ASCII letters, digits, - and _ in the name"
        case .inUse(let name, let path):
            "cannot remember \"\(name)\": \"\(path)\" is in use by another program or loop; stop it, or use another name"
        case .noFolder(let name):
            "cannot remember \"\(name)\": no state directory; set STATE_DIRECTORY or HOME to a folder"
        case .unusable(let path, let reason, let other):
            "cannot remember from \"\(path)\": \(reason); kept as \"\(other)\" for a repair"
        case .otherVersion(let path, let version, let expected, let other):
            "cannot remember from \"\(path)\": version \(version) instead of \(expected); kept as \"\(other)\""
        case .notWritten(let path, let reason):
            "cannot remember in \"\(path)\": \(reason); trying again until it can be written"
        case .notEncoded(let path, let reason):
            "cannot remember in \"\(path)\": \(reason); correct the model's encoding"
        }
    }
}
