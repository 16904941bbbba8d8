import CarillonAudio
import CarillonRealTime
import Glibc
import TestSupport
import Testing

@testable import LinuxSound

/// ffmpeg's process, with scripts in place of ffmpeg.
@Suite struct FFmpegProcessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func start(_ script: String, file: Int32? = nil) throws -> FFmpegProcess {
        let (text, program) = (try folder.write("#!/bin/sh\n\(script)\n", to: "script"), folder.file("ffmpeg"))
        // The system runs no file that is open for writing, and programs that other tests start now could have it open.
        try ChildProcess("install", ["-m", "700", text, program]).wait()
        return try FFmpegProcess(program, input: [], file: file, format: AudioFormat(rate: 48_000, channels: 2))
    }

    /// Waits for the next frames, and returns their samples; none at the end.
    private func samples(_ process: FFmpegProcess) -> [Float] {
        var buffer = [Float](repeating: 0, count: 64)
        while true {
            var wanted = pollfd(fd: process.socket, events: Int16(POLLIN), revents: 0)
            poll(&wanted, 1, 10_000)
            if let frames = buffer.withUnsafeMutableBufferPointer({ process.receive(into: $0) }) {
                return Array(buffer[..<(frames * 2)])
            }
        }
    }

    @Test func framesThatArriveInPiecesAreJoined() throws {
        // 1 and -2 are 0x3F800000 and 0xC0000000.
        let process = try start(
            "printf '\\0\\0\\200\\077\\0'; read line; printf '\\0\\0\\300'; printf '\\0\\0\\200\\077\\0\\0\\0\\300'")
        var buffer = [Float](repeating: 0, count: 64)
        var wanted = pollfd(fd: process.socket, events: Int16(POLLIN), revents: 0)
        try #require(poll(&wanted, 1, 10_000) == 1)
        expectEqual(buffer.withUnsafeMutableBufferPointer { process.receive(into: $0) }, nil)
        expectEqual(send(process.socket, "go\n", 3, 0), 3)
        var received: [Float] = []
        while case let more = samples(process), !more.isEmpty { received += more }
        expectEqual(received, [1, -2, 1, -2])
    }

    @Test func fileIsPassedAsStandardInput() throws {
        let path = try folder.write([0, 0, 0x80, 0x3F, 0, 0, 0, 0xC0], to: "sound")
        let file = open(path, O_RDONLY)
        defer { close(file) }
        expectEqual(samples(try start("cat /dev/stdin", file: file)), [1, -2])
    }
}
