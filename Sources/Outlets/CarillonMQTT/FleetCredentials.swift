import CLibrary
import CarillonBoard

/// The credentials of a box on a broker, from the files of a folder.
package struct FleetCredentials: Codable, Equatable, Sendable {
    package var user: String?
    package var password: String?
    /// The file with the authorities that sign the broker's certificate; nil for those of the system.
    package var authorities: String?
    /// The file with the box's own certificate.
    package var certificate: String?
    /// The file with the key of the box's certificate.
    package var key: String?

    package init() {}

    /// Reads the credentials of a folder:
    ///
    /// - `broker-login`: the user and the password, each on a line;
    /// - `broker-ca.crt`: the authorities that sign the broker's certificate;
    /// - `broker.crt` and `broker.key`: the box's own certificate.
    ///
    /// All are optional. Only the user may be able to read the login and the key.
    ///
    /// - Parameter isOfService: Whether systemd has made the folder for a service. It protects the files by an access
    ///   control list, so their modes look as if the group could read them.
    package init(folder: String, isOfService: Bool = false) throws(FleetBrokerError) {
        // Credentials that are silently not found would connect the box to a broker that accepts everyone.
        guard access("\(folder)/.", X_OK) == 0 else { throw Self.unreadable(folder) }
        func present(_ name: String) throws(FleetBrokerError) -> String? {
            let path = "\(folder)/\(name)"
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            guard access(path, R_OK) == 0 else { throw Self.unreadable(path) }
            return path
        }
        authorities = try present("broker-ca.crt")
        certificate = try present("broker.crt")
        key = try present("broker.key")
        guard (certificate == nil) == (key == nil) else { throw .incomplete(folder: folder) }
        let login = try present("broker-login")
        for case let secret? in [key, login] where !isOfService { try Self.checkSecret(secret) }
        guard let login else { return }
        guard let bytes = try? FileContents.read(login, limit: 4096) else { throw .notALogin(path: login) }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 2 || (lines.count == 3 && lines[2].isEmpty), !lines[0].isEmpty else {
            throw .notALogin(path: login)
        }
        (user, password) = (String(lines[0]), String(lines[1]))
    }

    private static func checkSecret(_ path: String) throws(FleetBrokerError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw unreadable(path) }
        guard status.st_mode & 0o077 == 0 else { throw .readableByOthers(path: path) }
    }

    /// Returns the error of a file or folder after a system call has failed.
    private static func unreadable(_ path: String) -> FleetBrokerError {
        .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
}
