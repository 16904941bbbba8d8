import Glibc

/// Symbolic links of the kernel's folders.
enum SymbolicLink {
    /// Returns the last part of the path that a link contains; nil if there is no such link.
    static func name(_ path: String) -> String? {
        var characters = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &characters, characters.count)
        guard count > 0 else { return nil }
        let target = String(decoding: characters.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return target.split(separator: "/").last.map(String.init)
    }
}
