import CLibrary
import CarillonAppliance

/// Files of the kernel and the system that hold a few words.
enum SmallFile {
    /// What is in the file, without space at its ends; nil if it cannot be read.
    static func text(_ path: String) -> String? {
        guard let bytes = try? FileContents.read(path, limit: 1 << 16) else { return nil }
        return String(decoding: bytes, as: UTF8.self).trimmed
    }
}
