import AudioTestSupport
import CHardware
import Foundation
import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxSound

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

    /// A file that is made in a folder, and the error of its path.
    typealias BadFile = Row<@Sendable (TemporaryFolder) throws -> String, @Sendable (String) -> SoundError>

    static let badFiles: [BadFile] = [
        BadFile("missing file is reported", { $0.file("nothing.wav") }, { .missing(file: $0) }),
        BadFile(
            "file in place of a folder is a missing file", { try $0.write("text", to: "file") + "/alert.wav" },
            { .missing(file: $0) }),
        BadFile("directory is reported", { $0.path }, { .notAFile(file: $0, isDirectory: true) }),
        BadFile("device is reported", { _ in "/dev/null" }, { .notAFile(file: $0, isDirectory: false) }),
        BadFile("pipe does not block", makePipe, { .notAFile(file: $0, isDirectory: false) }),
        BadFile("empty file is reported", { try $0.write("", to: "empty.wav") }, { .empty(file: $0) }),
        BadFile(
            "sound without frames is reported", { try $0.write(WAV(samples: []).bytes, to: "silent.wav") },
            { .empty(file: $0) }),
        BadFile("text is not a sound", { try $0.write("This is no sound.", to: "text.wav") }, notRecognised),
        // libsndfile reads this format, and prints the faults of a damaged file to standard output.
        BadFile(
            "sample dump of a synthesizer is refused",
            { try $0.write([0xF0, 0x7E, 0, 1] + [UInt8](repeating: 0, count: 200), to: "dump.sds") }, notRecognised),
        BadFile(
            "sample dump after a tag is refused",
            { try $0.write(ascii("ID3") + [3, 0, 0, 0, 0, 0, 0, 0xF0, 0x7E, 0, 1], to: "tagged.sds") },
            notRecognised),
        // The picture of a tag may contain the bytes of frames.
        BadFile("file that ends with its tag is not a sound", writeTag, notRecognised),
        // The decoder allocates memory for the number of channels in the header, and prints the faults.
        BadFile("Apple Lossless in a Core Audio file is refused", writeAppleLossless, notRecognised),
        BadFile("rate of 1 Hz is refused", { try write(rate: 1, in: $0) }, oddRate(1)),
        BadFile("rate of 999 Hz is refused", { try write(rate: 999, in: $0) }, oddRate(999)),
        BadFile("rate of more than 1 MHz is refused", { try write(rate: 1_000_001, in: $0) }, oddRate(1_000_001)),
    ]

    private static let makePipe: @Sendable (TemporaryFolder) throws -> String = { folder in
        try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
        return folder.file("pipe")
    }

    private static let writeTag: @Sendable (TemporaryFolder) throws -> String = { folder in
        let picture = try readBytes(MP3Writer.sweep(seconds: 1, in: folder))
        let length = [14, 7, 0].map { UInt8(picture.count >> $0 & 0x7F) }
        return try folder.write(joined(ascii("ID3"), [3, 0, 0, 0], length, picture), to: "tag.mp3")
    }

    private static let writeAppleLossless: @Sendable (TemporaryFolder) throws -> String = { folder in
        let rate = withUnsafeBytes(of: Double(48_000).bitPattern.bigEndian) { Array($0) }
        let header = joined(ascii("caff"), [0, 1, 0, 0], ascii("desc"), [0, 0, 0, 0, 0, 0, 0, 32], rate)
        return try folder.write(joined(header, ascii("alac"), [UInt8](repeating: 0, count: 200)), to: "a.caf")
    }

    private static func write(rate: Int, in folder: TemporaryFolder) throws -> String {
        try folder.write(WAV(rate: rate, samples: Array(repeating: 1, count: 2_000)).bytes, to: "odd.wav")
    }

    private static let notRecognised: @Sendable (String) -> SoundError = {
        .notASound(file: $0, reason: "Format not recognised")
    }

    private static func oddRate(_ rate: Int) -> @Sendable (String) -> SoundError {
        { .notASound(file: $0, reason: "its header claims \(rate) Hz and 2 channels") }
    }

    @Test(arguments: badFiles) func badFileIsRefused(row: BadFile) throws {
        let path = try row.given(folder)
        try expectEqual(error(loading: path), row.expected(path), sourceLocation: row.place)
    }

    @Test(.disabled(if: geteuid() == 0, "root may read everything"))
    func fileWithoutPermissionIsReported() throws {
        let path = try folder.write(WAV(samples: [1, 2]).bytes, to: "secret.wav")
        try #require(chmod(path, 0) == 0)
        expectEqual(try error(loading: path), .noPermission(file: path))
    }

    @Test func systemErrorsAreReported() {
        expectEqual("\(SoundError.missing(file: "a"))", "no sound file \"a\"; check the path")
        expectEqual(SoundError(errno: EACCES, file: "a"), .noPermission(file: "a"))
        expectEqual(SoundError(errno: EIO, file: "a"), .unreadable(file: "a", errno: EIO))
        #expect(SoundError(errno: EIO, file: "a").description.contains("Input/output error"))
    }

    @Test func soundOverALimitTooLowForStreamingIsRefused() throws {
        let path = try folder.write(WAV(samples: Array(repeating: 1, count: 2_000)).bytes, to: "long.wav")
        let reading = 176 << 10
        expectEqual(try Sound(contentsOf: path, for: .standard, limit: reading + 8_000).frameCount, 1_000)
        let limit = reading + 7_999
        let error = try error(loading: path, limit: limit)
        expectEqual(error, .limitTooLow(file: path, limit: limit, needed: SoundStreamTests.limit))
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

    @Test func emptyAndUnknownBytesAreRefused() {
        #expect(throws: SoundError.empty(file: "bytes")) { try Sound(bytes: [], name: "bytes", for: .standard) }
        #expect(throws: SoundError.notASound(file: "bytes", reason: "Format not recognised")) {
            try Sound(bytes: Array("This is no sound.".utf8), name: "bytes", for: .standard)
        }
    }
}
