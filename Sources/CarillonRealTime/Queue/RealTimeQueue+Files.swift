import Glibc

extension RealTimeQueue {
    /// Starts a queue that writes files. Its thread stands back for all ordinary threads.
    ///
    /// A write beyond the limit of `ulimit -f` fails on it, instead of ending the program.
    ///
    /// - Parameter name: The thread's name in `ps -L` and `top -H`. 15 bytes are kept.
    /// - Throws: `RealTimeError` if the system has no thread or descriptor left.
    package static func writingFiles(name: String) throws(RealTimeError) -> RealTimeQueue {
        let queue = try RealTimeQueue(background: name)
        queue.async {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGXFSZ)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
        }
        return queue
    }
}
