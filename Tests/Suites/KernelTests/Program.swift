import Foundation

/// A program that runs beside the test. Its output is collected, and it does not outlive `end()`.
///
/// Foundation's `Process` needs a network interface to detect the end of a program, and the guest has none.
final class Program {
    private let commandLine: String
    private let folder: URL
    private let process: pid_t
    /// The process ID.
    var identifier: pid_t { process }
    private var exitStatus: Int32?

    /// Starts the program, which is found on the PATH.
    init(_ name: String, _ arguments: [String] = []) throws {
        commandLine = ([name] + arguments).joined(separator: " ")
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("Program-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)

        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&files, 1, folder.path + "/output", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_addopen(&files, 2, folder.path + "/errors", O_WRONLY | O_CREAT | O_APPEND, 0o600)

        // The threads of a test may block signals, and the program would inherit that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        var words = ([name] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        let failure = posix_spawnp(&process, name, &files, &attributes, &words, environ)
        guard failure == 0 else { throw CouldNotStart(program: name, reason: String(cString: strerror(failure))) }
        self.process = process
    }

    struct CouldNotStart: Error {
        let program: String
        let reason: String
    }

    /// The standard output so far.
    var output: String { String(decoding: outputBytes, as: UTF8.self) }
    var outputBytes: Data { contents(of: "output") }

    /// The standard error so far.
    var errors: String { String(decoding: contents(of: "errors"), as: UTF8.self) }

    /// Whether the program has not ended yet.
    var isRunning: Bool {
        guard exitStatus == nil else { return false }
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { return true }
        let signal = status & 0x7f
        exitStatus = signal == 0 ? status >> 8 : 128 + signal
        return false
    }

    func send(_ signal: Int32) {
        if isRunning { kill(process, signal) }
    }

    /// Waits for the end of the program.
    ///
    /// - Returns: The exit status; 128 plus the signal's number if a signal ended the program, as in a shell.
    @discardableResult
    func waitForExit(within limit: Duration = .seconds(20)) throws -> Int32 {
        try wait(until: "\(commandLine) ends", within: limit, details: errors) { !isRunning }
        return exitStatus!
    }

    /// Waits until the program has written a line that contains `text` to standard error.
    func waitForError(containing text: String) throws {
        try wait(until: "\(commandLine) says \(text)", details: errors) {
            let running = isRunning
            if errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast().contains(where: {
                $0.contains(text)
            }) {
                return true
            }
            guard running else { throw TimedOut(description: "\(commandLine) ended, and only said: \(errors)") }
            return false
        }
    }

    func end() {
        send(SIGKILL)
        _ = try? waitForExit()
        try? FileManager.default.removeItem(at: folder)
    }

    private func contents(of name: String) -> Data {
        (try? Data(contentsOf: folder.appendingPathComponent(name))) ?? Data()
    }
}
