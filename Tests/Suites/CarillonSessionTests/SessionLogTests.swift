import CarillonScheduling
import SessionTestSupport
import TestSupport
import Testing

@testable import CarillonSession

@Suite struct SessionLogTests {
    private func stored(_ disk: Disk) -> StoredSession { SessionFile(disk.flushed).session(1) }

    @Test func ringKeepsItsSizeAndTheNewestInputs() {
        var (log, disk) = (SessionLog(.example, limit: 32), Disk())
        for number in 1...50_000 {
            log.append(.input(number))
            if number % 100 == 0 { disk.take(&log) }
        }
        disk.flush(&log)
        expectEqual(disk.flushed.count, 32 * SessionBlock.size)
        let numbers = stored(disk).numbers
        expectEqual(numbers.first, -1)
        #expect(numbers.count > 29 * 4064 / 7)
        expectEqual(Array(numbers.dropFirst()), Array((50_002 - numbers.count)...50_000))
    }

    @Test func eventLogTakesAtMostAQuarterOfARing() {
        var (log, disk) = (SessionLog(.example, limit: 32), Disk())
        for number in 1...20_000 {
            if number <= 5000 { log.append(.input(number)) }
            log.append(EventLogLine(time: .seconds(5) + .milliseconds(number), text: "an event -> a model"))
            if number % 100 == 0 { disk.take(&log) }
        }
        disk.flush(&log)
        let isWhole = stored(disk).numbers == Array(1...5000)
        #expect(isWhole)
        let eventLog = stored(disk).eventLog
        expectEqual(eventLog.last?.time, .seconds(25))
        #expect(eventLog.count > 6 * 4064 / 40)
    }

    @Test func oldestSessionIsOverwrittenFirstAndItsHeaderLast() {
        var disk = Disk()
        var lengths: [[Int]] = []
        for _ in 1...4 {
            var log = SessionLog(.example, in: SessionFile(disk.flushed), limit: 16)
            for number in 1...5000 {
                log.append(.input(number))
                if number % 100 == 0 { disk.take(&log) }
            }
            disk.flush(&log)
            let file = SessionFile(disk.flushed)
            lengths.append(file.sessions.map { file.session($0).entries.count })
            #expect(file.sessions.allSatisfy { file.session($0).header != nil })
        }
        // Each session takes nine to ten blocks of sixteen.
        expectEqual(lengths.map(\.last), [5000, 5000, 5000, 5000])
        #expect(lengths.dropFirst().allSatisfy { $0.count == 2 && $0[0] > 1000 && $0[0] < 5000 })
    }

    @Test func inputsWithoutRoomOnTheDiskAreCountedInAGap() {
        var (log, disk) = (SessionLog(.example, limit: nil), Disk())
        log.append(.input(1))
        disk.flush(&log)
        // The disk is full, and has room again after the last input.
        for number in 2...100_000 { log.append(.input(number)) }
        disk.take(&log)
        log.append(.input(100_001))
        disk.flush(&log)
        let numbers = stored(disk).numbers
        expectEqual(Array(numbers.prefix(9000)), Array(1...9000))
        expectEqual(numbers.last, 100_001)
        expectEqual(numbers.count - 2 - numbers[numbers.count - 2], 100_000)
    }

    @Test func inputThatDoesNotFitInABlockIsCountedInAGap() {
        var (log, disk) = (SessionLog(.example, limit: nil), Disk())
        let large = Session.Entry(time: .seconds(6), .event(loop: 1, run: 0, value: [UInt8](repeating: 1, count: 5000)))
        for entry in [large, .input(1), large, large, .input(2)] { log.append(entry) }
        disk.flush(&log)
        expectEqual(stored(disk).numbers, [-1, 1, -1, -1, 2])
    }

    /// Otherwise the slot of its older copy would be free, although the disk has no other copy.
    @Test func nothingCountsAsFlushedWhileABlockCannotBeWritten() {
        var (log, disk) = (SessionLog(.example, limit: nil), Disk())
        log.append(.input(1))
        disk.flush(&log)
        log.append(.input(2))
        disk.take(&log)
        log.append(.input(3))
        log.flush()
        #expect(!log.needsSync)
        disk.take(&log)
        #expect(log.needsSync)
    }

    @Test func changedBlockIsWrittenToTwoSlotsInTurn() {
        var (log, disk) = (SessionLog(.example, limit: nil), Disk())
        disk.flush(&log)
        var slots: [Int] = []
        for number in 1...6 {
            log.append(.input(number))
            disk.take(&log)
            log.append(.input(-number))
            disk.take(&log)
            slots += disk.unflushed.map { $0.offset / SessionBlock.size }
            disk.flush(&log)
            // An idle session writes nothing.
            disk.take(&log)
            #expect(disk.unflushed.isEmpty && !log.needsSync)
        }
        expectEqual(slots, [1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 2, 2])
    }
}
