import AudioTestSupport
import CSndfile
import Foundation
import TestSupport
import Testing

@testable import CarillonAudio
@testable import SoundFiles

/// Every bad file is refused with one line that names the file and the remedy.
@Suite struct SoundErrorTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func error(loading path: String, limit: Int = Sound.defaultLimit) throws -> SoundError {
        let error = expectError(SoundError.self) {
            try Sound(contentsOf: path, for: .standard, limit: limit)
        }
        let description = try #require(error).description
        #expect(description.contains(path))
        #expect(!description.contains("\n"))
        return try #require(error)
    }

    @Test func missingFile() throws {
        let path = folder.file("nothing.wav")
        let error = try error(loading: path)
        #expect(error == .missing(file: path))
        #expect(error.description == "no sound file \"\(path)\"; check the path")
    }

    @Test func fileInPlaceOfAFolder() throws {
        let path = try folder.write("text", to: "file") + "/alert.wav"
        #expect(try error(loading: path) == .missing(file: path))
    }

    @Test func directory() throws {
        #expect(try error(loading: folder.path) == .notAFile(file: folder.path, isDirectory: true))
    }

    @Test func device() throws {
        #expect(try error(loading: "/dev/null") == .notAFile(file: "/dev/null", isDirectory: false))
    }

    @Test func pipeDoesNotBlock() throws {
        let path = folder.file("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        #expect(try error(loading: path) == .notAFile(file: path, isDirectory: false))
    }

    @Test(.disabled(if: geteuid() == 0, "root may read everything"))
    func fileThatMustNotBeRead() throws {
        let path = try folder.write(WAV(samples: [1, 2]).bytes, to: "secret.wav")
        try #require(chmod(path, 0) == 0)
        #expect(try error(loading: path) == .noPermission(file: path))
    }

    @Test func systemErrorsAreReported() {
        #expect(SoundError(errno: EACCES, file: "a") == .noPermission(file: "a"))
        #expect(SoundError(errno: EIO, file: "a") == .unreadable(file: "a", errno: EIO))
        #expect(SoundError(errno: EIO, file: "a").description.contains("Input/output error"))
    }

    @Test func emptyFile() throws {
        let path = try folder.write("", to: "empty.wav")
        #expect(try error(loading: path) == .empty(file: path))
    }

    /// libsndfile reads this format, and prints the faults of a damaged file to standard output.
    @Test func sampleDumpOfASynthesizer() throws {
        let path = try folder.write([0xF0, 0x7E, 0, 1] + [UInt8](repeating: 0, count: 200), to: "dump.sds")
        #expect(try error(loading: path) == .notASound(file: path, reason: "Format not recognised"))
        let tagged = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 0] + [0xF0, 0x7E, 0, 1]
        #expect(try error(loading: folder.write(tagged, to: "tagged.sds")) != .missing(file: path))
    }

    /// The decoder allocates memory for the number of channels in the header, and prints the faults.
    @Test func appleLosslessInACoreAudioFile() throws {
        let header = Array("caff".utf8) + [0, 1, 0, 0] + Array("desc".utf8) + [0, 0, 0, 0, 0, 0, 0, 32]
        let rate = withUnsafeBytes(of: Double(48_000).bitPattern.bigEndian) { Array($0) }
        let path = try folder.write(header + rate + Array("alac".utf8) + [UInt8](repeating: 0, count: 200), to: "a.caf")
        #expect(try error(loading: path) == .notASound(file: path, reason: "Format not recognised"))
    }

    @Test func soundWithoutFrames() throws {
        let path = try folder.write(WAV(samples: []).bytes, to: "silent.wav")
        #expect(try error(loading: path) == .empty(file: path))
    }

    @Test func textIsNotASound() throws {
        let path = try folder.write("This is no sound.", to: "text.wav")
        #expect(try error(loading: path) == .notASound(file: path, reason: "Format not recognised"))
    }

    @Test func soundTooLongForALimitThatIsTooLowToStream() throws {
        let path = try folder.write(WAV(samples: Array(repeating: 1, count: 2_000)).bytes, to: "long.wav")
        let reading = 176 << 10
        #expect(try Sound(contentsOf: path, for: .standard, limit: reading + 8_000).frameCount == 1_000)
        let limit = reading + 7_999
        let error = try error(loading: path, limit: limit)
        #expect(error == .limitTooLow(file: path, limit: limit, needed: SoundStreamTests.limit))
    }

    /// With the limit that the message names, the sound loads.
    @Test(arguments: [SF_FORMAT_WAV, SF_FORMAT_FLAC], [44_100, 48_000])
    func lowLimitIsReportedWithASufficientOne(container: Int, rate: Int) throws {
        let path = folder.file("sound")
        var info = SF_INFO()
        (info.samplerate, info.channels, info.format) = (Int32(rate), 2, Int32(container | SF_FORMAT_PCM_16))
        let file = try #require(sf_open(path, Int32(SFM_WRITE), &info))
        sf_writef_short(file, [Int16](repeating: 1, count: 40_000), 20_000)
        sf_close(file)
        for limit in [0, 100 << 10, 200 << 10] {
            guard case .limitTooLow(path, limit, let needed) = try error(loading: path, limit: limit) else {
                Issue.record("refused for something else")
                return
            }
            #expect(try Sound(contentsOf: path, for: .standard, limit: needed).frameCount >= 20_000)
        }
    }

    @Test(arguments: [1, 999, 1_000_001]) func rateThatNoSoundHas(rate: Int) throws {
        let path = try folder.write(WAV(rate: rate, samples: Array(repeating: 1, count: 2_000)).bytes, to: "odd.wav")
        let reason = "its header claims \(rate) Hz and 2 channels"
        #expect(try error(loading: path) == .notASound(file: path, reason: reason))
    }

    @Test func noBytesAndBytesThatAreNoSound() {
        #expect(throws: SoundError.empty(file: "bytes")) { try Sound(bytes: [], name: "bytes", for: .standard) }
        #expect(throws: SoundError.notASound(file: "bytes", reason: "Format not recognised")) {
            try Sound(bytes: Array("This is no sound.".utf8), name: "bytes", for: .standard)
        }
    }
}
