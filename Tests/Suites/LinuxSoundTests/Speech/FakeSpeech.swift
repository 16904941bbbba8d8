import AudioTestSupport
import CarillonRealTime
import LinuxSound
import TestSupport

/// Programs that stand in for espeak-ng, in a folder of their own.
final class FakeSpeech: Sendable {
    private let folder: TemporaryFolder

    /// The path of the program.
    var program: String { folder.file("program") }

    init() throws { folder = try TemporaryFolder() }

    /// Writes a program, and returns a synthesizer that runs it.
    ///
    /// - Parameters:
    ///   - script: Its script. `$1` and so on are its arguments, `$sound` is the file with `sound`, and `$folder` the folder.
    ///   - sound: The bytes that espeak-ng would write.
    func speech(
        _ script: String, sound: [UInt8] = [], timeout: Duration = .seconds(60), limit: Duration = .seconds(60)
    ) throws -> EspeakSpeech {
        try folder.write(sound, to: "sound")
        let variables = "folder=\(folder.path) sound=\(folder.file("sound"))"
        let text = try folder.write("#!/bin/sh\n\(variables)\n\(script)\n", to: "script")
        // The system runs no file that is open for writing, and programs that other tests start now could have it open.
        try ChildProcess("install", ["-m", "700", text, program]).wait()
        return EspeakSpeech(program: program, timeout: timeout, limit: limit)
    }

    /// Returns the text of a file in the folder.
    func text(of name: String) -> String {
        (try? readBytes(folder.file(name))).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Returns samples as espeak-ng writes them.
    static func sound(_ samples: [Int16], rate: Int = 22_050) -> [UInt8] {
        WAV(rate: rate, channels: 1, samples: samples).bytes
    }
}
