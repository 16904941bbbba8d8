import CarillonScheduling
import CarillonSession
import TestSupport
import Testing

@testable import CarillonFleet

/// The outbox of a box that is started again and again. The disk is an array of bytes.
@Suite struct OutboxLogTests {
    private static let home = OutboxClock(boot: "one", offset: .seconds(1_000_000))

    private var disk: [UInt8] = []
    private var now = Duration.zero
    private var clock = home
    private var outbox = Outbox()
    private var log = OutboxLog(
        OutboxContents([], clock: home, at: .zero), clock: home)
    private var writes = 0

    private mutating func record() {
        for write in log.record(outbox, clock: clock, at: now) {
            disk.write(write)
            writes += 1
        }
    }

    private mutating func press(_ count: Int = 1, on name: String = "button/bell") {
        for _ in 0..<count { outbox.append("press", to: name, at: now) }
        record()
    }

    /// Lets the broker acknowledge so many events.
    private mutating func deliver(_ count: Int) {
        for _ in 0..<count {
            guard let (_, number) = outbox.next(at: now) else { return }
            outbox.delivered(number)
            record()
        }
    }

    private var contents: OutboxContents {
        OutboxContents(disk, clock: clock, at: now)
    }

    private mutating func restart() {
        let contents = contents
        outbox = Outbox(contents)
        log = OutboxLog(contents, clock: clock)
    }

    private var numbers: [Int] { outbox.events.map(\.number) }

    @Test mutating func eventsSurviveARestartWithTheirNumbers() {
        press(3)
        deliver(1)
        restart()
        expectEqual(numbers, [2, 3])
        expectEqual(outbox.events[0].topic, "button/bell")
        press()
        restart()
        expectEqual(numbers, [2, 3, 4])
    }

    @Test mutating func numbersContinueAfterAllEventsHaveArrived() {
        press(3)
        deliver(3)
        restart()
        expectEqual(numbers, [])
        press()
        expectEqual(numbers, [4])
    }

    private struct Restart {
        var press: Duration
        var restart: Duration
        var clock = home
    }

    private static let latenesses: [Row<Restart, ClosedRange<Duration>>] = [
        Row(
            "lateness continues after a restart", Restart(press: .zero, restart: .seconds(20)),
            .seconds(20) ... .seconds(20)),
        // An hour later.
        Row(
            "lateness after a reboot follows from the time of day",
            Restart(
                press: .seconds(500), restart: .seconds(30),
                clock: OutboxClock(boot: "two", offset: .seconds(1_000_000 + 500 + 3600 - 30))),
            .seconds(3600) ... .seconds(3600)),
        Row(
            "events of a machine without a clock are too late to trigger anything",
            Restart(press: .seconds(500), restart: .seconds(3), clock: OutboxClock(boot: "two", offset: .zero)),
            Discovery.late ... .seconds(Int64.max)),
    ]

    @Test(arguments: latenesses)
    private mutating func latenessFollowsFromTheClock(row: Row<Restart, ClosedRange<Duration>>) {
        now = row.given.press
        press()
        clock = row.given.clock
        now = row.given.restart
        restart()
        let lateness = now - outbox.events[0].time
        #expect(row.expected.contains(lateness), sourceLocation: row.place)
    }

    @Test mutating func droppedEventsStayDroppedAfterARestart() {
        press(Outbox.mostEvents + 100)
        let (before, dropped) = (numbers, outbox.dropped)
        restart()
        expectEqual(numbers, before)
        expectEqual(outbox.dropped, dropped)
        expectEqual(dropped, 100)
        press(100)
        restart()
        expectEqual(outbox.dropped, 200)
        expectEqual(contents.missing, 0)
    }

    @Test mutating func sizeOfTheFileIsLimited() {
        for name in ["button/bell", "button/" + String(repeating: "x", count: 200)] {
            for _ in 0..<150 { press(20, on: name) }
            #expect(disk.count <= 512 << 10)
            #expect(!contents.isDamaged)
        }
        // Names too long for the file count as dropped after a restart.
        press(1000, on: "button/" + String(repeating: "x", count: 1000))
        #expect(disk.count <= 512 << 10)
        let (last, dropped) = (outbox.lastEvent, outbox.dropped)
        restart()
        #expect(!contents.isDamaged)
        #expect(numbers.count > 350)
        expectEqual(outbox.dropped - dropped, 1000 - numbers.count)
        expectEqual(outbox.lastEvent, last)
        press(1, on: "button/" + String(repeating: "x", count: 5000))
        restart()
        #expect(!contents.isDamaged)
    }

    @Test mutating func waitingEventStaysInTheFileWhenTheFileWrapsAround() {
        press()
        _ = outbox.next(at: now)
        for _ in 0..<600 {
            press(50)
            while let next = outbox.next(at: now) { outbox.delivered(next.number) }
            record()
        }
        expectEqual(disk.count, OutboxLog.slots * SessionBlock.size)
        restart()
        expectEqual(numbers, [1])
        expectEqual(outbox.dropped, 0)
    }

