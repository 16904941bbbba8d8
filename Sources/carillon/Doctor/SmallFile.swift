import CLibrary
import CarillonBoard

/// Small text files of the kernel and the system.
enum SmallFile {
    /// Returns the content, without white space at both ends; nil if the file cannot be read.
    static func text(_ path: String) -> String? {
        guard let bytes = try? FileContents.read(path, limit: 1 << 16) else { return nil }
        return String(decoding: bytes, as: UTF8.self).trimmed
    }
}
