import Foundation
import TestSupport
import Testing

@testable import CarillonAudio

/// Every bad file is refused with one line that names it and says what to do.
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

    @Test func aMissingFile() throws {
        let path = folder.file("nothing.wav")
        let error = try error(loading: path)
        #expect(error == .missing(file: path))
        #expect(error.description == "no sound file \"\(path)\": check its path")
    }

    @Test func aFileInPlaceOfAFolder() throws {
        let path = try folder.write("text", to: "file") + "/alert.wav"
        #expect(try error(loading: path) == .missing(file: path))
    }

    @Test func aDirectory() throws {
        #expect(try error(loading: folder.path) == .notAFile(file: folder.path, isDirectory: true))
    }

    @Test func aDevice() throws {
        #expect(try error(loading: "/dev/null") == .notAFile(file: "/dev/null", isDirectory: false))
    }

    @Test func aPipeDoesNotBlock() throws {
        let path = folder.file("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        #expect(try error(loading: path) == .notAFile(file: path, isDirectory: false))
    }

    @Test(.disabled(if: geteuid() == 0, "root may read everything"))
    func aFileThatMustNotBeRead() throws {
        let path = try folder.write(WAV(samples: [1, 2]).bytes, to: "secret.wav")
        try #require(chmod(path, 0) == 0)
        #expect(try error(loading: path) == .noPermission(file: path))
    }

    @Test func theSystemsRefusalsAreTold() {
        #expect(SoundError(errno: EACCES, file: "a") == .noPermission(file: "a"))
        #expect(SoundError(errno: EIO, file: "a") == .unreadable(file: "a", errno: EIO))
        #expect(SoundError(errno: EIO, file: "a").description.contains("Input/output error"))
    }

    @Test func anEmptyFile() throws {
        let path = try folder.write("", to: "empty.wav")
        #expect(try error(loading: path) == .empty(file: path))
    }

    @Test func aSoundWithoutFrames() throws {
        let path = try folder.write(WAV(samples: []).bytes, to: "silent.wav")
        #expect(try error(loading: path) == .empty(file: path))
    }

    @Test func aTextIsNotASound() throws {
        let path = try folder.write("This is no sound.", to: "text.wav")
        #expect(try error(loading: path) == .notASound(file: path, reason: "Format not recognised"))
    }

    @Test func aSoundLargerThanTheLimit() throws {
        let path = try folder.write(WAV(samples: Array(repeating: 1, count: 2_000)).bytes, to: "long.wav")
        #expect(try Sound(contentsOf: path, for: .standard, limit: 8_000).frameCount == 1_000)
        #expect(try error(loading: path, limit: 7_999) == .tooLong(file: path, limit: 7_999))
    }

    @Test func aSoundThatOnlyResamplingMakesTooLarge() throws {
        let path = try folder.write(WAV(rate: 1, samples: Array(repeating: 1, count: 2_000)).bytes, to: "slow.wav")
        #expect(try error(loading: path) == .tooLong(file: path, limit: Sound.defaultLimit))
    }
}
