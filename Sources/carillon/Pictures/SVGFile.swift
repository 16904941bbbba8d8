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
            guard errno == ENOENT else { throw Unusable.input("cannot use \"\(path)\": \(Self.reason)") }
            return
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Unusable.input("\"\(path)\" is not a regular file; choose another name")
        }
        guard let file = fopen(path, "re") else { throw Unusable.input("cannot use \"\(path)\": \(Self.reason)") }
        defer { fclose(file) }
        let signature = Array(SVG.signature.utf8)
        var start = [UInt8](repeating: 0, count: signature.count)
        let count = fread(&start, 1, start.count, file)
        guard status.st_size == 0 || (count == start.count && start == signature) else {
            throw Unusable.input("\"\(path)\" exists and was not drawn by carillon; choose another name")
        }
    }

    func write(_ svg: String) throws {
        guard let file = fopen(path, "we") else { throw SVGError(path: path, reason: Self.reason) }
        let isWritten = fputs(svg, file) >= 0
        guard fclose(file) == 0, isWritten else { throw SVGError(path: path, reason: Self.reason) }
    }

    private static var reason: String { String(cString: strerror(errno)) }
}

/// An error while writing a picture.
struct SVGError: Error, CustomStringConvertible {
    let path: String
    let reason: String
    var description: String { "cannot write the picture to \"\(path)\": \(reason)" }
}
