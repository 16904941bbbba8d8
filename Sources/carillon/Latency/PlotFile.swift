import Glibc

/// The file that a plot is written to: a new one, or one that an earlier run drew.
struct PlotFile {
    private let path: String

    /// Looks before anything is measured whether the plot can be written.
    init(_ path: String) throws {
        self.path = path
        guard let file = fopen(path, "re") else {
            guard errno == ENOENT else { throw Unusable.input("cannot use \"\(path)\": \(Self.reason)") }
            return
        }
        defer { fclose(file) }
        let signature = Array(PercentilePlot.signature.utf8)
        var start = [UInt8](repeating: 0, count: signature.count)
        let count = fread(&start, 1, start.count, file)
        guard count == start.count, start == signature else {
            throw Unusable.input("\"\(path)\" is there already, and no plot of this program: give another name")
        }
    }

    func write(_ svg: String) throws {
        guard let file = fopen(path, "we") else { throw PlotError(path: path, reason: Self.reason) }
        let isWritten = fputs(svg, file) >= 0
        guard fclose(file) == 0, isWritten else { throw PlotError(path: path, reason: Self.reason) }
    }

    private static var reason: String { String(cString: strerror(errno)) }
}

/// The plot could not be written.
struct PlotError: Error, CustomStringConvertible {
    let path: String
    let reason: String
    var description: String { "cannot write the plot to \"\(path)\": \(reason)" }
}
