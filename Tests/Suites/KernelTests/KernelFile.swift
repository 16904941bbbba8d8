import Foundation

/// A small file in sysfs, configfs or procfs. Each write is one system call.
struct KernelFile {
    let path: String

    /// Returns the content of the file, without the newline at its end.
    func read() throws -> String {
        let file = try open(for: O_RDONLY)
        defer { close(file) }
        return try withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { buffer in
            var bytes: [UInt8] = []
            while true {
                let count = Foundation.read(file, buffer.baseAddress!, buffer.count)
                guard count >= 0 else { throw failure("read") }
                if count == 0 { break }
                bytes += buffer[..<count]
            }
            return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    func write(_ text: String) throws {
        let file = try open(for: O_WRONLY)
        defer { close(file) }
        guard Foundation.write(file, text, text.utf8.count) == text.utf8.count else { throw failure("write") }
    }

    /// Empties the file. The kernel clears a trace when its file is opened for truncation.
    func empty() throws { close(try open(for: O_WRONLY | O_TRUNC)) }

    private func open(for access: Int32) throws -> Int32 {
        let file = Foundation.open(path, access | O_CLOEXEC)
        guard file >= 0 else { throw failure("open") }
        return file
    }

    private func failure(_ operation: String) -> KernelFileError {
        KernelFileError(description: "cannot \(operation) \(path): \(String(cString: strerror(errno)))")
    }
}

struct KernelFileError: Error, CustomStringConvertible {
    let description: String
}
