import CarillonAudio
import CarillonDevices
import Foundation
import LinuxSound
import TestSupport
import Testing

/// Each named sound has a file, a row on its page, and a recipe that generates the file.
@Suite struct SoundNameTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sounds")

    private static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    @Test func soundFilesMatchTheNames() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        expectEqual(Set(files.filter { $0.hasSuffix(".wav") }), Set(SoundName.all.map { "\($0).wav" }))
    }

    @Test(arguments: SoundName.all) func soundDoesNotClickAndItsPeakLeavesThreeDecibels(name: SoundName) throws {
        let mono = AudioFormat(rate: 48_000, channels: 1)
        let sound = try Sound(contentsOf: Self.path("\(name).wav"), for: mono)
        let samples = sound.withSamples(Array.init)
        #expect(samples.first == 0 && samples.last == 0)
        #expect(samples.suffix(24).allSatisfy { abs($0) < 0.05 })
        let peak = try #require(samples.map(abs).max())
        #expect((0.5..<0.708).contains(peak))
        #expect(sound.duration <= .seconds(2))
    }

    @Test(arguments: SoundName.all) func pageShowsEachSound(name: SoundName) throws {
        let page = try String(contentsOfFile: Self.path("README.md"), encoding: .utf8)
        #expect(page.contains("| `\(name)` |"))
        #expect(page.contains("(waveforms/\(name).svg)"))
        #expect(FileManager.default.fileExists(atPath: Self.path("waveforms/\(name).svg")))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
    func recipeReproducesTheFilesAndTheDrawingsBitForBit() throws {
        let made = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: made) }
        try FileManager.default.copyItem(
            atPath: Self.path("alert.wav"), toPath: made.appendingPathComponent("alert.wav").path)
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        python.arguments = [Self.path("make-sounds.py"), made.path]
        try python.run()
        python.waitUntilExit()
        expectEqual(python.terminationStatus, 0)
        for name in SoundName.all.flatMap({ ["\($0).wav", "waveforms/\($0).svg"] }) {
            let file = made.appendingPathComponent(name)
            #expect(try Data(contentsOf: file) == Data(contentsOf: Self.folder.appendingPathComponent(name)), "\(name)")
        }
    }
}
