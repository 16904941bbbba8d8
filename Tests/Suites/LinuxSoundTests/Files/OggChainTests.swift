import Foundation
import StreamTestSupport
import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxSound

/// The search for the links of chained Ogg files with one number, all of whose pages are followed.
@Suite struct OggChainTests {
    /// A gigabyte of pages without content, of which the first and the hundredth begin links.
    @Test func searchForLinksIsLimited() {
        func page(_ flags: UInt8) -> [UInt8] {
            var file = OggFile()
            file.addPage(lacing: [], [], flags: flags)
            return file.bytes
        }
        let (plain, first) = (page(0), page(2))
        let run = Array(repeatElement(plain, count: 3_000).joined())
        let beginning = joined(first, Array(run.prefix(99 * plain.count)), first, run)
        let length = 40_000_000 * plain.count
        var total = 0
        let links = OggChain.links(in: 0..<length) { range in
            total += range.count
            // Without a limit, the test would take minutes.
            if total > 1 << 29 { return [] }
            if range.upperBound <= beginning.count { return Array(beginning[range]) }
            return Array(run[(range.lowerBound % plain.count)...].prefix(range.count))
        }
        #expect(total < 130 << 20)
        expectEqual(links, [0..<2_700, 2_700..<length])
    }

    /// The second link is removed, and the time of the file stays. A search would find no end of the first link.
    @Test func linksAreSearchedOncePerVersionOfAFile() throws {
        let (folder, store) = (try TemporaryFolder(), TrackFiles())
        var link = OggFile(EncodedSound.opus())
        link.setNumber(1)
        let lengths = try [link.bytes, [UInt8](repeating: 0, count: link.bytes.count)].map { second in
            let path = try folder.write(link.bytes + second, to: "chain.ogg")
            let time = Date(timeIntervalSince1970: 1_000_000_000)
            try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
            return try store.open(path, in: .standard, at: 0, near: nil).claimedFrameCount
        }
        expectEqual(lengths, [288_000, 144_000])
    }
}
