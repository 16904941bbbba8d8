import Glibc

/// Reads small files.
enum FileContents {
    /// Why a file was not read, in words for a person.
    struct Failure: Error {
        let description: String
    }

    /// The whole of the file at `path`.
    ///
    /// - Parameter limit: How many bytes it may have at most.
    static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        guard let file = fopen(path, "rb") else { throw failure("cannot open the file") }
        defer { fclose(file) }
        let bytes = [UInt8](unsafeUninitializedCapacity: limit + 1) { buffer, count in
            count = fread(buffer.baseAddress, 1, buffer.count, file)
        }
        guard ferror(file) == 0 else { throw failure("cannot read the file") }
        guard bytes.count <= limit else { throw Failure(description: "the file has more than \(limit) bytes") }
        return bytes
    }

    private static func failure(_ what: String) -> Failure {
        Failure(description: "\(what): \(String(cString: strerror(errno)))")
    }
}
