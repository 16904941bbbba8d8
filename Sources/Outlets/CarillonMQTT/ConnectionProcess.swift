import CLibrary
import CarillonRealTime

/// The process that is connected to the broker, as the program sees it.
final class ConnectionProcess {
    /// The longest time for the start, and for room in the socket, in milliseconds.
    private static let timeout: Int32 = 10_000

    /// The socket to the process.
    var socket: Int32 { pipe.readingEnd }
    private let pipe: ProcessPipe
    private let process: ChildProcess
    var id: pid_t { process.id }
    private var buffer = FrameBuffer<ConnectionReport>()

    /// Starts the process, and waits until it has loaded libmosquitto.
    ///
    /// The system ends the process with the thread that calls this.
    ///
    /// - Parameter program: The path of a program that calls `ConnectionServer.run()`.
    /// - Throws: `FleetBrokerError.noProcess` or `.noLibrary`.
    init(_ program: String) throws(FleetBrokerError) {
        (process, pipe) = try Self.start(program)
        var first: ConnectionReport?
        while first == nil, isReady(for: Int16(POLLIN)), let reports = receive() { first = reports.first }
        guard case .started(let missing)? = first else { throw .noProcess(reason: end()) }
        guard let missing else { return }
        _ = end()
        throw .noLibrary(reason: missing)
    }

    private static func start(_ program: String) throws(FleetBrokerError) -> (ChildProcess, ProcessPipe) {
        do throws(ChildProcess.StartError) {
            let pipe = try ProcessPipe(isTwoWay: true)
            // The library's last words are no message to the user, so they go nowhere, and nobody reads a backtrace, which
            // takes seconds. The program says farewell when it is asked to end, so the signals that ask must not end the
            // connection before.
            let process = try ChildProcess(
                program, [ConnectionServer.option], environment: ["SWIFT_BACKTRACE=enable=no"],
                input: .descriptor(pipe.writingEnd), blocked: [SIGTERM, SIGINT, SIGHUP])
            pipe.closeWritingEnd()
            return (process, pipe)
        } catch {
            throw .noProcess(reason: "\(error)")
        }
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
            let result = poll(&wanted, 1, Self.timeout)
            if result >= 0 || errno != EINTR { return result > 0 }
        }
    }

    /// Waits until the process has ended by itself, but not long.
    func awaitEnd() {
        while isReady(for: Int16(POLLIN)), receive() != nil {}
    }

    /// Ends the process, and returns how it has ended. Call once.
    func end() -> String {
        process.kill()
        defer { pipe.closeReadingEnd() }
        switch process.wait() {
        case .exited(let status): return "the process of the connection has ended with status \(status)"
        case .killed(SIGKILL): return "the process of the connection did not answer, and was ended"
        case .killed(let signal):
            let name = String(cString: strsignal(signal))
            return "the broker sent data that libmosquitto cannot handle (\(name))"
        }
    }
}
