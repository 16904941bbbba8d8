import StreamTestSupport
import TestSupport
import Testing

@testable import LinuxSound

/// The parts of a stream that decide.
@Suite struct StreamPartsTests {
    // MARK: Pauses

    @Test func pausesGrowTo30SecondsAndStartAgainAfterSound() {
        var reconnection = Reconnection()
        let pauses = (0..<9).map { _ in reconnection.pause(afterSoundOf: .milliseconds(1_999)) / .seconds(1) }
        expectEqual(pauses, [0, 1, 2, 4, 8, 16, 30, 30, 30])
        expectEqual(reconnection.pause(afterSoundOf: .seconds(2)), .zero)
        expectEqual(reconnection.pause(afterSoundOf: .zero), .seconds(1))
    }

    // MARK: Titles

    static let titleTexts: [(text: String, title: String?)] = [
        ("StreamTitle='Yesterday';StreamUrl='x';", "Yesterday"), ("StreamTitle='It's';", "It's"),
        ("StreamTitle='a';b';StreamUrl='';", "a';b"), ("StreamTitle='cut", "cut"), ("StreamTitle='", ""),
        ("StreamTitle='';", ""), ("StreamUrl='x';", nil), ("StreamTitle='a\u{7}\u{1B}[31mb\nc';", "a [31mb c"),
    ]

    @Test(arguments: titleTexts) func titleIsFoundInItsText(text: String, title: String?) {
        let found = ICYTitles.title(in: Array(text.utf8))
        expectEqual(found.map { StationText(characterSet: nil).line($0) ?? "" }, title)
    }