    /// The writes are those of a renewal, which comes first after a restart.
    @Test mutating func powerCutDuringAnyWriteLosesNoFlushedEvents() {
        press(600)
        deliver(5)
        let (flushed, disk) = (Set(numbers), disk)
        restart()
        outbox.append("press", to: "button/bell", at: now)
        let writes = log.record(outbox, clock: clock, at: now)
        expectEqual(writes.count, 5)
        for (index, write) in writes.enumerated() {
            for part in stride(from: 0, to: write.bytes.count, by: 500) {
                self.disk = disk
                for earlier in writes[..<index] { self.disk.write(earlier) }
                self.disk.write(SessionLog.Write(offset: write.offset, bytes: Array(write.bytes.prefix(part))))
                #expect(Set(contents.events.map(\.number)).isSuperset(of: flushed))
                expectEqual(contents.missing, 0)
            }
        }
    }

    /// Presses, deliveries, flushes, kills and power cuts, after which the disk has any of the writes since the flush, and parts
    /// of others. The file goes round several times.
    @Test(arguments: [1, 2]) mutating func flushedEventsSurviveKillsAndPowerCuts(seed: UInt64) {
        var random = RandomNumbers(seed: seed)
        var (flushed, unflushed): ([UInt8], [SessionLog.Write]) = ([], [])
        var safe: Set<Int> = []
        for _ in 0..<600 {
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<60:
                for _ in 0..<Int.random(in: 1...200, using: &random) {
                    outbox.append("press", to: "button/bell", at: now)
                }
            case 60..<75:
                for _ in 0..<Int.random(in: 1...200, using: &random) {
                    guard let next = outbox.next(at: now) else { break }
                    // Some are never acknowledged, and wait for long.
                    if outbox.inFlightCount == 20 || Int.random(in: 0..<20, using: &random) > 0 {
                        outbox.delivered(next.number)
                    }
                }
            case 75..<97:
                log.synced()
                for write in unflushed { flushed.write(write) }
                unflushed = []
                safe = Set(numbers)
            case let end:
                let isPowerCut = end > 97
                for write in isPowerCut ? unflushed.shuffled(using: &random) : unflushed {
                    let length = [0, 1000, 4096].randomElement(using: &random)!
                    flushed.write(
                        isPowerCut ? .init(offset: write.offset, bytes: Array(write.bytes.prefix(length))) : write)
                }
                unflushed = []
                let found = OutboxContents(flushed, clock: clock, at: now)
                let isSafe = Set(found.events.map(\.number)).isSuperset(of: safe.intersection(numbers))
                #expect(isSafe)
                // Opening the file flushes what a killed program has written.
                outbox = Outbox(found)
                log = OutboxLog(found, clock: clock)
                safe = Set(numbers)
            }
            unflushed += log.record(outbox, clock: clock, at: now)
        }
        expectEqual(flushed.count, OutboxLog.slots * SessionBlock.size)
    }

    @Test mutating func stateOfEventsWithManyGapsFitsInABlock() {
        for _ in 0..<500 {
            outbox.append("press", to: "button/bell", at: now)
            outbox.lost(1_000_000)
        }
        record()
        let (last, dropped) = (outbox.lastEvent, outbox.dropped)
        restart()
        expectEqual(outbox.eventCount, 500)
        expectEqual(outbox.lastEvent, last)
        #expect(outbox.dropped >= dropped)
    }

    @Test mutating func turnOfAKnobSurvivesARestart() {
        outbox.append("rotate_right", to: "knob/volume/turn", at: now)
        record()
        #expect(!contents.isDamaged)
        expectEqual(contents.events, outbox.events)
    }

    @Test mutating func damageToTheOnlyBlockIsDetected() {
        press()
        disk[40] ^= 1
        #expect(contents.isDamaged)
    }

    @Test mutating func damagedBlockIsDetectedAndOtherBlocksAreRead() {
        press(300)
        disk[SessionBlock.size + 2000] ^= 1
        #expect(contents.isDamaged)
        #expect(contents.missing > 0)
        expectEqual(contents.events.count + contents.missing, 300)
        restart()
        expectEqual(outbox.dropped + outbox.eventCount, 300)
    }

    @Test func fileOfAnotherFormatIsDetectedAsDamaged() {
        for text in [
            "a letter to my mother",
            "carillon-outbox 1 d3ab4f8 60\n1 1 1 0 1795340000000 one\n1-1\n1 press 5 button/bell\n",
        ] {
            #expect(OutboxContents(Array(text.utf8), clock: Self.home, at: .zero).isDamaged)
        }
        let zeros = [UInt8](repeating: 0, count: 512 << 10)
        #expect(!OutboxContents(zeros, clock: Self.home, at: .zero).isDamaged)
    }

    @Test mutating func deliveredEventsTakeTwoWritesEach() {
        for _ in 0..<500 {
            press()
            deliver(1)
        }
        #expect(1000...1020 ~= writes)
    }

    @Test mutating func waitingEventsAreFlushedAfterTenSeconds() {
        expectEqual(log.syncDue(outbox), nil)
        press()
        now = .seconds(5)
        press()
        expectEqual(log.syncDue(outbox), .seconds(10))
        log.synced()
        expectEqual(log.syncDue(outbox), nil)
        deliver(2)
        expectEqual(log.syncDue(outbox), nil)
        #expect(log.isAhead)
    }
}

extension [UInt8] {
    fileprivate mutating func write(_ write: SessionLog.Write) {
        let end = write.offset + write.bytes.count
        if count < end { append(contentsOf: repeatElement(0, count: end - count)) }
        replaceSubrange(write.offset..<end, with: write.bytes)
    }
}
