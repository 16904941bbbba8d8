import Testing

@testable import CarillonAudio
@testable import SoundFiles

/// No packet grows in libogg's memory without limit.
@Suite struct OggPacketGuardTests {
    private static let limit = 100_000

    private var guardian = OggPacketGuard(stream: 7, headersLength: 0, limit: limit)

    /// - Returns: Whether the guard allows reading the whole file.
    private mutating func read(_ file: OggFile, by count: Int = 2_048, at start: Int = 0) -> Bool {
        var offset = start
        while offset < file.bytes.count {
            let piece = file.bytes[offset...].prefix(count)
            guard piece.withUnsafeBytes({ guardian.allows($0, at: offset) }) else { return false }
            offset += piece.count
        }
        return true
    }

    private func packet(_ size: Int) -> [UInt8] { [UInt8](repeating: 0, count: size) }

    @Test(arguments: [1, 7, 2_048, 1_000_000]) mutating func aPacketOverTheLimitEndsTheFile(count: Int) {
        var file = OggFile()
        file.addPages(packet(Self.limit + 2 * 65_025))
        #expect(!read(file, by: count))
        #expect(guardian.hasEnded)
        // The refusal is final.
        #expect(!read(OggFile(pages: [packet(3)])))
    }

    @Test(arguments: [1, 7, 2_048, 1_000_000]) mutating func aPacketBelowItDoesNot(count: Int) {
        var file = OggFile()
        file.addPages(packet(90_000), pieces: 255)
        #expect(read(file, by: count))
    }

    @Test mutating func pagesOnWhichPacketsEndDoNotCount() {
        var file = OggFile()
        for _ in 0..<10 { file.addPage(lacing: [UInt8](repeating: 255, count: 254) + [1], packet(254 * 255 + 1)) }
        #expect(read(file))
    }

    @Test mutating func smallPagesCountAsMuchAsLargeOnes() {
        var file = OggFile()
        file.addPages(packet(Self.limit), pieces: 1)
        #expect(!read(file))
    }

    /// libogg stores a mark for each missing page.
    @Test mutating func emptyPagesCount() {
        var file = OggFile()
        for _ in 0..<(Self.limit / 255 + 1) { file.addPage(lacing: [], []) }
        #expect(!read(file))
    }

    @Test mutating func whatFramesHaveComeOfIsForgotten() {
        var file = OggFile()
        file.addPages(packet(90_000))
        #expect(read(file))
        guardian.didReturnFrames()
        #expect(read(file, at: 0))
        #expect(!read(file, at: 0))
    }

    @Test mutating func otherStreamsDoNotCount() {
        var file = OggFile()
        for _ in 0..<10 { file.addPage(lacing: [UInt8](repeating: 255, count: 255), packet(65_025), stream: 8) }
        #expect(read(file))
    }

    @Test mutating func headerPacketsDoNotCount() {
        var file = OggFile()
        file.addPages(packet(1_000_000))
        guardian = OggPacketGuard(stream: 7, headersLength: file.bytes.count, limit: Self.limit)
        file.addPages(packet(90_000))
        #expect(read(file))
        file.addPages(packet(90_000))
        #expect(!read(file))
    }

    /// libogg detects that the outer page has a wrong checksum, and continues inside it.
    @Test mutating func aPageInsideAnotherOneCounts() {
        var inner = OggFile()
        inner.addPage(lacing: [UInt8](repeating: 255, count: 200), packet(51_000))
        var file = OggFile()
        for _ in 0..<3 {
            file.addPage(
                lacing: [UInt8](repeating: 255, count: 202) + [1], inner.bytes + packet(51_511 - inner.bytes.count))
        }
        #expect(!read(file))
    }

    /// The bytes "OggS" may occur anywhere, also in a header.
    @Test mutating func aPageInsideTheHeaderOfWhatIsNoneCounts() {
        var page = OggFile()
        page.addPage(lacing: [UInt8](repeating: 255, count: 255), packet(65_025))
        let beginning = Array("OggS".utf8) + [UInt8](repeating: 1, count: 23)
        #expect((beginning + page.bytes).withUnsafeBytes { guardian.allows($0, at: 0) })
        #expect(!page.bytes.withUnsafeBytes { guardian.allows($0, at: 66_000) })
    }

    @Test(arguments: [(960, true), (959, false), (1 << 40, true)])
    mutating func theLastPageIsNotBeforeAnother(position: Int, isAllowed: Bool) {
        var file = OggFile()
        file.addPage([[1]], position: 960)
        file.addPage(lacing: [255], packet(255), position: -1)
        file.addPage([[1]], flags: 4, position: position)
        #expect(read(file) == isAllowed)
        // A second reading from the beginning.
        #expect(read(file) == isAllowed)
    }

    @Test mutating func aHeaderIsNotPutTogetherAcrossAJump() {
        var file = OggFile()
        file.addPage(lacing: [UInt8](repeating: 255, count: 255), packet(65_025))
        for offset in stride(from: 0, to: 1_000_000, by: 100_000) {
            #expect(file.bytes.prefix(100).withUnsafeBytes { guardian.allows($0, at: offset) })
            #expect([UInt8](repeating: 255, count: 500).withUnsafeBytes { guardian.allows($0, at: offset + 50_000) })
        }
    }
}

extension OggFile {
    fileprivate init(pages: [[UInt8]]) {
        for page in pages { addPage([page]) }
    }
}
