import CLibrary

/// The process that is connected to the broker, as the program sees it.
final class ConnectionProcess {
    /// The longest time for the start, and for room in the socket, in milliseconds.
    private static let patience: Int32 = 10_000

    /// The socket to the process.
    let socket: Int32
    let id: pid_t
    private var buffer = FrameBuffer<ConnectionReport>()

    /// Starts the process, and waits until it has loaded libmosquitto.
    ///
    /// The system ends the process with the thread that calls this.
    ///
    /// - Parameter program: The path of a program that calls `ConnectionServer.run()`.
    /// - Throws: `FleetBrokerError.noProcess` or `.noLibrary`.
    init(_ program: String) throws(FleetBrokerError) {
        (id, socket) = try Self.spawn(program)
        var first: ConnectionReport?
        while first == nil, isReady(for: Int16(POLLIN)), let reports = receive() { first = reports.first }
        guard case .started(let missing)? = first else { throw .noProcess(reason: end()) }
        guard let missing else { return }
        _ = end()
        throw .noLibrary(reason: missing)
    }

    private static func spawn(_ program: String) throws(FleetBrokerError) -> (pid_t, Int32) {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .noProcess(reason: String(cString: strerror(errno)))
        }
        defer { close(ends[1]) }
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_adddup2(&files, ends[1], STDIN_FILENO)
        // The library's last words are no message to the user.
        for output in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&files, output, "/dev/null", O_WRONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The program says farewell when it is asked to end, so the signals that ask must not end the connection before.
        var blocked = sigset_t()
        sigemptyset(&blocked)
        for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&blocked, signal) }
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(ConnectionServer.option), nil]
        defer { for word in words { free(word) } }
        // Nobody reads a backtrace, and it takes seconds.
        let extra = strdup("SWIFT_BACKTRACE=enable=no")
        defer { free(extra) }
        let present = sequence(first: environ) { $0 + 1 }.prefix { $0.pointee != nil }.map(\.pointee)
        var id: pid_t = 0
        let failure = posix_spawn(&id, program, &files, &attributes, words, [extra] + present + [nil])
        guard failure == 0 else {
            close(ends[0])
            throw .noProcess(reason: String(cString: strerror(failure)))
        }
        return (id, ends[0])
    }

    /// Sends a request, and reads meanwhile, so that neither process waits for the other.
    ///
    /// - Returns: Whether the process takes it.
    func send(_ request: ConnectionRequest) -> Bool {
        var rest = ConnectionFrame.bytes(of: request)[...]
        while !rest.isEmpty {
            let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
            let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, flags) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                guard isReady(for: Int16(POLLIN | POLLOUT)), buffer.fill(from: socket) else { return false }
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Returns the reports that have arrived; nil if the process has ended, or says what it cannot mean.
    func receive() -> [ConnectionReport]? {
        let isOpen = buffer.fill(from: socket)
        do {
            var reports: [ConnectionReport] = []
            while let report = try buffer.next() { reports.append(report) }
            return reports.isEmpty && !isOpen ? nil : reports
        } catch {
            return nil
        }
    }

    /// Waits for the socket.
    private func isReady(for events: Int16) -> Bool {
        var wanted = pollfd(fd: socket, events: events, revents: 0)
        while true {
            let result = poll(&wanted, 1, Self.patience)
            if result >= 0 || errno != EINTR { return result > 0 }
        }
    }

    /// Waits until the process has ended by itself, but not long.
    func awaitEnd() {
        while isReady(for: Int16(POLLIN)), receive() != nil {}
    }

    /// Ends the process, and returns how it has ended. Call once.
    func end() -> String {
        kill(id, SIGKILL)
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        close(socket)
        let signal = status & 0x7F
        if signal == 0 { return "the process of the connection has ended with status \(status >> 8 & 0xFF)" }
        let name = String(cString: strsignal(signal))
        return signal == SIGKILL
            ? "the process of the connection did not answer, and was ended"
            : "the broker sent data that libmosquitto cannot handle (\(name))"
    }
}
