import CSystem
import CarillonScheduling
import Glibc

/// Another program, which this one has started.
///
/// It inherits nothing but its standard streams: no other descriptor, no blocked or ignored signal and no real-time
/// priority. The program is found in the folders of `PATH` if its name has no slash.
///
/// May be used from any thread.
package final class ChildProcess: Sendable {
    /// A standard stream of the new process.
    package enum Stream {
        case inherited
        /// `/dev/null`.
        case null
        /// A descriptor of this process, which remains open in it.
        case descriptor(Int32)
    }

    /// The way in which a process has ended.
    package enum End: Equatable, Sendable {
        case exited(status: Int32)
        case killed(signal: Int32)
    }

    /// The reason why a program cannot be started.
    package struct StartError: Error, Equatable, CustomStringConvertible {
        package let errno: Int32

        package init(errno: Int32) { self.errno = errno }

        package var description: String { String(cString: strerror(errno)) }
    }

    /// The number of the process. After `wait()`, another process may have it.
    package let id: pid_t
    private let ended = Locked<End?>(nil)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the name.
    ///   - name: The name as which the program sees itself; nil for `program`.
    ///   - environment: Variables as `NAME=value`, in addition to those of this process, or in place of them.
    ///   - blocked: The signals that are blocked in the process.
    ///   - yields: Whether the process leaves the processor to others (SCHED_BATCH): it preempts no thread that wakes it up.
    ///   - memory: The most bytes that the process may allocate (RLIMIT_DATA); nil for no limit.
    package init(
        _ program: String, _ arguments: [String] = [], name: String? = nil, environment: [String] = [],
        input: Stream = .null, output: Stream = .null, errors: Stream = .null, blocked: [Int32] = [],
        yields: Bool = false, memory: Int? = nil
    ) throws(StartError) {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        for (number, stream) in [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
            switch stream {
            case .inherited: break
            case .null: posix_spawn_file_actions_addopen(&files, number, "/dev/null", O_RDWR, 0)
            case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&files, descriptor, number)
            }
        }
        cprocess_close_from(&files, STDERR_FILENO + 1)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (signals, mask) = (sigset_t(), sigset_t())
        sigfillset(&signals)
        sigemptyset(&mask)
        for signal in blocked { sigaddset(&mask, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        let words = Self.copies(of: [name ?? program] + arguments)
        let added = Self.copies(of: environment).dropLast()
        defer { for word in words + added { free(word) } }
        let names = environment.map { variable in String(variable.prefix { $0 != "=" }) + "=" }
        var variables: [UnsafeMutablePointer<CChar>?] = Array(added)
        var place = environ
        while let variable = place.pointee {
            if !names.contains(where: { strncmp(variable, $0, $0.utf8.count) == 0 }) { variables.append(variable) }
            place += 1
        }
        variables.append(nil)
        var id = pid_t()
        let failure = posix_spawnp(&id, program, &files, &attributes, words, variables)
        guard failure == 0 else { throw StartError(errno: failure) }
        if yields { cprocess_set_batch(id) }
        if let memory { cprocess_limit_memory(id, memory) }
        self.id = id
    }

    private static func copies(of texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
    }

    /// Ends the process at once. Has no effect on one that has ended.
    package func kill() {
        // Until it has been waited for, no other process has its number.
        ended.withLock { ended in if ended == nil { _ = Glibc.kill(id, SIGKILL) } }
    }

    /// Waits until the process has ended. Call at least once, because the system keeps an ended process until then.
    @discardableResult
    package func wait() -> End {
        var information = siginfo_t()
        while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        return collect(0) ?? .killed(signal: SIGKILL)
    }

    /// Waits until the process has ended, at most for a time.
    ///
    /// - Returns: nil if the process is still running.
    package func wait(atMost limit: Duration) -> End? {
        let deadline = ContinuousClock.now + limit
        while true {
            if let end = collect(WNOHANG) { return end }
            guard ContinuousClock.now < deadline else { return nil }
            poll(nil, 0, 2)
        }
    }

    /// Returns the end of the process, and lets the system forget it. Returns nil if it is running, with `WNOHANG`.
    private func collect(_ options: Int32) -> End? {
        ended.withLock { ended in
            if let ended { return ended }
            var status: Int32 = 0
            var result = waitpid(id, &status, options)
            while result < 0, errno == EINTR { result = waitpid(id, &status, options) }
            guard result == id else { return nil }
            let signal = status & 0x7F
            let end = signal == 0 ? End.exited(status: status >> 8 & 0xFF) : .killed(signal: signal)
            ended = end
            return end
        }
    }
}
