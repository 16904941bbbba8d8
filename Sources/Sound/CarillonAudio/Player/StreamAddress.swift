/// The addresses of streams among the paths of a player.
package enum StreamAddress {
    /// Returns whether a path is the address of a stream, which begins with `http://` or `https://`.
    package static func isStream(_ path: String) -> Bool {
        let start = path.prefix(8).lowercased()
        return start.hasPrefix("http://") || start == "https://"
    }

    /// Returns a path without the user and the password that an address may have: `http://user:password@host/`.
    package static func withoutLogin(_ path: String) -> String {
        guard isStream(path), let scheme = path.firstIndex(of: ":") else { return path }
        let start = path.index(scheme, offsetBy: 3)
        let authority = path[start...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return path }
        return String(path[..<start] + path[path.index(after: at)...])
    }

    /// Returns whether an address has a user or a password.
    package static func hasLogin(_ path: String) -> Bool { withoutLogin(path) != path }
}
