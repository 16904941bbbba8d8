import CarillonRealTime
import Glibc
import MobiusCore

/// Reads standard input on a queue, whatever it is: a terminal, a pipe or a file.
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
final class StandardInput: @unchecked Sendable {
    private let queue: RealTimeQueue
    private var watch: (any Disposable)?
    private var buffer = [UInt8](repeating: 0, count: 4096)

    init(queue: RealTimeQueue) {
        self.queue = queue
    }

    /// Whether a person types.
    static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// Waits for the next bytes, and gives them to `handler` on the queue, once; nil when no more will come.
    func next(_ handler: @escaping @Sendable (ArraySlice<UInt8>?) -> Void) {
        do {
            watch = try queue.watch(descriptor: STDIN_FILENO) { [self] in read(handler) }
        } catch {
            // A regular file cannot be waited for: it can always be read.
            queue.async { [self] in read(handler) }
        }
    }

    private func read(_ handler: (ArraySlice<UInt8>?) -> Void) {
        let count = buffer.withUnsafeMutableBytes { Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
        if count < 0, [EINTR, EAGAIN].contains(errno) { return }
        watch?.dispose()
        watch = nil
        handler(count > 0 ? buffer[..<count] : nil)
    }
}
