import CLibrary
import CarillonBoard
import Glibc

/// Small text files of the kernel and the system.
enum SmallFile {
    /// Returns the content, without white space at both ends; nil if the file cannot be read.
    static func text(_ path: String) -> String? {
        guard let bytes = try? FileContents.read(path, limit: 1 << 16) else { return nil }
        return String(decoding: bytes, as: UTF8.self).trimmed
    }
}

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
