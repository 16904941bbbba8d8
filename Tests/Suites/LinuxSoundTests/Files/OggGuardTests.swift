import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxSound

/// No last page of an Ogg file has a position before that of an earlier page.
@Suite struct OggGuardTests {
    private var guardian = OggGuard()

    /// - Returns: Whether the guard allows reading the whole file.
    private mutating func read(_ file: OggFile, by count: Int = 2_048) -> Bool {
        var offset = 0
        while offset < file.bytes.count {
            let piece = file.bytes[offset...].prefix(count)
            guard piece.withUnsafeBytes({ guardian.allows($0, at: offset) }) else { return false }
            offset += piece.count
        }
        return true
    }

    private func file(last position: Int, stream: UInt32 = 7) -> OggFile {
        var file = OggFile()
        file.addPage([[1]], position: 960)
        file.addPage(lacing: [255], [UInt8](repeating: 0, count: 255), position: -1)
        file.addPage([[1]], flags: 4, position: position, stream: stream)
        return file
    }

    @Test(arguments: [(960, true), (959, false), (1 << 40, true)], [1, 7, 2_048, 1_000_000])
    mutating func lastPageThatGoesBackIsRefused(end: (position: Int, isAllowed: Bool), count: Int) {
        let file = file(last: end.position)
        expectEqual(read(file, by: count), end.isAllowed)
        expectEqual(guardian.hasEnded, !end.isAllowed)
        // A second reading from the beginning.
        expectEqual(read(file, by: count), end.isAllowed)
    }

    @Test mutating func pagesOfOtherStreamsAreNotChecked() {
        #expect(read(file(last: 1, stream: 8)))
    }

    /// libogg detects that the outer page has a wrong checksum, and continues inside it.
    @Test mutating func pageInsideAnotherOneIsChecked() {
        var inner = OggFile()
        inner.addPage([[1]], flags: 4, position: 959)
        var file = OggFile()
        file.addPage([[1]], position: 960)
        file.addPage([inner.bytes], position: 1_920)
        #expect(!read(file))
    }

    /// The bytes "OggS" may occur anywhere, also in a header.
    @Test mutating func pageInsideTheBeginningOfAnotherOneIsChecked() {
        let bytes = file(last: 959).bytes
        let last = bytes.count - 29
        let (first, rest) = (Array(bytes[..<last]), ascii("OggS") + bytes[last...])
        #expect(first.withUnsafeBytes { guardian.allows($0, at: 0) })
        #expect(!rest.withUnsafeBytes { guardian.allows($0, at: last) })
    }

    @Test mutating func headerIsNotJoinedAcrossAJump() {
        let bytes = file(last: 959).bytes
        let middle = bytes.count - 20
        #expect(bytes[..<middle].withUnsafeBytes { guardian.allows($0, at: 0) })
        #expect(bytes[middle...].withUnsafeBytes { guardian.allows($0, at: middle + 1) })
    }
}