    @Test(arguments: [1, 2, 7, 64, 4_096]) func soundAndTitlesAreSeparatedInPiecesOfAnySize(size: Int) {
        let text = Array("StreamTitle='one';".utf8) + [UInt8](repeating: 0, count: 14)
        var bytes: [UInt8] = []
        for number in 0..<6 {
            bytes += [UInt8](repeating: UInt8(number), count: 10)
            bytes += number == 2 ? [2] + text : [0]
        }
        var (titles, sound) = (ICYTitles(interval: 10), [UInt8]())
        var places: [Int] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            Array(bytes[start...].prefix(size)).withUnsafeBytes { piece in
                titles.separate(piece, sound: { sound += $0 }, text: { _ in places.append(sound.count) })
            }
        }
        expectEqual(sound, (0..<6).flatMap { [UInt8](repeating: UInt8($0), count: 10) })
        expectEqual(places, [30])
    }

    // MARK: Heads

    private func head(_ lines: String...) -> StreamHead {
        var head = StreamHead()
        for line in lines { _ = Array("\(line)\r\n".utf8).withUnsafeBytes { head.take($0) } }
        return head
    }

    @Test func headAfterARedirectionIsUsed() {
        let head = head(
            "HTTP/1.1 302 Found", "Content-Length: 10", "icy-metaint: 7", "", "ICY 200 OK",
            "CONTENT-TYPE: Audio/MPEG; charset=x", "icy-metaint:8192", "icy-name: Radio\u{7}")
        #expect(head.type == "audio/mpeg" && head.interval == 8_192 && head.name == "Radio" && !head.hasLength)
    }

    @Test(arguments: ["0", "-1", "x", "", "1048577", "99999999999999999999"])
    func impossibleIntervalOfTitlesIsIgnored(value: String) {
        expectEqual(head("HTTP/1.0 200 OK", "icy-metaint: \(value)").interval, nil)
    }

    // MARK: Kinds

    /// The beginning of a stream.
    struct Beginning: Sendable {
        let type: String?
        let first: [UInt8]

        init(_ type: String?, _ first: String) { self.init(type, Array(first.utf8)) }

        init(_ type: String?, _ first: [UInt8]) { (self.type, self.first) = (type, first) }
    }

    static let kinds: [Row<Beginning, StreamKind?>] = [
        Row("type decides if the bytes are unknown", Beginning("audio/mpeg", "xxxx"), .mp3),
        Row("another type decides if the bytes are unknown", Beginning("audio/aacp", "xxxx"), .other("AAC")),
        Row("bytes of Ogg take precedence over the type", Beginning("audio/mpeg", "OggS"), .other("Ogg")),
        Row("bytes of FLAC take precedence over the type", Beginning("text/html", "fLaC"), .flac),
        Row("tag marks the beginning of MP3", Beginning("application/octet-stream", "ID3"), .mp3),
        Row("stream of no type is MP3", Beginning(nil, "xxxx"), .mp3),
        Row("MP4 is found by its bytes", Beginning(nil, "xxxxftypM4A "), .other("MP4")),
        Row("AAC is found by its layer", Beginning(nil, [0xFF, 0xF1, 0x50]), .other("AAC")),
        Row("MP3 is found by its layer", Beginning(nil, [0xFF, 0xFB, 0x90]), .mp3),
        Row("unknown type of sound is named", Beginning("audio/x-whatever", "xxxx"), .other("audio/x-whatever")),
        Row("page is not a sound", Beginning("text/html", "<html>"), nil),
        Row("film is not a sound", Beginning("video/mp4", "xxxx"), nil),
    ]

    @Test(arguments: kinds) func kindIsDetectedFromTheFirstBytesAndTheType(row: Row<Beginning, StreamKind?>) {
        let kind = StreamKind.find(type: row.given.type, first: row.given.first)
        expectEqual(kind, row.expected, sourceLocation: row.place)
    }

    // MARK: HLS

    static let lists: [(text: String, seconds: Double, isLonger: Bool)] = [
        ("#EXTM3U\n#EXTINF:4.0,\na\n#EXTINF:4.0,\nb\n#EXT-X-ENDLIST\n", 8.1, false),
        ("#EXTM3U\n#EXTINF:4.0,\na\n#EXTINF:4.0,\nb\n#EXT-X-ENDLIST\n", 4.1, true),
        ("#EXTM3U\n#EXTINF:4.0,\na\n#EXTINF:4.0,\nb\n", 4.1, false),
        ("#EXTM3U\n#EXTINF:10,\na\n#EXTINF:10,\nb\n#EXTINF:10,\nc\n#EXT-X-ENDLIST\n", 28.6, false),
        ("#EXTM3U\n#EXTINF:inf,\na\n#EXTINF:-1e300,\n#EXTINF:nan\n#EXT-X-ENDLIST\n", 0, false), ("", 0, false),
    ]

    @Test(arguments: lists) func listIsLongerThanASoundThatLacksAPart(text: String, seconds: Double, isLonger: Bool) {
        expectEqual(HLSList(text).isLonger(than: seconds), isLonger)
    }

    // MARK: Ogg

    /// Returns the lengths of the pages of each link that may be decoded.
    private func links(_ bytes: [UInt8]) throws -> [Int] {
        var rest = bytes[...]
        var (lengths, link) = ([Int](), OggLink())
        while true {
            var length = 0
            while let page = try link.page({ page, count throws(StreamFailure) in
                guard rest.count >= count else {
                    rest = []
                    return false
                }
                page += rest.prefix(count)
                rest = rest.dropFirst(count)
                return true
            }) { length += page.count }
            lengths.append(length)
            if rest.isEmpty { return lengths }
            link = link.next()
        }
    }

    @Test func linksOfAChainAreSeparated() throws {
        let (one, two) = (EncodedSound.vorbis(seconds: 1), EncodedSound.opus(seconds: 1))
        expectEqual(try links(one + two + one), [one.count, two.count, one.count])
        expectEqual(try links(one + Array("garbage".utf8) + two), [one.count, two.count])
    }

    /// libsndfile would allocate memory for the difference of the positions.
    @Test func lastPageThatGoesBackIsLeftOut() throws {
        var bytes = EncodedSound.opus(seconds: 2)
        let last = try #require(bytes.indices.last { bytes[$0...].starts(with: "OggS".utf8) })
        bytes.replaceSubrange((last + 6)..<(last + 14), with: [1, 0, 0, 0, 0, 0, 0, 0])
        expectEqual(try links(bytes).first, last)
    }

    /// libogg would keep all of it.
    @Test func packetWithoutAnEndIsReported() throws {
        let first = EncodedSound.vorbis(seconds: 1)
        var page = Array(first[..<27])
        page[5] = 0
        page[26] = 255
        page += [UInt8](repeating: 255, count: 255) + [UInt8](repeating: 0, count: 255 * 255)
        let endless = first[..<58] + (0..<20).flatMap { _ in page }
        #expect(throws: StreamFailure.notASound(type: nil)) { _ = try links(Array(endless)) }
    }

    // MARK: Messages

    @Test func failuresThatMayPassAreTriedAgainAndOthersNameTheirCause() {
        let passing: [StreamFailure] = [.refused(status: 503), .refused(status: 429), .tooSlow, .unknownHost]
        let lasting: [StreamFailure] = [.refused(status: 404), .badAddress, .noNetwork, .headTooLong]
        #expect(passing.allSatisfy(\.mayPass) && !lasting.contains(where: \.mayPass))
        #expect("\(StreamFailure.tooManyTitles)".contains("titles") && "\(StreamFailure.tagTooLong)".contains("MiB"))
    }

    /// Plays 60 hostile streams in two other processes, thoroughly 600. `make check LANE=fuzz` does so with 5,000 under AddressSanitizer.
    @Test(arguments: 0...1) func hostileStreamsFailPlayOrAreTriedAgain(half: Int) throws {
        let count = isThorough ? 300 : 30
        let program = try Program("StreamProbe", ["fuzz", "\(count)", "\(half * count)"])
        try #require(program.status == 0, "\(program.output)")
        let words = program.output.split(whereSeparator: \.isWhitespace)
        #expect(words.count == 8 && words[1] != "0" && words[3] != "0" && words[7] == "0")
    }

    @Test func firstSoundOfAStreamStartsWithin300Milliseconds() throws {
        let program = try Program("StreamProbe", ["start", "20"])
        let words = program.output.split(whereSeparator: \.isWhitespace)
        let median = try #require(words.count == 6 ? Int(words[3]) : nil)
        #expect(median < 300_000)
    }
}
