import CLibrary
import CarillonFleet
import CarillonRealTime
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
    private var process: ChildProcess?
    private var input: ProcessPipe?

    /// - Parameter port: The port of the broker, which may be absent.
    init(port: UInt16) throws {
        folder = try TemporaryFolder()
        self.port = port
        mkdir(folder.file("state"), 0o700)
    }

    deinit { end(SIGKILL) }

    func start() throws {
        let pipe = try ProcessPipe()
        let output = open(folder.file("output"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        let errors = open(folder.file("notices"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { for descriptor in [output, errors] { close(descriptor) } }
        process = try ChildProcess(
            Self.program(named: "OutboxProbe"),
            ["--board", "simulated", "--sound", "none", "--broker", "mqtt://127.0.0.1:\(port)"],
            environment: ["STATE_DIRECTORY=\(folder.path)/state"], input: .descriptor(pipe.readingEnd),
            output: .descriptor(output), errors: .descriptor(errors))
        pipe.closeReadingEnd()
        input = pipe
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
        for _ in 0..<times { write(input?.writingEnd ?? -1, "plus\n", 5) }
        try wait { try Self.text(of: self.folder.file("output")).contains("count \(count)\n") }
    }

    /// Returns when the file of the outbox has an event with this number.
    func awaitEvent(_ number: Int) throws {
        try wait { try Self.text(of: self.outbox).contains("\(number) release ") }
    }

    /// Returns when the box has reported something with this text.
    func awaitNotice(_ text: String) throws { try wait { self.notices.contains(text) } }

    /// Sends a signal, and returns the exit status when the box has ended; nil if the signal ended it.
    @discardableResult func end(_ signal: Int32) -> Int32? {
        guard let process else { return nil }
        Glibc.kill(process.id, signal)
        let end = process.wait()
        (self.process, input) = (nil, nil)
        guard case .exited(let status) = end else { return nil }
        return status
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
