import Glibc

/// The file for a picture: a new file, an empty one, or a picture that this program drew earlier.
struct SVGFile {
    private let path: String

    /// Checks the file before anything is drawn.
    ///
    /// - Throws: `Unusable` if the file is none of these, or cannot be read.
    init(_ path: String) throws {
        self.path = path
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw Unusable.input("cannot use \"\(path)\": \(systemReason)") }
            return
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Unusable.input("\"\(path)\" is not a regular file; choose another name")
        }
        guard let file = fopen(path, "re") else { throw Unusable.input("cannot use \"\(path)\": \(systemReason)") }
        defer { fclose(file) }
        let signature = Array(SVG.signature.utf8)
        var start = [UInt8](repeating: 0, count: signature.count)
        let count = fread(&start, 1, start.count, file)
        guard status.st_size == 0 || (count == start.count && start == signature) else {
            throw Unusable.input("\"\(path)\" exists and was not drawn by carillon; choose another name")
        }
    }

    func write(_ svg: String) throws {
        let file = fopen(path, "we")
        let isWritten = file.map { fputs(svg, $0) >= 0 && fclose($0) == 0 } ?? false
        guard isWritten else { throw Failure("cannot write the picture to \"\(path)\": \(systemReason)") }
    }
}
