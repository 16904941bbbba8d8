import CarillonAudio
import Foundation
import StreamTestSupport
import TestSupport
import Testing

@testable import LinuxSound

/// Servers with TLS, by the program openssl.
@Suite(.enabled(if: SecureServer.isInstalled)) struct CertificateTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func certificateOfATrustedAuthorityIsAccepted() throws {
        let server = try SecureServer(name: "IP:127.0.0.1", in: folder)
        var limits = StreamLimits.hasty
        limits.authorities = server.certificate
        let listener = try Listener(server.address, limits)
        #expect(listener.listen { $0.frames > 48_000 })
    }

    @Test(arguments: [("DNS:radio.example", true), ("IP:127.0.0.1", false)])
    func certificateForAnotherNameOrOfAnUnknownAuthorityIsRefused(name: String, isTrusted: Bool) throws {
        let server = try SecureServer(name: name, in: folder)
        var limits = StreamLimits.hasty
        if isTrusted { limits.authorities = server.certificate }
        expectEqual(try Listener.failure(of: server.address, limits), .wrongCertificate)
    }

    /// A board without a battery for its clock stands in 1970 until it has the time.
    @Test func unsetClockIsReportedAndAwaited() {
        expectEqual(StreamConnection.certificateFailure(at: 1_000), .clockNotSet)
        expectEqual(StreamConnection.certificateFailure(at: 1_800_000_000), .wrongCertificate)
        #expect(StreamFailure.clockNotSet.mayPass && !StreamFailure.wrongCertificate.mayPass)
    }
}

/// A server with TLS that sends a file.
private final class SecureServer {
    let certificate: String
    private(set) var address = ""
    private let process = Process()
    private let output = Pipe()
    private let input = Pipe()

    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl") }

    init(name: String, in folder: TemporaryFolder) throws {
        certificate = folder.file("certificate.pem")
        let key = folder.file("key.pem")
        try Self.run([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=test", "-addext", "subjectAltName=\(name)", "-keyout", key, "-out", certificate,
        ])
        let head = Array("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n".utf8)
        _ = try folder.write(head + StreamTests.mp3, to: "stream")
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-HTTP"]
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        (process.standardOutput, process.standardInput) = (output, input)
        process.standardError = FileHandle.nullDevice
        try process.run()
        // ACCEPT 127.0.0.1:34567
        var text = ""
        while !text.hasSuffix("\n") || !text.contains("ACCEPT ") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { break }
            text += String(decoding: data, as: UTF8.self)
        }
        let port = try #require(text.split(separator: ":").last).prefix { $0.isNumber }
        address = "https://127.0.0.1:\(port)/stream"
    }

    deinit {
        // A process that a thread of Dispatch starts inherits its mask of signals, in which SIGTERM is blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private static func run(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }
}
