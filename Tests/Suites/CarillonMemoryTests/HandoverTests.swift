import CLibrary
import CarillonScheduling
import Testing

@testable import CarillonMemory

@Suite struct HandoverTests {
    @Test func valueIsTakenOnce() {
        let handover = Handover<Int>()
        #expect(handover.take() == nil)
        handover.put(1)
        #expect(handover.take() == 1)
        #expect(handover.take() == nil)
    }

    @Test func onlyTheNewestValueIsTaken() {
        let handover = Handover<Int>()
        for value in 1...5 { handover.put(value) }
        #expect(handover.take() == 5)
        handover.put(6)
        #expect(handover.take() == 6)
    }

    /// The arrays would be destroyed twice, or be read in parts, if two threads had the same slot.
    @Test func twoThreadsNeverShareASlot() async {
        let handover = Handover<[Int]>()
        let count = 20_000
        let producer = Task.detached {
            for value in 1...count { handover.put([value, value, value]) }
        }
        let consumer = Task.detached {
            var last = 0
            while last < count {
                guard let value = handover.take() else {
                    await Task.yield()
                    continue
                }
                guard value == [value[0], value[0], value[0]], value[0] > last else { return false }
                last = value[0]
            }
            return true
        }
        await producer.value
        #expect(await consumer.value)
    }
}
