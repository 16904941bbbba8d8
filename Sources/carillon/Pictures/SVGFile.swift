import Glibc

/// The file that a picture is written to: a new one, an empty one, or one that an earlier run drew.
struct SVGFile {
    private let path: String

    /// Looks before there is anything to draw whether the picture can be written.
    init(_ path: String) throws {
        self.path = path
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw Unusable.input("cannot use \"\(path)\": \(Self.reason)") }
            return
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Unusable.input("\"\(path)\" is no regular file: give another name")
        }
        guard let file = fopen(path, "re") else { throw Unusable.input("cannot use \"\(path)\": \(Self.reason)") }
        defer { fclose(file) }
        let signature = Array(SVG.signature.utf8)
        var start = [UInt8](repeating: 0, count: signature.count)
        let count = fread(&start, 1, start.count, file)
        guard status.st_size == 0 || (count == start.count && start == signature) else {
            throw Unusable.input("\"\(path)\" is there already, and no picture of this program: give another name")
        }
    }

    func write(_ svg: String) throws {
        guard let file = fopen(path, "we") else { throw SVGError(path: path, reason: Self.reason) }
        let isWritten = fputs(svg, file) >= 0
        guard fclose(file) == 0, isWritten else { throw SVGError(path: path, reason: Self.reason) }
    }

    private static var reason: String { String(cString: strerror(errno)) }
}

/// The picture could not be written.
struct SVGError: Error, CustomStringConvertible {
    let path: String
    let reason: String
    var description: String { "cannot write the picture to \"\(path)\": \(reason)" }
}
