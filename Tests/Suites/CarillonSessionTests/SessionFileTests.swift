import CarillonScheduling
import SessionTestSupport
import TestSupport
import Testing

@testable import CarillonSession

@Suite struct SessionFileTests {
    /// Returns the file of a session with inputs.
    private func file(_ numbers: ClosedRange<Int>, after bytes: [UInt8] = [], limit: Int? = nil) -> [UInt8] {
        var log = SessionLog(.example, in: SessionFile(bytes), limit: limit)
        var disk = Disk()
        for number in numbers { log.append(.input(number)) }
        disk.flush(&log)
        return bytes.isEmpty ? disk.flushed : merged(bytes, disk.flushed)
    }

    private func merged(_ old: [UInt8], _ new: [UInt8]) -> [UInt8] {
        var bytes = old
        for start in stride(from: 0, to: new.count, by: SessionBlock.size) {
            let block = new[start..<start + SessionBlock.size]
            if block.contains(where: { $0 != 0 }) { Disk.put(block, at: start, in: &bytes) }
        }
        return bytes
    }

    @Test func recordedEntriesAreReadBack() throws {
        let file = SessionFile(file(1...5000))
        expectEqual(file.sessions, [1])
        expectEqual(try file.session(1).replayable(), Session(.example, entries: (1...5000).map { .input($0) }))
    }

    @Test func sessionOfARingIsReadSeparatelyAndCanBeExtracted() {
        let ring = SessionFile(file(1...9, after: file(1...700, limit: 256), limit: 256))
        expectEqual(ring.sessions, [1, 2])
        for (number, last) in [(UInt32(1), 700), (2, 9)] {
            expectEqual(ring.session(number).numbers, Array(1...last))
            let file = SessionFile(ring.bytes(ofSession: number))
            expectEqual(file.sessions, [number])
            expectEqual(file.session(number).numbers, Array(1...last))
            expectEqual(file.session(number).header, .example)
        }
    }

    @Test func sessionThatLostItsBeginningIsShownButNotReplayed() {
        var bytes = file(1...5000)
        bytes.replaceSubrange(4096..<8192, with: repeatElement(0, count: 4096))
        let session = SessionFile(bytes).session(1)
        expectEqual(session.numbers.first, -1)
        expectEqual(session.numbers.last, 5000)
        #expect(throws: SessionError.noBeginning(session: 1)) { try session.replayable() }
    }

    @Test func headerWithALongWiringIsKeptCompletely() {
        var header = Session.Header.example
        header.wiringText = String(repeating: "a wiring\n", count: 3000)
        var (log, disk) = (SessionLog(header, limit: 16), Disk())
        for number in 1...20000 {
            log.append(.input(number))
            if number % 500 == 0 { disk.take(&log) }
        }
        disk.flush(&log)
        let session = SessionFile(disk.flushed).session(1)
        expectEqual(session.header, header)
        expectEqual(session.numbers.last, 20000)
    }

    @Test func headerKeepsTextsWithAnyCharacters() {
        var header = Session.Header.example
        (header.program, header.wiringText) = ("a: b\u{0}ü", "\n\nwiring: x\r\n\n🔔")
        expectEqual(Session.Header(text: Array(header.text.utf8)), header)
    }

    @Test func eventLogIsReadByLinesAndLongLinesAreShortened() {
        var (log, disk) = (SessionLog(.example, limit: nil), Disk())
        let long = String(repeating: "ü", count: 5000)
        for (second, text) in ["plus -> 1", "two\nlines", long].enumerated() {
            log.append(EventLogLine(time: .seconds(second + 5), text: text))
        }
        disk.flush(&log)
        let eventLog = SessionFile(disk.flushed).session(1).eventLog
        expectEqual(eventLog.map(\.time), [.seconds(5), .seconds(6), .seconds(7)])
        expectEqual(eventLog.map(\.text), ["plus -> 1", "two lines", long.prefix(500) + "…"])
    }

    @Test func randomBytesDoNotCrashTheReader() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...300)).map { _ in UInt8.random(in: 0...255, using: &random) }
            let file = SessionFile(bytes, blockSize: 64)
            #expect(file.sessions.isEmpty)
        }
    }

    /// The checksum is right, so that the bytes reach the decoders.
    @Test func blocksWithRandomContentsDoNotCrashTheReader() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let blocks = (0..<4).map { _ in
                SessionBlock(
                    SessionBlock.Key(
                        session: .random(in: 1...2), kind: .allCases.randomElement()!,
                        number: [0, 1, 2, .max].randomElement()!),
                    start: .nanoseconds(Int64.random(in: .min ... .max)), previousLength: .random(in: 0...99),
                    payload: (0..<Int.random(in: 0...100)).map { _ in .random(in: 0...255, using: &random) })
            }
            let file = SessionFile(blocks.flatMap { $0.bytes(size: 128) }, blockSize: 128)
            for session in file.sessions {
                let stored = file.session(session)
                #expect(stored.entries.count + stored.eventLog.count <= 404)
            }
            var log = SessionLog(.example, in: file, limit: 16)
            var disk = Disk()
            for number in 1...20 { log.append(.input(number)) }
            disk.flush(&log)
            #expect(disk.flushed.count <= 16 * 128)
        }
    }

    /// Returns a block of a session with one input.
    private func block(_ session: UInt32, _ kind: SessionBlock.Kind, number: UInt32 = 0) -> SessionBlock {
        var encoder = SessionEncoder(start: .zero)
        encoder.append(.input(Int(number)))
        let payload = kind == .header ? Array(Session.Header.example.text.utf8) : encoder.bytes
        let key = SessionBlock.Key(session: session, kind: kind, number: number)
        return SessionBlock(key, start: .zero, previousLength: 0, payload: payload)
    }

    @Test func sessionAfterTheLargestNumberIsTheNewest() {
        let old: [UInt32] = [.max - 2, .max - 1, .max]
        let bytes = old.flatMap { session in
            [block(session, .header)] + (0...2).map { block(session, .inputs, number: $0) }
        }.flatMap { $0.bytes(size: SessionBlock.size) }
        expectEqual(SessionFile(bytes).sessions, old)
        expectEqual(SessionFile(file(1...9, after: bytes, limit: 256)).sessions, old + [1])
        expectEqual(
            SessionFile(file(1...9, after: file(1...9, after: bytes, limit: 256), limit: 256)).sessions, old + [1, 2])

        // The older sessions are overwritten, and not the present one.
        let ring = SessionFile(file(1...60_000, after: bytes, limit: 16))
        expectEqual(ring.slotCount, 16)
        expectEqual(ring.sessions, [1])
        expectEqual(ring.session(1).header, .example)
    }

    @Test(arguments: [([5], [5]), ([1, 2, 3], [1, 2, 3]), ([.max, 1], [.max, 1]), ([7, .max], [.max, 7])])
    func sessionsAreListedInTheOrderOfTheirStarts(numbers: [UInt32], order: [UInt32]) {
        let bytes = numbers.flatMap { block($0, .header).bytes(size: SessionBlock.size) }
        expectEqual(SessionFile(bytes).sessions, order)
    }

    @Test func fileOfAnotherProgramIsNotASessionFile() {
        #expect(!SessionFile(Array("#!/bin/sh\n".utf8)).isSessionFile)
        #expect(SessionFile([]).isSessionFile)
        #expect(SessionFile([UInt8](repeating: 0, count: 10000)).isSessionFile)
        #expect(SessionFile(Array(file(1...2).prefix(100))).isSessionFile)
    }
}
