import CarillonRealTime
import Testing

@testable import CarillonAudio

@Suite struct RingTests {
    @Test func whatGoesInFirstComesOutFirst() {
        let ring = Ring<Int>(capacity: 4)
        for lap in 0..<10 {
            #expect(ring.push(lap) && ring.push(-lap))
            #expect(ring.pop() == lap)
            #expect(ring.pop() == -lap)
            #expect(ring.pop() == nil)
        }
    }

    @Test func aFullRingRefuses() {
        let ring = Ring<Int>(capacity: 2)
        #expect(ring.push(1) && ring.push(2))
        #expect(!ring.push(3))
        #expect(ring.pop() == 1)
        #expect(ring.push(4))
        #expect(ring.pop() == 2)
        #expect(ring.pop() == 4)
    }

    @Test func nothingIsLostOrDoubledBetweenThreads() throws {
        let ring = Ring<Int>(capacity: 64)
        let count = 20_000
        let producers = try (0..<2).map { producer in
            try RealTimeThread(name: "producer", priority: 0) {
                for value in 0..<count { while !ring.push(value * 2 + producer) {} }
            }
        }
        var next = [0, 0]
        while next != [count, count] {
            guard let value = ring.pop() else { continue }
            // Each producer's values arrive in its order, and none is missing.
            #expect(value / 2 == next[value % 2])
            next[value % 2] += 1
        }
        for producer in producers { producer.join() }
        #expect(ring.pop() == nil)
    }
}
