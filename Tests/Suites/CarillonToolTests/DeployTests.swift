import Foundation
import TestSupport
import Testing

@testable import CarillonTool

/// The scripts that deploy to boards, with a program in place of ssh that notes its arguments.
@Suite struct DeployTests {
    private let folder: TestSupport.TemporaryFolder
    private let checkout: Checkout

    init() throws {
        folder = try TestSupport.TemporaryFolder()
        checkout = try Checkout(nil)
        try folder.write(
            """
            echo "$@" >>'\(folder.file("calls"))'
            cat >'\(folder.file("input"))'
            case $* in *'bash -s -- '[01]*) echo amd64 ;; *mktemp*) echo /tmp/folder ;; *dpkg-query*) echo installed 1 ;; esac
            """, to: "ssh")
        try folder.write(program: "#!/bin/sh\nprintf 'Package: counter\\nArchitecture: amd64\\n'\n", to: "dpkg-deb")
    }

    @Test(arguments: ["-oProxyCommand=touch", "-F/dev/null", "-", "pi@box -F/dev/null", ""])
    func hostThatLooksLikeAnOptionOfSSHIsRefused(host: String) throws {
        for command in [
            ["Tools/package/deploy", host, "counter"], ["Tools/package/undeploy", host, "counter"],
            ["Tools/package/deploy-all", "counter", "pi@box", host],
        ] {
            let (status, errors) = try run(command)
            expectEqual(status, 2, "\(command)")
            #expect(errors.contains("host"), "\(command)")
        }
        expectEqual(folder.contents, ["dpkg-deb", "ssh"])
    }

    @Test(.enabled(if: access("/usr/bin/make", X_OK) == 0)) func makePassesHostsUnchanged() throws {
        let proof = folder.file("hacked")
        for hosts in [
            "HOST=-oProxyCommand=touch \(proof)", "HOST=-';touch \(proof);'", "HOST=-$$(touch \(proof))",
            "HOSTS=pi@box -oProxyCommand=touch", "HOSTS=-';touch \(proof);'",
        ] {
            expectEqual(try run(["/usr/bin/make", "--silent", "-C", checkout.path, "deploy", hosts]).status, 2)
            expectEqual(try run(["/usr/bin/make", "--silent", "-C", checkout.path, "undeploy", hosts]).status, 2)
        }
        expectEqual(folder.contents, ["dpkg-deb", "ssh"])
    }

    /// A root for tests of Debian 13 has no awk.
    @Test(
        .enabled(if: access("/usr/bin/awk", X_OK) == 0),
        arguments: [
            ["Tools/package/deploy", "pi@box", "counter"], ["Tools/package/undeploy", "pi@box", "counter"],
            ["Tools/package/deploy-all", "counter", "pi@box"],
        ])
    func everyCallOfSSHEndsTheOptionsBeforeTheHost(command: [String]) throws {
        let (status, errors) = try run(command)
        expectEqual(status, 0, "\(errors)")
        let calls = try String(contentsOfFile: folder.file("calls"), encoding: .utf8).split(separator: "\n")
        #expect(!calls.isEmpty)
        for call in calls { #expect(call.contains(" -- pi@box") || call.hasPrefix("-- pi@box")) }
    }

    private func run(_ command: [String]) throws -> (status: Int32, errors: String) {
        let process = Process()
        let program = command[0].hasPrefix("/") ? command[0] : "\(checkout.path)/\(command[0])"
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = Array(command.dropFirst())
        process.environment = [
            "SSH": "sh \(folder.file("ssh"))", "PACKAGE": folder.file("dpkg-deb"),
            "PATH": "\(folder.path):/usr/local/bin:/usr/bin:/bin",
        ]
        let errors = Pipe()
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }
}
