import CarillonDevices
import StreamTestSupport
import TestSupport
import Testing

@testable import LinuxSound

/// Titles of radio stations, and servers that send too much of them.
@Suite struct TitleTests {
    /// Plays a station that sends each of these texts after some sound.
    private func titles(_ texts: [[UInt8]], limits: StreamLimits = .hasty) throws -> [String] {
        let server = StreamServer { client in
            client.request()
            client.sendHead("icy-metaint: 2000", "content-type: audio/mpeg", status: "ICY 200 OK")
            for (number, start) in stride(from: 0, to: StreamTests.mp3.count - 2_000, by: 2_000).enumerated() {
                client.send(StreamTests.mp3[start...].prefix(2_000))
                // Each second one, so that the titles are apart.
                let text = number % 2 == 1 && number / 2 < texts.count ? texts[number / 2] : []
                client.send([UInt8((text.count + 15) / 16)] + text + [UInt8](repeating: 0, count: -text.count & 15))
            }
            client.waitForClient()
        }
        let listener = try Listener(server.address(), limits)
        listener.listen { $0.frames > 100_000 }
        return listener.titles.map(\.title)
    }

    private func stream(_ title: [UInt8]) -> [UInt8] { Array("StreamTitle='".utf8) + title + Array("';".utf8) }

    @Test func titlesAreClearedDecodedAndRepaired() throws {
        let quoted: [UInt8] =
            Array("Don".utf8) + [0x92] + Array("t stop ".utf8) + [0x96, 0x20, 0x42, 0xE4, 0x72, 0x20, 0x80]
        let cut = Array("Die Ärzte – Zu spät – Größe".utf8).dropLast(2)
        let texts = [Array("First".utf8), [], Array("Third".utf8), quoted, Array(cut)].map(stream)
        let expected = ["First", "", "Third", "Don’t stop – Bär €", "Die Ärzte – Zu spät – Grö\u{FFFD}"]
        try expectEqual(titles(texts), expected)
    }

    @Test(arguments: [(1, 1), (2, 1), (8, 1), (100, 7), (4_096, 255), (16_000, 255)])
    func titlesAreExcessiveIfTheyExceedTheSound(interval: Int, length: Int) {
        var titles = ICYTitles(interval: interval)
        let sound = [UInt8](repeating: 0, count: interval)
        let piece: [UInt8] = sound + [UInt8(length)] + [UInt8](repeating: 0, count: 16 * length)
        let bytes = Array(repeatElement(piece, count: 2_000_000 / piece.count).joined())
        bytes.withUnsafeBytes { titles.separate($0, sound: { _ in }, text: { _ in }) }
        expectEqual(titles.isExcessive, (16 * length > interval))
    }

    @Test func emptyTitlesAtEachByteArePlayed() throws {
        let bytes: [UInt8] = StreamTests.mp3.flatMap { byte -> [UInt8] in [byte, 0] }
        let server = StreamServer { client in
            client.request()
            client.sendHead("icy-metaint: 1", "content-type: audio/mpeg", "content-length: \(bytes.count)")
            client.send(bytes)
        }
        let listener = try Listener(server.address())
        listener.listen()
        #expect(listener.failure == nil && listener.hasEnded && listener.frames > 130_000)
    }

    // MARK: Character sets

    private static func cut(_ text: String) -> [UInt8] { Array(text.utf8.dropLast()) }

    /// Bytes in the character set of a station, and their text.
    struct Line: Sendable {
        let bytes: [UInt8]
        let set: String?

        init(_ bytes: [UInt8], in set: String? = nil) { (self.bytes, self.set) = (bytes, set) }
    }

    static let lines: [Row<Line, String>] = [
        Row("Windows-1252 is read", Line([0x43, 0x61, 0x66, 0xE9]), "Café"),
        Row("UTF-8 is read", Line(Array("Café".utf8)), "Café"),
        Row("cut letter of two bytes is replaced", Line(cut("Zu spä")), "Zu sp\u{FFFD}"),
        Row("cut letter of three bytes is replaced", Line(cut("Wait…")), "Wait\u{FFFD}"),
        Row("capitals of Windows-1252 are not UTF-8", Line([0x43, 0x41, 0xC7, 0x41, 0xC3]), "CAÇAÃ"),
        Row("euro of Windows-1252 is read", Line([0x80]), "€"),
        Row(
            "damaged letter is replaced", Line(Array("Die Är".utf8) + [0xC3] + Array("te – x".utf8)),
            "Die Är\u{FFFD}te – x"),
        Row("quotes of Windows-1252 are read", Line([0x93, 0x61, 0x94]), "“a”"),
        Row("letters of Windows-1252 are read", Line([0xCF, 0xB8, 0xF2, 0xF0, 0x20, 0xE8]), "Ï¸òð è"),
        Row(
            "text has 256 bytes at most", Line(Array(String(repeating: "é", count: 1_000).utf8)),
            String(repeating: "é", count: 128)),
        Row("Windows-1251 is read", Line([0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], in: "windows-1251"), "Привет"),
        Row("KOI8-R is read", Line([0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4], in: "koi8-r"), "Привет"),
        Row("ISO 8859-5 is read", Line([0xBF, 0xE0, 0xD8, 0xD2, 0xD5, 0xE2], in: "iso-8859-5"), "Привет"),
        Row("UTF-8 of a station is read", Line(Array("Привет".utf8), in: "utf-8"), "Привет"),
        Row(
            "byte without a meaning in Shift JIS is replaced",
            Line([0x93, 0xFA, 0x96, 0x7B, 0xFF, 0x41, 0x93], in: "shift_jis"), "日本\u{FFFD}A\u{FFFD}"),
        Row("byte without a meaning in UTF-8 is replaced", Line([0x41, 0xE9, 0x42], in: "utf-8"), "A\u{FFFD}B"),
    ]

    @Test(arguments: lines) func lineIsReadInItsCharacterSet(row: Row<Line, String>) {
        let line = StationText(characterSet: row.given.set).line(row.given.bytes)
        expectEqual(line, row.expected, sourceLocation: row.place)
    }

    @Test(arguments: StreamSettings.characterSets) func characterSetOfAWiringIsKnown(set: String) {
        #expect(StationText.isKnown(set))
    }
}
