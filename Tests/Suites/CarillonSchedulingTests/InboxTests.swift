import Foundation
import Testing

@testable import CarillonScheduling

@Suite struct InboxTests {
    @Test func itemsComeOutInTheOrderInWhichTheyWentIn() {
        let inbox = Inbox<Int>(capacity: 256)
        var taken: [Int] = []
        for item in 0..<200 {
            #expect(inbox.put(item).isTaken)
            if item % 3 == 0 { inbox.take().map { taken.append($0) } }
        }
        while let item = inbox.take() { taken.append(item) }

        #expect(taken == Array(0..<200))
    }

    @Test(arguments: [2, 64, 1024])
    func fullInboxRefusesUntilOneIsTaken(capacity: Int) {
        let inbox = Inbox<Int>(capacity: capacity)
        for item in 0..<capacity { #expect(inbox.put(item).isTaken) }
        #expect(!inbox.put(-1).isTaken)

        var places = 0
        while places == 0, inbox.take() != nil {
            while inbox.put(-2).isTaken { places += 1 }
        }

        #expect(places == Int(inbox.batch))
    }

    @Test func inboxWhoseItemsHaveAllBeenTakenHasAllItsPlaces() {
        let inbox = Inbox<Int>(capacity: 128)
        for _ in 1...10 {
            for item in 0..<128 { #expect(inbox.put(item).isTaken) }
            for item in 0..<128 { #expect(inbox.take() == item) }
        }
    }

    @Test func closedInboxRefusesItemsAndReturnsItsOwn() {
        let inbox = Inbox<Int>(capacity: 8)
        _ = inbox.put(1)
        _ = inbox.put(2)
        inbox.close()

        guard case .closed = inbox.put(3) else {
            Issue.record("A closed inbox has not refused.")
            return
        }
        #expect(inbox.isClosed)
        #expect([inbox.take(), inbox.take(), inbox.take()] == [1, 2, nil])
        #expect(inbox.isClosed)
    }

    @Test func firstItemWakesSleepingOwner() {
        let inbox = Inbox<Int>(capacity: 8)
        #expect(inbox.put(0).isOwnerAsleep == false)
        _ = inbox.take()

        #expect(inbox.fallAsleep() == .untilWoken)
        #expect(inbox.put(1).isOwnerAsleep == true)
        #expect(inbox.put(2).isOwnerAsleep == false)
        #expect([inbox.take(), inbox.take()] == [1, 2])
    }

    @Test func ownerThatIsAwakeAgainNeedsNoWakingUp() {
        let inbox = Inbox<Int>(capacity: 8)
        #expect(inbox.fallAsleep() == .untilWoken)
        inbox.wakeUp()
        #expect(inbox.put(1).isOwnerAsleep == false)
    }

    @Test func ownerDoesNotFallAsleepOverItems() {
        let inbox = Inbox<Int>(capacity: 8)
        _ = inbox.put(1)
        _ = inbox.put(2)
        #expect(inbox.fallAsleep() == .none)
        _ = inbox.take()
        #expect(inbox.fallAsleep() == .none)
        _ = inbox.take()
        #expect(inbox.fallAsleep() == .untilWoken)
    }

    @Test func ownerOfAClosedInboxDoesNotFallAsleep() {
        let inbox = Inbox<Int>(capacity: 8)
        inbox.close()
        #expect(inbox.fallAsleep() == .none)
    }

    /// A producer that is preempted after it has claimed a cell and before it fills the cell.
    @Test func lateItemBlocksNoReader() {
        let inbox = Inbox<Int>(capacity: 8)
        var late: Inbox<Int>.Position = 0
        #expect(inbox.claim(&late).isTaken)
        for item in 1...3 { _ = inbox.put(item) }

        #expect([inbox.take(), inbox.take(), inbox.take(), inbox.take()] == [1, 2, 3, nil])
        #expect(!inbox.isEmpty)
        inbox.cells.fill(late, with: 0)
        #expect([inbox.take(), inbox.take()] == [0, nil])
        #expect(inbox.isEmpty)
    }

    @Test func itemThatWasLateComesBeforeThoseThatWerePutInAfterIt() {
        let inbox = Inbox<Int>(capacity: 8)
        var late: Inbox<Int>.Position = 0
        _ = inbox.claim(&late)
        _ = inbox.put(1)
        #expect(inbox.take() == 1)
        inbox.cells.fill(late, with: 2)
        _ = inbox.put(3)

        #expect([inbox.take(), inbox.take(), inbox.take()] == [2, 3, nil])
    }

    @Test func restOfTheRingIsUsedWhileACellIsLate() {
        let inbox = Inbox<Int>(capacity: 8)
        _ = inbox.put(0)
        _ = inbox.take()
        var late: Inbox<Int>.Position = 0
        _ = inbox.claim(&late)
        for item in 1...7 {
            #expect(inbox.put(item).isTaken)
            #expect(inbox.take() == item)
        }
        #expect(!inbox.put(8).isTaken)

        inbox.cells.fill(late, with: 9)
        #expect([inbox.take(), inbox.take()] == [9, nil])
        #expect(inbox.put(8).isTaken)
    }

    @Test func ownerWaitsForOneWhenVeryManyAreLate() {
        let inbox = Inbox<Int>(capacity: 64)
        var late: [Inbox<Int>.Position] = []
        for _ in 0...Inbox<Int>.maximumLateCells {
            var position: Inbox<Int>.Position = 0
            _ = inbox.claim(&position)
            late.append(position)
        }
        _ = inbox.put(-1)
        #expect(inbox.take() == nil)
        #expect(inbox.fallAsleep() == .brief)

        for (item, position) in late.enumerated() { inbox.cells.fill(position, with: item) }
        for item in late.indices { #expect(inbox.take() == item) }
        #expect(inbox.take() == -1)
    }

    @Test func ownerSleepsBrieflyWhileACellIsLate() {
        let inbox = Inbox<Int>(capacity: 8)
        var late: Inbox<Int>.Position = 0
        _ = inbox.claim(&late)
        #expect(inbox.fallAsleep() == .none)
        #expect(inbox.take() == nil)

        #expect(inbox.fallAsleep() == .brief)
        #expect(inbox.put(1).isOwnerAsleep == true)
        inbox.cells.fill(late, with: 0)
        #expect([inbox.take(), inbox.take(), inbox.take()] == [0, 1, nil])
        #expect(inbox.fallAsleep() == .untilWoken)
    }

    /// The owner may have stopped at the end of a batch, before it has found the inbox empty.
    @Test func ownerThatSleepsAfterALateItemHasGivenBackTheRing() {
        let inbox = Inbox<Int>(capacity: 8)
        var late: Inbox<Int>.Position = 0
        _ = inbox.claim(&late)
        for item in 1...7 { #expect(inbox.put(item).isTaken) }
        for item in 1...7 { #expect(inbox.take() == item) }
        inbox.cells.fill(late, with: 0)
        #expect(inbox.take() == 0)

        #expect(inbox.fallAsleep() == .untilWoken)
        #expect(inbox.put(8).isOwnerAsleep == true)
    }

    @Test func itemsAreLetGoOfWithTheInbox() {
        final class Item: Sendable {}
        weak var item: Item?
        do {
            let inbox = Inbox<Item>(capacity: 8)
            let held = Item()
            item = held
            _ = inbox.put(held)
        }
        #expect(item == nil)
    }

    @Test func eachThreadsItemsKeepTheirOrderAndNoneIsLost() {
        struct Item {
            let producer: Int, number: Int
        }
        let inbox = Inbox<Item>(capacity: 32)
        let producers = 3
        let count = 20_000
        for producer in 0..<producers {
            Thread.detachNewThread {
                for number in 0..<count {
                    while !inbox.put(Item(producer: producer, number: number)).isTaken { sched_yield() }
                }
            }
        }

        var next = [Int](repeating: 0, count: producers)
        while next.reduce(0, +) < producers * count {
            guard let item = inbox.take() else {
                sched_yield()
                continue
            }
            guard item.number == next[item.producer] else {
                Issue.record("Item \(item.number) of producer \(item.producer) came for \(next[item.producer]).")
                return
            }
            next[item.producer] += 1
        }
        #expect(inbox.take() == nil)
    }
}

extension Inbox.PutResult {
    fileprivate var isTaken: Bool { isOwnerAsleep != nil }

    /// Nil if the item was refused.
    fileprivate var isOwnerAsleep: Bool? {
        guard case .taken(let isOwnerAsleep) = self else { return nil }
        return isOwnerAsleep
    }
}
