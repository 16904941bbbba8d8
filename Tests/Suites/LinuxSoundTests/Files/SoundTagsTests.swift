import AudioTestSupport
import CHardware
import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxSound

/// Titles, artists, albums and covers in sound files.
@Suite struct SoundTagsTests {
    private let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 7, count: 300)

    @Test(arguments: [2, 3, 4] as [UInt8])
    func textsOfAnID3TagAreRead(version: UInt8) throws {
        let texts = try texts(
            Self.id3(
                version,
                [
                    ("TALB", [3] + Array("Help!".utf8)), ("TIT2", [0, 0x59, 0xE9]),
                    ("TPE1", [3] + Array("The Beatles".utf8)),
                ]))
        #expect(texts.title == "Yé" && texts.artist == "The Beatles" && texts.album == "Help!")
    }

    private static func title(_ content: [UInt8]) -> [UInt8] { id3(4, [("TIT2", content)]) }

    private static let largePicture: [UInt8] =
        [0] + Array("image/jpeg".utf8) + [0, 3, 0] + [UInt8](repeating: 1, count: 1 << 20)

    private static let unsynchronised: [UInt8] = {
        var tag = id3(3, [("TIT2", [1, 0xFF, 0xFE, 0x41, 0])])
        tag.insert(0, at: tag.count - 3)
        (tag[5], tag[9]) = (0x80, tag[9] + 1)
        return tag
    }()

    static let titles: [Row<[UInt8], String?>] = [
        Row("Latin-1 is read up to its end", title([0, 0x41, 0xFC, 0, 0x42]), "Aü"),
        Row("little-endian UTF-16 is read", title([1, 0xFF, 0xFE, 0x41, 0, 0xAC, 0x20, 0, 0]), "A€"),
        Row("big-endian UTF-16 is read", title([1, 0xFE, 0xFF, 0, 0x41]), "A"),
        Row("UTF-16 without a mark is read", title([2, 0, 0x41, 0x20, 0xAC]), "A€"),
        Row("UTF-8 is read", title([3, 0xE2, 0x82, 0xAC]), "€"),
        Row("empty text is not a title", title([3]), nil),
        Row("title in an unknown encoding is ignored", title([9, 0x41]), nil),
        Row("UTF-16 without bytes is not a title", title([1]), nil),
        Row("half a letter is not a title", title([1, 0xFF]), nil),
        Row("frame without bytes is not a title", title([]), nil),
        Row("blanks are not a title", title([3, 0x20, 0x09, 0]), nil),
        Row("picture before the title is skipped", id3(4, [("APIC", largePicture), ("TIT2", [3, 0x41])]), "A"),
        Row("zeros of an unsynchronised tag are removed", unsynchronised, "A"),
    ]

    @Test(arguments: titles) func titleIsReadInItsEncoding(row: Row<[UInt8], String?>) throws {
        try expectEqual(texts(row.given).title, row.expected, sourceLocation: row.place)
    }

    @Test(arguments: [
        SF_FORMAT_FLAC | SF_FORMAT_PCM_16, SF_FORMAT_OGG | SF_FORMAT_VORBIS, SF_FORMAT_OGG | SF_FORMAT_OPUS,
    ])
    func commentsOfFLACAndOggAreRead(format: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("sound")
        var info = SF_INFO()
        (info.samplerate, info.channels, info.format) = (48_000, 1, Int32(format))
        let file = try #require(sf_open(path, Int32(SFM_WRITE), &info))
        let long = String(repeating: "ä", count: 1_000)
        for (kind, text) in [(SF_STR_TITLE, "Für Elise"), (SF_STR_ARTIST, long), (SF_STR_ALBUM, "A\tB\n")] {
            sf_set_string(file, Int32(kind), text)
        }
        sf_writef_short(file, [Int16](repeating: 1, count: 4_800), 4_800)
        sf_close(file)
        let texts = SoundTags.texts(of: try SoundFile(path: path))
        #expect(texts.title == "Für Elise" && texts.album == "A B")
        expectEqual(texts.artist, String(repeating: "ä", count: 128))
    }

    @Test func coverOfTheFrontIsPreferred() throws {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
        func frame(_ type: UInt8, _ bytes: [UInt8]) -> (String, [UInt8]) {
            ("APIC", [1] + Array("image/png".utf8) + [0, type, 0xFF, 0xFE, 0x41, 0, 0, 0] + bytes)
        }
        let cover = SoundTags.cover(
            of: try SoundFile(bytes: Self.id3(3, [frame(0, png), frame(3, picture), frame(4, png)]), name: "a"))
        #expect(cover == TrackCover(picture) && cover?.mediaType == "image/jpeg")
    }

    @Test func coverOfAFLACFileIsRead() throws {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        let parts: [[UInt8]] = [
            number(3), number(9), Array("image/png".utf8), number(2), [0x41, 0x42], [UInt8](repeating: 0, count: 16),
            number(picture.count), picture,
        ]
        let content = parts.flatMap { $0 }
        let file: [UInt8] = Array("fLaC".utf8) + [0x86] + number(content.count).dropFirst() + content
        expectEqual(SoundTags.cover(of: try SoundFile(bytes: file, name: "a"))?.bytes, picture)
    }

    @Test func coverThatIsNotAPictureOrTooLargeIsLeftOut() throws {
        for bytes in [Array("<html>".utf8), picture + [UInt8](repeating: 0, count: 2 << 20)] {
            let frame: [UInt8] = [0] + Array("image/jpeg".utf8) + [0, 3, 0] + bytes
            expectEqual(SoundTags.cover(of: try SoundFile(bytes: Self.id3(4, [("APIC", frame)]), name: "a")), nil)
        }
    }

    /// Each damaged tag is read in bounded time and memory, and nothing is trapped.
    @Test func damagedTagsLoseNothingButTexts() throws {
        let folder = try TemporaryFolder()
        var seeds = [
            Self.id3(2, [("TIT2", [3, 0x41])]),
            Self.id3(3, [("TIT2", [1, 0xFF, 0xFE, 0x41, 0]), ("APIC", [0, 0, 3, 0] + picture)]),
        ]
        for format in [SF_FORMAT_FLAC | SF_FORMAT_PCM_16, SF_FORMAT_OGG | SF_FORMAT_VORBIS] {
            var info = SF_INFO()
            (info.samplerate, info.channels, info.format) = (48_000, 1, Int32(format))
            let file = try #require(sf_open(folder.file("seed"), Int32(SFM_WRITE), &info))
            sf_set_string(file, Int32(SF_STR_TITLE), "A title")
            sf_writef_short(file, [1, 2, 3], 3)
            sf_close(file)
            seeds.append(try readBytes(folder.file("seed")))
        }
        var random = SeededGenerator(state: 27)
        for round in 0..<4_000 {
            var bytes = seeds[round % seeds.count]
            for _ in 0...Int.random(in: 0...3, using: &random) {
                bytes[Int.random(in: 0..<min(bytes.count, 200), using: &random)] = [
                    0, 0x7F, 0xFF, UInt8.random(in: 0...255, using: &random),
                ].randomElement(using: &random)!
            }
            let file = try SoundFile(
                bytes: Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &random))), name: "a")
            let texts = SoundTags.texts(of: file)
            #expect(texts.title?.utf8.count ?? 0 <= 256)
            _ = SoundTags.cover(of: file)
        }
    }

    private func texts(_ bytes: [UInt8]) throws -> TrackTags {
        SoundTags.texts(of: try SoundFile(bytes: bytes, name: "tagged"))
    }

    /// Returns a tag with frames that are named as in version 2.3.
    private static func id3(_ version: UInt8, _ frames: [(name: String, content: [UInt8])]) -> [UInt8] {
        func number(_ value: Int, bits: Int, bytes: Int) -> [UInt8] {
            (0..<bytes).reversed().map { UInt8(value >> (bits * $0) & ((1 << bits) - 1)) }
        }
        let short = ["TIT2": "TT2", "TPE1": "TP1", "TALB": "TAL"]
        let body = frames.flatMap { name, content -> [UInt8] in
            if version == 2 {
                return Array((short[name] ?? "PIC").utf8) + number(content.count, bits: 8, bytes: 3) + content
            }
            return Array(name.utf8) + number(content.count, bits: version == 4 ? 7 : 8, bytes: 4) + [0, 0] + content
        }
        return Array("ID3".utf8) + [version, 0, 0] + number(body.count, bits: 7, bytes: 4) + body
    }
}
