import Foundation
import Testing

@testable import CarillonRealTime

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
    func aFullInboxRefusesUntilOneIsTaken(capacity: Int) {
        let inbox = Inbox<Int>(capacity: capacity)
        for item in 0..<capacity { #expect(inbox.put(item).isTaken) }
        #expect(!inbox.put(-1).isTaken)

        var places = 0
        while places == 0, inbox.take() != nil {
            while inbox.put(-2).isTaken { places += 1 }
        }

        #expect(places == max(1, min(64, capacity / 16)))
    }

    @Test func anInboxWhoseItemsHaveAllBeenTakenHasAllItsPlaces() {
        let inbox = Inbox<Int>(capacity: 128)
        for _ in 1...10 {
            for item in 0..<128 { #expect(inbox.put(item).isTaken) }
            for item in 0..<128 { #expect(inbox.take() == item) }
        }
    }

    @Test func aClosedInboxRefusesAndGivesOutWhatItHas() {
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

    @Test func whoPutsTheFirstItemInWhileTheOwnerSleepsIsToldToWakeItUp() {
        let inbox = Inbox<Int>(capacity: 8)
        #expect(inbox.put(0).isOwnerAsleep == false)
        _ = inbox.take()

        #expect(inbox.fallAsleep())
        #expect(inbox.put(1).isOwnerAsleep == true)
        #expect(inbox.put(2).isOwnerAsleep == false)
        #expect([inbox.take(), inbox.take()] == [1, 2])
    }

    @Test func anOwnerThatIsAwakeAgainNeedsNoWakingUp() {
        let inbox = Inbox<Int>(capacity: 8)
        #expect(inbox.fallAsleep())
        inbox.wakeUp()
        #expect(inbox.put(1).isOwnerAsleep == false)
    }

    @Test func theOwnerDoesNotFallAsleepOverItems() {
        let inbox = Inbox<Int>(capacity: 8)
        _ = inbox.put(1)
        _ = inbox.put(2)
        #expect(!inbox.fallAsleep())
        _ = inbox.take()
        #expect(!inbox.fallAsleep())
        _ = inbox.take()
        #expect(inbox.fallAsleep())
    }

    @Test func theOwnerOfAClosedInboxDoesNotFallAsleep() {
        let inbox = Inbox<Int>(capacity: 8)
        inbox.close()
        #expect(!inbox.fallAsleep())
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

extension Inbox.Answer {
    fileprivate var isTaken: Bool { isOwnerAsleep != nil }

    /// Nil if the item was refused.
    fileprivate var isOwnerAsleep: Bool? {
        guard case .taken(let isOwnerAsleep) = self else { return nil }
        return isOwnerAsleep
    }
}
