import StreamTestSupport
import Testing

@testable import LinuxSound

/// ID3v2 tags in MP3 streams and in front of other formats.
@Suite struct TagTests {
    /// A frame of a tag of version 3: a text in Latin-1, or a picture of a size.
    private static func text(_ name: String, _ text: String) -> [UInt8] {
        let head: [UInt8] = Array(name.utf8) + bytes(text.utf8.count + 1) + [0, 0, 0]
        return head + Array(text.utf8)
    }

    private static func picture(_ size: Int) -> [UInt8] {
        let type = Array("\0image/jpeg\0\u{3}\0".utf8)
        let pixels: [UInt8] = [0xFF, 0xD8, 0xFF] + (0..<size).map { UInt8($0 * 7 & 0x7F) }
        let head: [UInt8] = Array("APIC".utf8) + bytes(type.count + pixels.count) + [0, 0]
        return head + type + pixels
    }

    private static func bytes(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) } }

    static func tag(_ frames: [UInt8], version: UInt8 = 3, flags: UInt8 = 0, declared: Int? = nil) -> [UInt8] {
        let size = declared ?? frames.count
        let head: [UInt8] = Array("ID3".utf8) + [version, 0, flags]
        let length: [UInt8] = [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) }
        return head + length + frames
    }

    private static func server(_ bytes: [UInt8], type: String = "audio/mpeg") -> StreamServer {
        StreamServer { client in
            client.request()
            client.sendHead("Content-Type: \(type)", "Content-Length: \(bytes.count)")
            client.send(bytes)
        }
    }

    private func play(_ bytes: [UInt8], type: String = "audio/mpeg") throws -> Listener {
        let server = Self.server(bytes, type: type)
        let listener = try Listener(server.address())
        listener.listen()
        return listener
    }

    private let threeSeconds = 3 * 48_000 - 6_000...3 * 48_000 + 9_000

    static let tags: [[UInt8]] = [
        tag(picture(600_000)), tag(picture(3 << 20)), tag(text("TIT2", "One")) + tag(text("TIT2", "Two")),
        tag(picture(200_000)) + tag(text("TIT2", "Two")) + tag(picture(200_000)),
        tag(text("TIT2", "One"), version: 4, flags: 0x10) + Array("3DI".utf8) + [4, 0, 0x10, 0, 0, 0, 14],
        tag([UInt8](repeating: 0, count: 150_000)), tag([]), tag(text("TIT2", "One"), declared: (256 << 20) - 1),
    ]

    @Test(arguments: tags.indices) func tagsAreSkippedByTheirLength(number: Int) throws {
        let listener = try play(Self.tags[number] + StreamTests.mp3)
        #expect(listener.failure == nil && listener.hasEnded && threeSeconds ~= listener.frames)
    }

    /// The picture of a tag may contain the bytes of frames.
    @Test(arguments: [[], tag([0])]) func streamThatEndsWithItsTagIsNotASound(before: [UInt8]) throws {
        let listener = try play(before + Self.tag(StreamTests.mp3))
        #expect(listener.failure == .notASound(type: nil) && listener.frames == 0)
    }

    @Test func titleAndArtistOfATagAreReported() throws {
        let tag = Self.tag(Self.picture(300_000) + Self.text("TPE1", "The Artist") + Self.text("TIT2", "The Title"))
        let listener = try play(Self.tag([0]) + tag + StreamTests.mp3)
        #expect(threeSeconds ~= listener.frames)
        #expect(listener.tags.title == "The Title" && listener.tags.artist == "The Artist")
    }

    @Test(arguments: ["flac", "ogg"]) func tagBeforeAnotherFormatIsSkipped(format: String) throws {
        let tag = Self.tag(Self.text("TIT2", "The Title") + Self.picture(200_000))
        let sound = format == "flac" ? EncodedSound.flac() : EncodedSound.opus()
        let listener = try play(tag + sound, type: "audio/\(format)")
        #expect(threeSeconds ~= listener.frames && listener.tags.title == "The Title")
    }

    @Test func titleOfTheCommentsOfFLACIsReported() throws {
        let listener = try play(EncodedSound.flac(title: "The Title"), type: "audio/flac")
        #expect(threeSeconds ~= listener.frames && listener.titles.map(\.title) == ["The Title"])
    }

    /// The episodes of some podcasts are joined of parts with tags.
    @Test func tagBetweenFramesIsSkipped() throws {
        let part = StreamTests.mp3
        let listener = try play(part + Self.tag(Self.picture(700_000)) + part + Self.tag(Self.picture(700_000)) + part)
        #expect(listener.failure == nil && listener.hasEnded && listener.frames > 9 * 48_000 - 18_000)
    }

    @Test func streamInterruptedInItsTagIsTriedAgain() throws {
        let bytes = Self.tag(Self.picture(300_000)) + StreamTests.mp3
        let server = StreamServer { client in
            client.request()
            client.sendHead("Content-Type: audio/mpeg", "Content-Length: \(bytes.count)")
            client.send(client.number == 0 ? bytes.prefix(100_000) : bytes[...])
        }
        let listener = try Listener(server.address())
        listener.listen()
        #expect(listener.failure == nil && listener.hasEnded && threeSeconds ~= listener.frames)
    }
}
