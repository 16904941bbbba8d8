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
        var bytes: [UInt8] = []
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { piece in
            while bytes.count <= limit, case let count = fread(piece.baseAddress, 1, piece.count, file), count > 0 {
                bytes += piece.prefix(count)
            }
        }
        guard ferror(file) == 0 else { throw failure("cannot read the file") }
        guard bytes.count <= limit else { throw Failure(description: "the file has more than \(limit) bytes") }
        return bytes
    }

    private static func failure(_ what: String) -> Failure {
        Failure(description: "\(what): \(String(cString: strerror(errno)))")
    }
}
