import AudioTestSupport
import CarillonScheduling
import Foundation
import LinuxSound
import Synchronization
import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxSound

@Suite struct WAVFileOutputTests {
    let time = VirtualTime()
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ name: String) throws -> AudioEngine {
        try AudioEngine(device: AudioDevice("file:\(folder.file(name))"), pacedBy: time)
    }

    @Test func fileHasTheSoundAtItsTime() throws {
        let engine = try open("heard.wav")
        let alert = try engine.load(repositoryFile("Sounds/alert.wav"))
        time.advance(by: .milliseconds(100))
        engine.play(alert)
        time.advance(by: .seconds(1))
        engine.close()
        let silence = (before: [Int16](repeating: 0, count: 9_600), after: [Int16](repeating: 0, count: 28_800))
        let heard = try WAV(reading: folder.file("heard.wav"))
        expectEqual(heard, WAV(samples: silence.before + alert.int16s + silence.after))
    }

    @Test func recordingTooLongForOneFileContinuesInTheNext() throws {
        let engine = try open("long.wav")
        engine.play(.ramp(frames: 1))
        time.advance(by: .seconds(36_000))
        engine.play(.ramp(frames: 1, from: 10))
        time.advance(by: .seconds(1))
        engine.close()
        expectEqual(folder.contents, ["long-2.wav", "long.wav"])
        let header = 44
        expectEqual(try samples(2, in: "long.wav", at: header), [1, 2])
        let framesInFirst = try sizeOfData(in: "long.wav") / 4
        #expect(framesInFirst * 4 < 1 << 32)
        let second = 36_000 * 48_000 - framesInFirst
        expectEqual(try samples(2, in: "long-2.wav", at: header + second * 4), [10, 11])
        expectEqual(try sizeOfData(in: "long-2.wav") / 4, second + 48_000)
    }

    /// Returns the size of the data in the header.
    private func sizeOfData(in name: String) throws -> Int {
        try samples(2, in: name, at: 40).reversed().reduce(0) { $0 << 16 | Int(UInt16(bitPattern: $1)) }
    }

    private func samples(_ count: Int, in name: String, at offset: Int) throws -> [Int16] {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.file(name)))
        try file.seek(toOffset: UInt64(offset))
        return int16s(Array(try #require(try file.read(upToCount: count * 2)))[...])
    }

    @Test func hourOfSilenceTakesNoRoom() throws {
        let engine = try open("silence.wav")
        time.advance(by: .seconds(3_600))
        engine.close()
        var status = stat()
        try #require(stat(folder.file("silence.wav"), &status) == 0)
        let header = 44
        let samples = 3_600 * 48_000 * 4
        #expect(status.st_size > header + samples && status.st_size < header + samples + 100)
        #expect(status.st_blocks * 512 < 1 << 20)
    }

    @Test func earlierRecordingStaysCompleteUntilItIsReplaced() throws {
        let path = folder.file("old.wav")
        let earlier = try open("old.wav")
        earlier.play(.ramp(frames: 1, from: 10))
        time.advance(by: .seconds(1))
        earlier.close()
        let engine = try open("old.wav")
        engine.play(.ramp(frames: 2))
        time.advance(by: .seconds(1))
        expectEqual(try WAV(reading: path).samples.prefix(3), [10, 11, 0])
        engine.close()
        expectEqual(try WAV(reading: path).samples.prefix(5), [1, 2, 3, 4, 0])
        expectEqual(folder.contents, ["old.wav"])
    }

    @Test(arguments: [Array("a letter".utf8), WAV(samples: [1, 2]).bytes])
    func foreignFileIsUnchanged(contents: [UInt8]) throws {
        let path = try folder.write(contents, to: "theirs.wav")
        let error = expectError(AudioOutputError.self) { try open("theirs.wav") }
        expectEqual(error, .wouldOverwrite(file: path))
        expectEqual(
            error?.description,
            "\"\(path)\" exists and is not a recording by Carillon; remove it, or choose another name")
        expectEqual(try readBytes(path), contents)
    }

    @Test func twoOutputsDoNotDisturbEachOther() throws {
        let engines = [try open("one.wav"), try open("one.wav")]
        engines[0].play(.ramp(frames: 1, from: 10))
        engines[1].play(.ramp(frames: 1, from: 20))
        time.advance(by: .milliseconds(1))
        for engine in engines { engine.close() }
        expectEqual(try WAV(reading: folder.file("one.wav")).samples.prefix(2), [20, 21])
        expectEqual(folder.contents, ["one.wav"])
    }

    @Test func outputThatNeverStartedLeavesNothingBehind() throws {
        do { _ = try AudioDevice("file:\(folder.file("never.wav"))").open(pacedBy: time) }
        #expect(folder.contents.isEmpty)
    }

    @Test func linkStaysALink() throws {
        let target = try folder.write("", to: "target.wav")
        try FileManager.default.createSymbolicLink(atPath: folder.file("link.wav"), withDestinationPath: target)
        try open("link.wav").close()
        expectEqual(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link.wav")), target)
        #expect(try readBytes(target).starts(with: "RIFF".utf8))
    }

    @Test func linkToNothingIsRefusedAndStays() throws {
        let link = folder.file("link.wav")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.file("later.wav"))
        #expect(throws: AudioOutputError.notAFile(file: link)) { try open("link.wav") }
        expectEqual(try FileManager.default.destinationOfSymbolicLink(atPath: link), folder.file("later.wav"))
    }

    @Test func fileCreatedMeanwhileIsUnchanged() throws {
        let events = Mutex<[AudioEvent]>([])
        let engine = try AudioEngine(device: .file(folder.file("mine.wav")), pacedBy: time) { event in
            events.withLock { $0.append(event) }
        }
        try folder.write("a letter", to: "mine.wav")
        engine.close()
        time.advance(by: .zero)
        expectEqual(try readBytes(folder.file("mine.wav")), Array("a letter".utf8))
        expectEqual(events.withLock { $0.count }, 1)
    }

    @Test func missingFolderIsRefused() throws {
        let path = folder.file("nowhere/x.wav")
        let error = expectError(AudioOutputError.self) { try open("nowhere/x.wav") }
        expectEqual(error, .noFolder(file: path, folder: folder.file("nowhere")))
        expectEqual(
            error?.description, "cannot write \"\(path)\": no folder \"\(folder.file("nowhere"))\"; create it first")
    }

    @Test func irregularFileAndFileOfAnotherFormatAreRefused() throws {
        try FileManager.default.createDirectory(atPath: folder.file("d.wav"), withIntermediateDirectories: false)
        try #require(mkfifo(folder.file("p.wav"), 0o600) == 0)
        for name in ["d.wav", "p.wav"] {
            #expect(throws: AudioOutputError.notAFile(file: folder.file(name))) { try open(name) }
        }
        #expect(throws: AudioOutputError.notWAV(file: folder.file("x.mp3"))) { try open("x.mp3") }
    }

    @Test(.disabled(if: geteuid() == 0, "root may write everywhere"))
    func unwritableFolderIsRefused() throws {
        try #require(chmod(folder.path, 0o500) == 0)
        defer { chmod(folder.path, 0o700) }
        #expect(throws: AudioOutputError.notWritable(file: folder.file("x.wav"))) { try open("x.wav") }
    }
}
