import CSystem
import Glibc

/// A pipe, whose ends programs that are started do not inherit.
///
/// Not thread-safe.
package final class ProcessPipe {
    /// The end to read from; -1 after `closeReadingEnd()`.
    package private(set) var readingEnd: Int32
    /// The end to write to; -1 after `closeWritingEnd()`.
    package private(set) var writingEnd: Int32

    /// - Parameter isTwoWay: Whether both ends can be read and written: a pair of sockets.
    /// - Throws: The reason why the system has no pipe left.
    package init(isTwoWay: Bool = false) throws(ChildProcess.StartError) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let result = isTwoWay ? socketpair(AF_UNIX, type, 0, &ends) : cprocess_pipe(&ends)
        guard result == 0 else { throw ChildProcess.StartError(errno: errno) }
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
