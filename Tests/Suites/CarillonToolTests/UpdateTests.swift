import Foundation
import TestSupport
import Testing

@testable import CarillonTool

/// The script that updates a box, with stand-ins for dpkg, systemd and the installer. Its pauses last no time.
@Suite struct UpdateTests {
    private let folder: TestSupport.TemporaryFolder

    /// Makes a box on which the power was cut while version 1.3 was being tried.
    init() throws {
        folder = try TestSupport.TemporaryFolder()
        let script = "\(try Checkout(nil).path)/Tools/package/remote/update"
        let update = try String(contentsOfFile: script, encoding: .utf8)
            .replacing("/run/", with: "\(folder.path)/run/").replacing("/var/lib/", with: "\(folder.path)/lib/")
        try folder.write(update, to: "remote/update")
        try folder.write("", to: "remote/board")
        let install = "touch '\(folder.file("back"))'; rm -f '\(folder.file("run/box/busy"))'\n"
        try folder.write(install, to: "remote/install")
        try folder.write("1.3\n", to: "lib/carillon/box/trying")
        try folder.write("", to: "lib/carillon/box/good.deb")
        try folder.write("", to: "run/box/ready")
        for (name, text) in [
            ("dpkg-query", "echo 'installed 1.3'"), ("dpkg-deb", "echo 1.2"), ("systemctl", "exit 0"),
            (
                "sleep",
                """
                echo >>'\(folder.file("pauses"))'
                [ "$(wc -l <'\(folder.file("pauses"))')" != "$IDLE_AFTER" ] || rm '\(folder.file("run/box/busy"))'
                """
            ),
        ] {
            try folder.write(program: "#!/bin/sh\n\(text)\n", to: "bin/\(name)")
        }
    }

    /// Starts the update of a box, and returns what it has printed.
    private func update(idleAfter pauses: Int) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = [folder.file("remote/update"), "box"]
        process.environment = ["PATH": "\(folder.path)/bin:/usr/bin:/bin", "IDLE_AFTER": "\(pauses)"]
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }

    private var isBack: Bool { FileManager.default.fileExists(atPath: folder.file("back")) }

    private var pauses: Int {
        ((try? String(contentsOfFile: folder.file("pauses"), encoding: .utf8)) ?? "").utf8.count
    }

    /// From the pauses after which the box is idle, nil for a box that is not busy, to those before it goes back.
    static let interruptions: [Row<Int?, Int>] = [
        Row("an idle box reverts at once", nil, 0),
        Row("a busy box reverts when it is idle", 7, 7),
        Row("a box that stays busy reverts after five minutes", 100_000, 300),
    ]

    @Test(arguments: interruptions) func interruptedUpdateIsRevertedWhenTheBoxIsIdle(row: Row<Int?, Int>) throws {
        if row.given != nil { try folder.write("", to: "run/box/busy") }
        let text = try update(idleAfter: row.given ?? 0)
        #expect(isBack, "\(text)", sourceLocation: row.place)
        expectEqual(pauses, row.expected, sourceLocation: row.place)
        let isReported = text.contains("box is still busy after 300 s\n")
        expectEqual(isReported, row.expected == 300, "\(text)", sourceLocation: row.place)
    }
}
