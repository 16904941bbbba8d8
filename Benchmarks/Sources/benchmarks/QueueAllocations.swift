import CAllocations
import CQueueLoad
import CarillonRealTime
import Dispatch

/// The allocations of the real-time queue for each operation, on all threads together.
enum QueueAllocations {
    private static let operations = 2_000

    static func rows() throws -> [Row] {
        let queue = try RealTimeQueue(name: "allocations")
        defer { queue.stop() }
        return [
            Row(name: "queue.tick.allocations", unit: "allocations", value: ticks(of: queue), reference: nil),
            Row(
                name: "queue.descriptor.allocations", unit: "allocations", value: try descriptorEvents(of: queue),
                reference: nil),
            Row(name: "queue.hop.allocations", unit: "allocations", value: workItems(of: queue), reference: nil),
            Row(
                name: "dispatchqueue.hop.allocations", unit: "allocations",
                value: workItems(of: DispatchQueue(label: "allocations")), reference: nil),
        ]
    }

    /// Counts from the second of `operations`, when all is set up, to the last.
    private static func counted(
        _ start: (_ operation: @escaping @Sendable () -> Void) throws -> Void
    ) rethrows -> Double {
        let isDone = DispatchSemaphore(value: 0)
        // Used on the queue only, and on this thread afterwards.
        nonisolated(unsafe) var (number, before, after) = (0, UInt64(0), UInt64(0))
        try start {
            number += 1
            if number == 2 { before = allocations_so_far() }
            if number == operations {
                after = allocations_so_far()
                isDone.signal()
            }
        }
        isDone.wait()
        return Double(after - before) / Double(operations - 2)
    }

    private static func ticks(of queue: RealTimeQueue) -> Double {
        counted { operation in _ = queue.every(.microseconds(100)) { _ in operation() } }
    }

    private static func descriptorEvents(of queue: RealTimeQueue) throws -> Double {
        let descriptor = load_eventfd()
        return try counted { operation in
            _ = try queue.watch(descriptor: descriptor) {
                _ = load_read(descriptor)
                operation()
                load_signal(descriptor)
            }
            load_signal(descriptor)
        }
    }

    private static func workItems(of queue: RealTimeQueue) -> Double {
        counted { operation in for _ in 0..<operations { queue.async(operation) } }
    }

    private static func workItems(of queue: DispatchQueue) -> Double {
        counted { operation in for _ in 0..<operations { queue.async(execute: operation) } }
    }
}
