import Foundation
import TestSupport
import Testing

/// The commands for sounds, as typed by a user.
@Suite struct SoundCommandTests {
    private static let sounds = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sounds").path

    /// An unused path with the ending of a WAV file. The file is removed at the end.
    private final class Free {
        let path = "/tmp/carillon-\(UUID().uuidString).wav"
        deinit { unlink(path) }
    }

    @Test func soundIsPlayedUnchanged() throws {
        let heard = Free()
        let run = try ToolRun("play", "\(Self.sounds)/tick.wav", "--sound", "file:\(heard.path)")
        #expect(run.status == 0 && run.notices.isEmpty)
        expectEqual(run.output, "tick.wav (0.04 s)\n")
        // The file has 16 bits in mono. The recording has the same samples in stereo, from the first frame on.
        let source = try Data(contentsOf: URL(fileURLWithPath: "\(Self.sounds)/tick.wav")).dropFirst(44)
        let written = try Data(contentsOf: URL(fileURLWithPath: heard.path)).dropFirst(44)
        let left = stride(from: written.startIndex, to: written.endIndex - 3, by: 4).flatMap { written[$0...($0 + 1)] }
        let start = try #require(Data(left).range(of: source.drop { $0 == 0 }))
        #expect(start.count > 3_000)
    }

    @Test func filesArePlayedOneAfterTheOther() throws {
        let run = try ToolRun("play", "\(Self.sounds)/tick.wav", "\(Self.sounds)/tock.wav", "--sound", "none")
        expectEqual(run.status, 0)
        expectEqual(run.output, "tick.wav (0.04 s)\ntock.wav (0.05 s)\n")
    }

    @Test func allFilesAreCheckedBeforeTheFirstOnePlays() throws {
        let run = try ToolRun("play", "\(Self.sounds)/tick.wav", "/nowhere.wav", "--sound", "none")
        #expect(run.status == 2 && run.output.isEmpty)
        expectEqual(run.notices, "carillon: play: no sound file \"/nowhere.wav\"; check the path\n")
    }

    @Test func toneIsWrittenWithItsLength() throws {
        let file = Free()
        let run = try ToolRun("tone", "--note", "69", "--seconds", "0.25", "--level", "-12", "--output", file.path)
        #expect(run.status == 0 && run.output.isEmpty && run.notices.isEmpty)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file.path))
        expectEqual(Array(bytes[40..<44]), [0xC0, 0x5D, 0, 0])
        let samples = stride(from: 44, to: 44 + 24_000, by: 2).map {
            Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
        }
        #expect(samples.first == 0 && samples.last == 0)
        expectEqual(samples.max().map { abs(Int($0) - 8_231) < 20 }, true)
    }

    @Test(arguments: [
        ["play"], ["play", "--gain", "25", "x.wav"], ["tone", "--note", "128"], ["tone", "--waveform", "saw"],
        ["tone", "--keys", "12x"], ["tone", "--rtttl", "x"], ["tone", "--keys", "1", "--note", "60"],
        ["tone", "--output", "tone.mp3"], ["tone", "--output", "/nowhere/tone.wav"], ["tone", "--seconds", "nan"],
        ["tone", "--sound", ""], ["sound-devices", "all"],
    ])
    func invalidInputIsReportedInOneLine(arguments: [String]) throws {
        let run = try ToolRun(arguments)
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.notices.hasPrefix("carillon: \(arguments[0]): ") && run.notices.filter { $0 == "\n" }.count == 1)
    }

    @Test func soundsAreListedWithTheirDurations() throws {
        let run = try ToolRun("sounds")
        #expect(run.status == 0 && run.notices.isEmpty)
        let lines = run.output.split(separator: "\n")
        #expect(lines.contains("tick          0.04 s  \(Self.sounds)/tick.wav"))
        expectEqual(lines.count, 19)
        // No duration has more than three digits after the point.
        #expect(lines.allSatisfy { $0.contains(#/ [0-9]+(\.[0-9]{1,3})? s  //#) })
    }

    @Test func devicesAreListedWithTheirFormats() throws {
        let run = try ToolRun("sound-devices")
        #expect(run.status == 0 && run.notices.isEmpty && !run.output.isEmpty)
    }
}
