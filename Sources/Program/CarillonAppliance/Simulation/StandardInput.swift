import CarillonRealTime
import Glibc
import MobiusCore

/// Reads standard input on a queue: a terminal, a pipe or a file.
package final class StandardInput: Sendable {
    /// A piece of input.
    package enum Piece: Sendable {
        case bytes(ArraySlice<UInt8>)
        /// The end of the input.
        case end
        /// The input cannot be read any further.
        case failed(Failure)
    }

    /// An error while reading standard input.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        package let errno: Int32
        package var description: String { "cannot read standard input: \(String(cString: strerror(errno)))" }
    }

    private let queue: RealTimeQueue
    private let state: OnQueue<State>

    private struct State {
        var watch: (any Disposable)?
        var buffer = [UInt8](repeating: 0, count: 4096)
    }

    package init(queue: RealTimeQueue) {
        self.queue = queue
        state = OnQueue(State(), on: queue)
    }

    /// Whether standard input is a terminal.
    package static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// Whether standard input is `/dev/null`.
    static var isNull: Bool {
        var (input, null) = (stat(), stat())
        return fstat(STDIN_FILENO, &input) == 0 && stat("/dev/null", &null) == 0 && input.st_rdev == null.st_rdev
    }

    /// Waits for the next piece and calls `handler` with it once, on the queue. Queue only.
    package func next(_ handler: @escaping @Sendable (Piece) -> Void) {
        do {
            state.value.watch = try queue.watch(descriptor: STDIN_FILENO) { [self] in read(handler) }
        } catch .cannotWatch(_, EPERM) {
            // A regular file cannot be watched, but is always readable.
            queue.async { [self] in read(handler) }
        } catch .cannotWatch(_, let errno) {
            queue.async { handler(.failed(Failure(errno: errno))) }
        } catch {
            queue.async { handler(.failed(Failure(errno: EIO))) }
        }
    }

    private func read(_ handler: (Piece) -> Void) {
        let count = state.value.buffer.withUnsafeMutableBytes { Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
        let error = errno
        if count < 0, state.value.watch != nil, [EINTR, EAGAIN].contains(error) { return }
        state.value.watch?.dispose()
        state.value.watch = nil
        switch count {
        case 0: handler(.end)
        case ..<0: handler(.failed(Failure(errno: error)))
        default: handler(.bytes(state.value.buffer[..<count]))
        }
    }
}
