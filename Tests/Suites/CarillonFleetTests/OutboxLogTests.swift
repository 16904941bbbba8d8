import CarillonScheduling
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
        #expect(numbers == [2, 3])
        #expect(outbox.events[0].topic == "button/bell")
        press()
        restart()
        #expect(numbers == [2, 3, 4])
    }

    @Test mutating func numbersGoOnAfterAllHasArrived() {
        press(3)
        deliver(3)
        restart()
        #expect(numbers == [])
        press()
        #expect(numbers == [4])
    }

    @Test mutating func latenessGoesOnAfterARestart() {
        press()
        now = .seconds(20)
        restart()
        #expect(outbox.events[0].time == .zero)
    }

    @Test mutating func latenessAfterARebootFollowsFromTheTimeOfDay() {
        now = .seconds(500)
        press()
        // An hour later.
        clock = OutboxClock(boot: "two", offset: .seconds(1_000_000 + 500 + 3600 - 30))
        now = .seconds(30)
        restart()
        #expect(now - outbox.events[0].time == .seconds(3600))
    }

    @Test mutating func machineWithoutAClockMakesEventsLateEnoughToTriggerNothing() {
        now = .seconds(500)
        press()
        clock = OutboxClock(boot: "two", offset: .seconds(0))
        now = .seconds(3)
        restart()
        #expect(now - outbox.events[0].time >= Discovery.late)
    }

    @Test mutating func droppedEventsStayDropped() {
        press(Outbox.mostEvents + 100)
        let (before, dropped) = (numbers, outbox.dropped)
        restart()
        #expect(numbers == before)
        #expect(outbox.dropped == dropped)
        #expect(dropped == 100)
        press(100)
        restart()
        #expect(outbox.dropped == 200)
        #expect(contents.missing == 0)
    }

    @Test mutating func fileIsBounded() {
        for name in ["button/bell", "button/" + String(repeating: "x", count: 200)] {
            for _ in 0..<150 { press(20, on: name) }
            #expect(disk.count <= 256 << 10)
            #expect(!contents.isDamaged)
        }
        // Names too long for the file count as dropped after a restart.
        press(1000, on: "button/" + String(repeating: "x", count: 1000))
        #expect(disk.count <= 256 << 10)
        let (last, dropped) = (outbox.lastEvent, outbox.dropped)
        restart()
        #expect(outbox.dropped - dropped == 1000 - numbers.count)
        #expect(outbox.lastEvent == last)
        press(1, on: "button/" + String(repeating: "x", count: 5000))
        restart()
        #expect(!contents.isDamaged)
    }

    @Test mutating func powerCutDuringAnyWriteCostsNothingThatWasFlushed() {
        press(70)
        deliver(5)
        log.synced()
        let (flushed, disk) = (Set(numbers), disk)
        for outage in 0..<60 {
            (self.disk, outbox, now) = (disk, Outbox(contents), now)
            var log = OutboxLog(contents, clock: clock)
            outbox.append("press", to: "button/bell", at: now)
            for write in log.record(outbox, clock: clock, at: now) {
                let part = write.bytes.count * outage / 60
                self.disk.write(.init(offset: write.offset, bytes: Array(write.bytes.prefix(part))))
            }
            #expect(Set(contents.events.map(\.number)).isSuperset(of: flushed))
            #expect(contents.missing == 0)
        }
    }

    @Test mutating func onlyBlockIsMissed() {
        press()
        disk[40] ^= 1
        #expect(contents.isDamaged)
    }

    @Test mutating func damagedBlockIsNotedAndTheOthersAreRead() {
        press(300)
        disk[OutboxBlock.size + 2000] ^= 1
        #expect(contents.isDamaged)
        #expect(contents.missing > 0)
        #expect(contents.events.count + contents.missing == 300)
        restart()
        #expect(outbox.dropped + outbox.eventCount == 300)
    }

    @Test func anotherFileIsDamaged() {
        let text = Array("a letter to my mother".utf8)
        #expect(OutboxContents(text, clock: Self.home, at: .zero).isDamaged)
        let zeros = [UInt8](repeating: 0, count: 256 << 10)
        #expect(!OutboxContents(zeros, clock: Self.home, at: .zero).isDamaged)
    }

    @Test mutating func eventsThatArriveTakeTwoWritesEachToFewSlots() {
        for _ in 0..<500 {
            press()
            deliver(1)
        }
        #expect(1000...1010 ~= writes)
        #expect(disk.count <= 4 * OutboxBlock.size)
    }

    @Test mutating func waitingEventsAreFlushedAfterTenSeconds() {
        #expect(log.syncDue(outbox) == nil)
        press()
        now = .seconds(5)
        press()
        #expect(log.syncDue(outbox) == .seconds(10))
        log.synced()
        #expect(log.syncDue(outbox) == nil)
        deliver(2)
        #expect(log.syncDue(outbox) == nil)
        #expect(log.isAhead)
    }
}

extension [UInt8] {
    fileprivate mutating func write(_ write: OutboxLog.Write) {
        let end = write.offset + write.bytes.count
        if count < end { append(contentsOf: repeatElement(0, count: end - count)) }
        replaceSubrange(write.offset..<end, with: write.bytes)
    }
}
