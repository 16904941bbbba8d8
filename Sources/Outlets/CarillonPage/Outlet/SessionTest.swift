import CarillonRealTime
import CarillonScheduling
import Glibc

/// A recorded session as a Swift test, by a run of this program with `--export`.
///
/// It is a process of its own, because the application's function may be called once in a process.
final class SessionTest: Sendable {
    private struct State {
        var process: ChildProcess?
        var hasEnded = false
    }

    private let state = Locked(State())

    /// Ends the other process. `text(of:)` then returns nil.
    @Sendable func end() {
        state.withLock { state in
            state.hasEnded = true
            state.process?.kill()
        }
    }

    /// Returns the test; nil if the session cannot be exported. Waits for the other process.
    func text(of session: [UInt8]) -> [UInt8]? {
        guard let path = strdup("/tmp/session-XXXXXX") else { return nil }
        defer { free(path) }
        let descriptor = mkstemp(path)
        guard descriptor >= 0 else { return nil }
        defer {
            close(descriptor)
            unlink(path)
        }
        guard session.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == session.count else {
            return nil
        }
        return output(of: ["--export", String(cString: path)])
    }

    /// Runs this program with other arguments.
    private func output(of arguments: [String]) -> [UInt8]? {
        guard let pipe = try? ProcessPipe(), let process = start(arguments, output: pipe.writingEnd) else { return nil }
        pipe.closeWritingEnd()
        var bytes: [UInt8] = []
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { piece in
            while case let count = read(pipe.readingEnd, piece.baseAddress, piece.count), count > 0 {
                bytes += piece.prefix(count)
            }
        }
        return process.wait() == .exited(status: 0) ? bytes : nil
    }

    /// - Returns: The process; nil if it cannot be started, or after `end()`.
    private func start(_ arguments: [String], output: Int32) -> ChildProcess? {
        state.withLock { state in
            guard !state.hasEnded else { return nil }
            state.process = try? ChildProcess(
                "/proc/self/exe", arguments, name: "carillon", output: .descriptor(output), errors: .inherited)
            return state.process
        }
    }
}
