import CLibrary
import CarillonFleet
import TestSupport
import Testing

@testable import CarillonMQTT

/// A box that runs as a process of its own, with a state directory, and can be killed.
final class Box {
    /// The messages of the box on standard error so far.
    var notices: String { (try? Self.text(of: folder.file("notices"))) ?? "" }
    /// The file of the outbox.
    var outbox: String { folder.file("state/outbox") }
    private let folder: TemporaryFolder
    private let port: UInt16
    private var child: pid_t = 0
    private var input: Int32 = -1

    /// - Parameter port: The port of the broker, which may be absent.
    init(port: UInt16) throws {
        folder = try TemporaryFolder()
        self.port = port
        mkdir(folder.file("state"), 0o700)
    }

    deinit { end(SIGKILL) }

    func start() throws {
        let words = [
            "/usr/bin/env", "--default-signal", "STATE_DIRECTORY=\(folder.path)/state",
            Self.program(named: "OutboxProbe"), "--board", "simulated", "--sound", "none", "--broker",
            "mqtt://127.0.0.1:\(port)",
        ]
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var ends: [Int32] = [0, 0]
        let piped = pipe(&ends)
        try #require(piped == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        posix_spawn_file_actions_addopen(&actions, 1, folder.file("output"), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, folder.file("notices"), O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let spawned = posix_spawn(&child, words[0], &actions, nil, arguments, environ)
        try #require(spawned == 0)
        posix_spawn_file_actions_destroy(&actions)
        close(ends[0])
        input = ends[1]
    }

    /// Returns the path of a program of this build.
    static func program(named name: String) -> String {
        var path = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &path, path.count)
        return String(decoding: path.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/\(name)"
    }

    /// Presses the button, and returns when the application has counted so many presses.
    func press(times: Int, until count: Int) throws {
        for _ in 0..<times { write(input, "plus\n", 5) }
        try wait { try Self.text(of: self.folder.file("output")).contains("count \(count)\n") }
    }

    /// Returns when the file of the outbox has an event with this number.
    func awaitEvent(_ number: Int) throws {
        try wait { try Self.text(of: self.outbox).contains("\n\(number) release ") }
    }

    /// Returns when the box has reported something with this text.
    func awaitNotice(_ text: String) throws { try wait { self.notices.contains(text) } }

    /// Sends a signal, and returns the exit status when the box has ended; nil if the signal ended it.
    @discardableResult func end(_ signal: Int32) -> Int32? {
        guard child > 0 else { return nil }
        Glibc.kill(child, signal)
        var status: Int32 = 0
        waitpid(child, &status, 0)
        close(input)
        child = 0
        return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    }

    private func wait(until condition: () throws -> Bool) throws {
        for _ in 0..<3000 {
            if (try? condition()) == true { return }
            usleep(10_000)
        }
        Issue.record("30 s have passed. The box says: \(notices)")
    }

    struct NoFile: Error { let path: String }

    static func text(of path: String) throws -> String { String(decoding: try bytes(of: path), as: UTF8.self) }

    static func bytes(of path: String) throws -> [UInt8] {
        guard let file = fopen(path, "re") else { throw NoFile(path: path) }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        return Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
    }
}
