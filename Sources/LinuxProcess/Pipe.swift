import CProcess
import Glibc

/// A pipe, whose ends programs that are started do not inherit.
///
/// Not thread-safe.
package final class Pipe {
    /// The end to read from; -1 after `closeReadingEnd()`.
    package private(set) var readingEnd: Int32
    /// The end to write to; -1 after `closeWritingEnd()`.
    package private(set) var writingEnd: Int32

    /// - Throws: The reason why the system has no pipe left.
    package init() throws(ChildProcess.StartError) {
        var ends: [Int32] = [-1, -1]
        guard cprocess_pipe(&ends) == 0 else { throw ChildProcess.StartError(errno: errno) }
        (readingEnd, writingEnd) = (ends[0], ends[1])
    }

    deinit {
        closeReadingEnd()
        closeWritingEnd()
    }

    package func closeReadingEnd() { Self.close(&readingEnd) }

    package func closeWritingEnd() { Self.close(&writingEnd) }

    private static func close(_ end: inout Int32) {
        if end >= 0 { Glibc.close(end) }
        end = -1
    }
}
