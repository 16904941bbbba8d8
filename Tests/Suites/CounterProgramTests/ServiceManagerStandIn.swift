import Foundation

/// A stand-in for systemd as described in sd_notify(3) and systemd.service(5). It listens on a socket. systemd sends
/// SIGABRT to a service that misses its heartbeat; here the test does so.
final class ServiceManagerStandIn {
    private let folder: URL
    private let socket: Int32
    private var service = Process()
    private var input = Pipe()

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Self.path(in: folder).utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    deinit {
        if service.isRunning { kill(service.processIdentifier, SIGKILL) }
        close(socket)
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts a program that was built with the tests, on a simulated board without sound.
    ///
    /// - Parameters:
    ///   - name: The product's name in the package.
    ///   - arguments: Replace the arguments for the simulated board.
    ///   - timeout: The watchdog's timeout; nil for no watchdog.
    ///   - hasInput: Whether the test calls `press`. Otherwise the service reads /dev/null.
    func start(
        _ name: String, _ arguments: [String] = ["--board", "simulated", "--sound", "none"],
        watchdog timeout: Duration? = nil, hasInput: Bool = false
    ) throws {
        try start(name, arguments, watchdogText: timeout.map { "\(Int($0 / .microseconds(1)))" }, hasInput: hasInput)
    }

    /// - Parameter timeout: The watchdog's timeout in the environment.
    func start(
        _ name: String, _ arguments: [String] = ["--board", "simulated", "--sound", "none"],
        watchdogText timeout: String?, hasInput: Bool = false
    ) throws {
        service = Process()
        service.executableURL = ProgramRun.folderOfBinaries.appendingPathComponent(name)
        service.arguments = arguments
        var environment = ["NOTIFY_SOCKET": Self.path(in: folder), "SWIFT_BACKTRACE": "enable=no"]
        if let timeout { environment["WATCHDOG_USEC"] = timeout }
        // A sanitizer reports in the same way in both processes.
        for (name, value) in ProcessInfo.processInfo.environment where name.hasSuffix("SAN_OPTIONS") {
            environment[name] = value
        }
        service.environment = environment
        input = Pipe()
        service.standardInput = hasInput ? input : FileHandle.nullDevice
        service.standardOutput = FileHandle.nullDevice
        service.standardError = FileHandle.nullDevice
        try Self.withoutBlockedSignals { try service.run() }
    }

    /// Runs `body` with all signals unblocked, because libdispatch's threads block most signals and their children
    /// would inherit that.
    static func withoutBlockedSignals(_ body: () throws -> Void) throws {
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
    }

    /// Presses a button of the simulated board.
    func press(_ button: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(button)\n".utf8))
    }

    /// Returns the service's next message, one element per line; nil if there is none within `limit`.
    func hear(within limit: Duration = .seconds(20)) -> [String]? {
        var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, Int32(limit / .milliseconds(1))) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(socket, &bytes, bytes.count, 0)
        return String(decoding: bytes[..<max(0, count)], as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Sends the service a signal and waits for its end.
    ///
    /// - Returns: The exit status; minus the signal's number if a signal ended it.
    func end(with signal: Int32) -> Int32 {
        kill(service.processIdentifier, signal)
        return waitForEnd()
    }

    func waitForEnd() -> Int32 {
        service.waitUntilExit()
        return service.terminationReason == .exit ? service.terminationStatus : -service.terminationStatus
    }

    private static func path(in folder: URL) -> String { folder.appendingPathComponent("notify").path }
}
