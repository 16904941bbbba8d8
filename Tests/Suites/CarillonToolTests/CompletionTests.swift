import Foundation
import TestSupport
import Testing

@testable import CarillonTool

/// The words that complete a command line in a shell.
@Suite struct CompletionTests {
    private static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../..").standardizedFileURL.path

    /// Returns the completions of the last one of `words`, after `carillon`, in bash.
    private func completions(_ words: [String]) throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        let script = """
            source /dev/stdin
            COMP_WORDS=(carillon "$@") COMP_CWORD=$#
            _carillon
            printf '%s\\n' ${COMPREPLY[@]}
            """
        process.arguments = ["-c", script, "bash"] + words
        process.environment = ["PATH": "\(folderOfBinaries.path):/usr/bin:/bin", "CARILLON_PATH": Self.checkout]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(ToolRun("completion", "bash").output.utf8))
        try input.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return text.split(separator: "\n").map(String.init)
    }

    @Test func commandsAndTheirOptionsAreCompleted() throws {
        expectEqual(try completions(["pi"]), ["pinout"])
        expectEqual(try completions(["help", "pi"]), ["pinout"])
        expectEqual(try completions(["check", "--b"]), ["--board"])
        expectEqual(try completions(["pinout", "--w"]), ["--wiring"])
    }

    @Test func subcommandsAreCompleted() throws {
        expectEqual(try completions(["session", "t"]), ["trace", "test"])
        expectEqual(try completions(["fleet", ""]), ["watch", "session"])
        expectEqual(try completions(["completion", "b"]), ["bash", "boards"])
    }

    @Test func boardsAreCompleted() throws {
        for arguments in [["pinout"], ["check", "x.yaml", "--board"], ["monitor", "--board"]] {
            expectEqual(try completions(arguments + ["raspberry-pi-5"]), ["raspberry-pi-5", "raspberry-pi-500"])
        }
    }

    @Test func examplesAndAddOnBoardsAreCompleted() throws {
        expectEqual(try completions(["new", "box", "--example", "Door"]), ["Doorbell", "DoorbellPanel"])
        expectEqual(try completions(["new", "box", "--hat", "jam"]), ["jam-hat"])
    }

    @Test func otherWordsAreCompletedAsFiles() throws {
        expectEqual(try completions(["check", "\(Self.checkout)/READ"]), ["\(Self.checkout)/README.md"])
    }

    @Test func zshCompletesTheSameWords() throws {
        let script = try ToolRun("completion", "zsh").output
        for line in [
            "        check) compadd -- --board --wiring --help ;;\n",
            "        'session session') compadd -- show trace test ;;\n",
            "        'new --example') compadd -- $(carillon completion examples 2>/dev/null) ;;\n",
        ] {
            #expect(script.contains(line), "\(script)")
        }
    }
}
