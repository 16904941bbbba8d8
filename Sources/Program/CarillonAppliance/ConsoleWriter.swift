import CarillonScheduling
import Dispatch
import Glibc

/// Writes text to standard output and standard error in the order of the calls.
///
/// At first, a call returns when the text is written. After `start()`, another thread writes, so that a reader that does
/// not read never stops the caller. Text that exceeds the limit is dropped and counted.
final class ConsoleWriter: Sendable {
    /// The number of bytes that wait at most.
    private static let mostBytes = 64 * 1024
    /// The time for which the end of the program waits for a reader that reads nothing.
    private static let timeout = DispatchTimeInterval.seconds(1)

    private struct State {
        var waiting = FIFO<(text: String, descriptor: Int32)>()
        var count = 0
        var bytes = 0
        var isStarted = false
        var isWriting = false
        /// The number of texts that have been dropped since the last report.
        var dropped = 0
        var hasDropped = false
        /// The error number after which standard output is no longer written; nil if there was none.
        var failure: Int32?
    }

    private let program: String
    private let state = Locked(State())
    private let queue = DispatchQueue(label: "carillon-console")
    private let didWrite = DispatchSemaphore(value: 0)

    init(program: String) {
        self.program = program
    }

    /// Whether standard output can be written.
    var canWriteOutput: Bool { state.withLock { $0.failure == nil } }

    /// Lets another thread write from now on.
    func start() { state.withLock { $0.isStarted = true } }

    func write(_ text: String, to descriptor: Int32) {
        let isDirect = state.withLock { state in
            guard state.isStarted else { return true }
            guard state.bytes + text.utf8.count <= Self.mostBytes else {
                (state.dropped, state.hasDropped) = (state.dropped + 1, true)
                return false
            }
            state.waiting.append((text, descriptor))
            (state.count, state.bytes) = (state.count + 1, state.bytes + text.utf8.count)
            if !state.isWriting {
                state.isWriting = true
                queue.async { [self] in writeAll() }
            }
            return false
        }
        if isDirect { perform(text, to: descriptor) }
    }

    /// Waits until all text is written, or until nobody reads it.
    ///
    /// - Returns: Whether all text has been written.
    func finish() -> Bool {
        while state.withLock({ $0.isWriting }), didWrite.wait(timeout: .now() + Self.timeout) == .success {}
        let (isComplete, lost) = state.withLock { state in
            (state.failure == nil && !state.hasDropped && !state.isWriting, state.dropped + state.count)
        }
        if lost > 0, Self.isWritable(STDERR_FILENO) { _ = Self.write(report(of: lost), to: STDERR_FILENO) }
        return isComplete
    }

    private func writeAll() {
        while let (text, descriptor) = state.withLock({ $0.waiting.first }) {
            perform(text, to: descriptor)
            let lost = state.withLock { state in
                state.waiting.popFirst()
                (state.count, state.bytes) = (state.count - 1, state.bytes - text.utf8.count)
                state.isWriting = !state.waiting.isEmpty
                let lost = state.waiting.isEmpty ? state.dropped : 0
                state.dropped -= lost
                return lost
            }
            didWrite.signal()
            if lost > 0 { write(report(of: lost), to: STDERR_FILENO) }
            guard state.withLock({ $0.isWriting }) else { return }
        }
    }

    private func report(of lost: Int) -> String {
        "\(program): nobody read the output; lines that are lost: \(lost)\n"
    }

    private func perform(_ text: String, to descriptor: Int32) {
        guard descriptor != STDOUT_FILENO || canWriteOutput, let failure = Self.write(text, to: descriptor),
            // If standard error cannot be written, the error cannot be reported anywhere else.
            descriptor == STDOUT_FILENO
        else { return }
        state.withLock { $0.failure = failure }
        let reason = String(cString: strerror(failure))
        _ = Self.write("\(program): cannot write standard output: \(reason)\n", to: STDERR_FILENO)
    }

    /// - Returns: The error number; nil if all text was written.
    private static func write(_ text: String, to descriptor: Int32) -> Int32? {
        var text = text
        return text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                let error = errno
                guard count >= 0 || [EINTR, EAGAIN].contains(error) else { return error }
                // Another program may have made the stream non-blocking for all that share it.
                if count < 0, error == EAGAIN { _ = isWritable(descriptor, within: -1) }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(0, count)))
            }
            return nil
        }
    }

    /// - Parameter milliseconds: -1 waits for ever.
    private static func isWritable(_ descriptor: Int32, within milliseconds: Int32 = 0) -> Bool {
        var descriptor = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&descriptor, 1, milliseconds) == 1
    }
}
