import Glibc

/// The file for a picture: a new file, an empty one, or a picture that Carillon drew earlier.
package struct SVGFile {
    private let path: String

    /// Checks the file before anything is drawn.
    ///
    /// - Throws: `SVGFileError.unusable` if the file is none of these, or cannot be read.
    package init(_ path: String) throws(SVGFileError) {
        self.path = path
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw .unusable("cannot use \"\(path)\": \(Self.reason)") }
            return
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .unusable("\"\(path)\" is not a regular file; choose another name")
        }
        guard let file = fopen(path, "re") else { throw .unusable("cannot use \"\(path)\": \(Self.reason)") }
        defer { fclose(file) }
        let signature = Array(SVG.signature.utf8)
        var start = [UInt8](repeating: 0, count: signature.count)
        let count = fread(&start, 1, start.count, file)
        guard status.st_size == 0 || (count == start.count && start == signature) else {
            throw .unusable("\"\(path)\" exists and was not drawn by carillon; choose another name")
        }
    }

    package func write(_ svg: String) throws(SVGFileError) {
        guard let file = fopen(path, "we") else { throw .unwritten("\"\(path)\": \(Self.reason)") }
        let isWritten = fputs(svg, file) >= 0
        guard fclose(file) == 0, isWritten else { throw .unwritten("\"\(path)\": \(Self.reason)") }
    }

    private static var reason: String { String(cString: strerror(errno)) }
}

/// An error of the file for a picture.
package enum SVGFileError: Error, CustomStringConvertible {
    /// The user has to choose another file.
    case unusable(String)
    /// The system failed.
    case unwritten(String)

    package var description: String {
        switch self {
        case .unusable(let text): text
        case .unwritten(let text): "cannot write the picture to \(text)"
        }
    }
}
