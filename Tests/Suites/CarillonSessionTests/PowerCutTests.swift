import CLibrary
import CarillonScheduling
import SessionTestSupport
import TestSupport
import Testing

@testable import CarillonSession

/// A power cut at each byte of each write.
@Suite struct PowerCutTests {
    /// A recording of two sessions.
    struct Recording: Sendable {
        var blockSize = 96
        /// The maximum number of slots; nil for a file that grows.
        var limit: Int?
        /// The number of inputs in each session.
        var inputs = 90
        /// The number of inputs between two writes. Each third write is followed by a flush.
        var pace = 5

        static let ring = Recording(limit: 16)
        static let file = Recording()

        /// Makes the recording, and calls `check` before each flush with the number of the last input that has been
        /// flushed.
        func make(check: (Disk, _ session: UInt32, _ flushed: Int) -> Void) {
            var disk = Disk()
            for _ in 1...2 {
                if limit == nil { disk = Disk() }
                var log = SessionLog(.example, in: SessionFile(disk.flushed, blockSize: blockSize), limit: limit)
                disk.flush(&log)
                var flushed = 0
                for number in 1...inputs {
                    log.append(.input(number))
                    if number % 4 == 0 { log.append(EventLogLine(time: .seconds(6), text: "event -> model")) }
                    if number % pace == 0 { disk.take(&log) }
                    guard number % (3 * pace) == 0 else { continue }
                    check(disk, log.session, flushed)
                    disk.flush(&log)
                    flushed = number
                }
            }
        }

        /// Whether a file has all inputs of a session up to `flushed`, or, in a ring, from some number on. Among the
        /// later ones only those are missing that are reported as a gap.
        func isKept(_ bytes: [UInt8], _ session: UInt32, _ flushed: Int) -> Bool {
            let stored = SessionFile(bytes, blockSize: blockSize).session(session)
            let numbers = stored.numbers.drop { limit != nil && $0 < 0 }
            let first = limit == nil ? 1 : numbers.first ?? 1
            return stored.header == .example && (flushed == 0 || numbers.starts(with: first...max(first, flushed)))
                && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < 0 || $1 < 0 || $1 == $0 + 1 }
        }

        /// Returns the number of cuts that lose something that was flushed, and the number of cuts.
        ///
        /// A file is read block by block. So after a cut, it is read as a whole only if the slot that was being written
        /// has another contents than after the cut before.
        func losses() -> (losses: Int, cuts: Int) {
            var (losses, cuts) = (0, 0)
            make { disk, session, flushed in
                for (index, write) in disk.unflushed.enumerated() {
                    var bytes = disk.bytes(after: disk.unflushed[..<index])
                    var last: (block: SessionBlock?, isKept: Bool)?
                    for cut in write.bytes.indices {
                        Disk.put(write.bytes[cut...cut], at: write.offset + cut, in: &bytes)
                        let block = SessionBlock(bytes[write.offset..<min(write.offset + blockSize, bytes.count)])
                        if last == nil || last?.block != block { last = (block, isKept(bytes, session, flushed)) }
                        losses += last!.isKept ? 0 : 1
                        cuts += 1
                    }
                }
            }
            return (losses, cuts)
        }
    }

    /// The blocks are small, because the debug build is slow. Nothing but the duration depends on their size.
    @Test(arguments: [Recording.ring, .file])
    func powerCutAtAnyByteOfAWriteLosesNothingThatWasFlushed(recording: Recording) {
        let (losses, cuts) = recording.losses()
        expectEqual(losses, 0)
        #expect(cuts > 40 * recording.blockSize)
    }

    /// The ring of a service, 1 MiB, which it fills twice. Takes minutes, even in a release build.
    @Test(.enabled(if: getenv("CARILLON_WHOLE_RING") != nil))
    func powerCutAtAnyByteOfAWholeRingLosesNothingThatWasFlushed() {
        let ring = Recording(
            blockSize: SessionBlock.size, limit: 256, inputs: 180_000, pace: 2500)
        let (losses, cuts) = ring.losses()
        expectEqual(losses, 0)
        #expect(cuts > 256 * SessionBlock.size)
    }

    @Test(arguments: [Recording.ring, .file])
    func garbageAndReorderedWritesLoseNothingThatWasFlushed(recording: Recording) {
        var random = SystemRandomNumberGenerator()
        recording.make { disk, session, flushed in
            for (index, write) in disk.unflushed.enumerated() {
                // Garbage in the block that was being written.
                var bytes = disk.bytes(after: disk.unflushed[..<index])
                let garbage = write.bytes.map { _ in UInt8.random(in: 0...255, using: &random) }
                Disk.put(garbage[...], at: write.offset, in: &bytes)
                let isKeptBesideGarbage = recording.isKept(bytes, session, flushed)
                var others = disk.unflushed
                others.remove(at: index)
                let isKeptWithout = recording.isKept(disk.bytes(after: others), session, flushed)
                let isKeptAlone = recording.isKept(disk.bytes(after: [write]), session, flushed)
                let isKept = [isKeptBesideGarbage, isKeptWithout, isKeptAlone]
                expectEqual(isKept, [true, true, true])
            }
        }
    }

    @Test(arguments: [Recording.ring, .file])
    func fileCutAtAnyByteKeepsTheBlocksBeforeIt(recording: Recording) {
        var (bytes, size): ([UInt8], Int) = ([], recording.blockSize)
        recording.make { disk, _, _ in bytes = disk.flushed }
        let whole = SessionFile(bytes, blockSize: size)
        for slot in whole.blocks.indices {
            for end in (slot * size)..<(slot * size + size) {
                let part = SessionFile(Array(bytes[..<end]), blockSize: size)
                let isThere = zip(part.blocks.prefix(slot), whole.blocks).allSatisfy { $1 == nil || $0 == $1 }
                #expect(isThere)
                // Only the padding after a block may be missing.
                let last = part.blocks.dropFirst(slot).first ?? nil
                #expect(last == nil || last == SessionBlock(bytes[(slot * size)..<(slot * size + size)]))
            }
        }
    }
}
