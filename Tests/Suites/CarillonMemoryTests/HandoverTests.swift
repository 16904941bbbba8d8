import CLibrary
import CarillonScheduling
import TestSupport
import Testing

@testable import CarillonMemory

@Suite struct HandoverTests {
    @Test func takeReturnsTheNewestValueOnce() {
        let handover = Handover<Int>()
        expectEqual(handover.take(), nil)
        for value in 1...5 { handover.put(value) }
        expectEqual(handover.take(), 5)
        expectEqual(handover.take(), nil)
        handover.put(6)
        expectEqual(handover.take(), 6)
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
