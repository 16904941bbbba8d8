import Foundation
import TestSupport
import Testing

@testable import CarillonScheduling

@Suite struct InboxTests {
    @Test func itemsAreTakenInTheOrderInWhichTheyWerePut() {
        let inbox = Inbox<Int>(capacity: 256)
        var taken: [Int] = []
        for item in 0..<200 {
            #expect(inbox.put(item).isTaken)
            if item % 3 == 0 { inbox.take().map { taken.append($0) } }
        }
        while let item = inbox.take() { taken.append(item) }

        expectEqual(taken, Array(0..<200))
    }

    @Test(arguments: [2, 64, 1024])
    func fullInboxRefusesItemsUntilABatchIsTaken(capacity: Int) {
        let inbox = Inbox<Int>(capacity: capacity)
        for item in 0..<capacity { #expect(inbox.put(item).isTaken) }
        #expect(!inbox.put(-1).isTaken)

        var places = 0
        while places == 0, inbox.take() != nil {
            while inbox.put(-2).isTaken { places += 1 }
        }

        expectEqual(places, Int(inbox.batch))
    }

    @Test func emptiedInboxAcceptsItemsUpToItsCapacity() {
        let inbox = Inbox<Int>(capacity: 128)
        for _ in 1...10 {
            for item in 0..<128 { #expect(inbox.put(item).isTaken) }
            for item in 0..<128 { expectEqual(inbox.take(), item) }
        }
    }

    enum Step {
        /// Puts an item in, which is taken, and expects whether the producer must wake the owner.
        case put(Int, wakes: Bool)
        /// Puts items in, each of which is taken.
        case fill(ClosedRange<Int>)
        /// Puts items in, each of which is taken out before the next one.
        case pass(ClosedRange<Int>)
        case refusesAsFull(Int)
        case refusesAsClosed(Int)
        /// Claims a cell, as a producer does that is preempted before it fills the cell.
        case claim
        /// Fills the claimed cell.
        case fillClaimed(Int)
        case take([Int?])
        case sleepsUntilWoken
        case sleepsBriefly
        case staysAwake
        case wakeUp
        case close
        case isEmpty(Bool)
        case isClosed(Bool)
    }

    static let courses: [Course<Step>] = [
        Course(
            "closed inbox refuses items and returns its own",
            .fill(1...2), .isClosed(false), .close, .refusesAsClosed(3), .isClosed(true), .take([1, 2, nil]),
            .isClosed(true)),
        Course(
            "first item wakes a sleeping owner",
            .put(0, wakes: false), .take([0]), .sleepsUntilWoken, .put(1, wakes: true), .put(2, wakes: false),
            .take([1, 2])),
        Course(
            "owner that is awake again is not woken", .sleepsUntilWoken, .wakeUp, .put(1, wakes: false)),
        Course(
            "owner does not fall asleep while items wait",
            .fill(1...2), .staysAwake, .take([1]), .staysAwake, .take([2]), .sleepsUntilWoken),
        Course("owner of a closed inbox does not fall asleep", .close, .staysAwake),
        Course(
            "late item blocks no reader",
            .claim, .fill(1...3), .take([1, 2, 3, nil]), .isEmpty(false), .fillClaimed(0), .take([0, nil]),
            .isEmpty(true)),
        Course(
            "late item is taken before items that were put in after it",
            .claim, .fill(1...1), .take([1]), .fillClaimed(2), .fill(3...3), .take([2, 3, nil])),
        Course(
            "rest of the ring is used while a cell is late",
            .pass(0...0), .claim, .pass(1...7), .refusesAsFull(8), .fillClaimed(9), .take([9, nil]), .fill(8...8)),
        Course(
            "owner sleeps briefly while a cell is late",
            .claim, .staysAwake, .take([nil]), .sleepsBriefly, .put(1, wakes: true), .fillClaimed(0),
            .take([0, 1, nil]), .sleepsUntilWoken),
        // The owner may have stopped at the end of a batch, before it has found the inbox empty.
        Course(
            "owner that sleeps after a late item has given back the ring",
            .claim, .fill(1...7), .take([1, 2, 3, 4, 5, 6, 7]), .fillClaimed(0), .take([0]), .sleepsUntilWoken,
            .put(8, wakes: true)),
    ]

    @Test(arguments: courses) func ownerTakesEachItemAndIsWokenWhenItSleeps(course: Course<Step>) {
        let inbox = Inbox<Int>(capacity: 8)
        var claimed: Inbox<Int>.Position = 0
        for step in course.steps {
            var isAsExpected = true
            switch step {
            case .put(let item, let wakes): isAsExpected = inbox.put(item).isOwnerAsleep == wakes
            case .fill(let items): for item in items { isAsExpected = inbox.put(item).isTaken && isAsExpected }
            case .pass(let items):
                for item in items { isAsExpected = inbox.put(item).isTaken && inbox.take() == item && isAsExpected }
            case .refusesAsFull(let item): if case .full = inbox.put(item) {} else { isAsExpected = false }
            case .refusesAsClosed(let item): if case .closed = inbox.put(item) {} else { isAsExpected = false }
            case .claim: isAsExpected = inbox.claim(&claimed).isTaken
            case .fillClaimed(let item): inbox.cells.fill(claimed, with: item)
            case .take(let items):
                expectEqual(items.map { _ in inbox.take() }, items, "\(step)", sourceLocation: course.place)
            case .sleepsUntilWoken: isAsExpected = inbox.fallAsleep() == .untilWoken
            case .sleepsBriefly: isAsExpected = inbox.fallAsleep() == .brief
            case .staysAwake: isAsExpected = inbox.fallAsleep() == .none
            case .wakeUp: inbox.wakeUp()
            case .close: inbox.close()
            case .isEmpty(let isEmpty): isAsExpected = inbox.isEmpty == isEmpty
            case .isClosed(let isClosed): isAsExpected = inbox.isClosed == isClosed
            }
            #expect(isAsExpected, "\(step)", sourceLocation: course.place)
        }
    }

    @Test func ownerSleepsBrieflyWhenVeryManyItemsAreLate() {
        let inbox = Inbox<Int>(capacity: 64)
        var late: [Inbox<Int>.Position] = []
        for _ in 0...Inbox<Int>.maximumLateCells {
            var position: Inbox<Int>.Position = 0
            _ = inbox.claim(&position)
            late.append(position)
        }
        _ = inbox.put(-1)
        #expect(inbox.take() == nil)
        expectEqual(inbox.fallAsleep(), .brief)

        for (item, position) in late.enumerated() { inbox.cells.fill(position, with: item) }
        for item in late.indices { expectEqual(inbox.take(), item) }
        expectEqual(inbox.take(), -1)
    }

    @Test func itemsAreReleasedWithTheInbox() {
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

    @Test func itemsOfEachThreadKeepTheirOrderAndNoneIsLost() {
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
