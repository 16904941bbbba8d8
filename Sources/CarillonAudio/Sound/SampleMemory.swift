import CLibrary

/// Memory for samples that are counted only as they come.
///
/// It asks for all that it may take at once, of which the system gives what is written to, and gives back the rest at the
/// end: growing step by step would need the old and the new memory at the same time.
///
/// `@unchecked Sendable`: it is written to by who made it, until `finish`, and never again.
package final class SampleMemory: @unchecked Sendable {
    // Not checked for overlapping accesses: the audio thread reads them for each voice, and nobody writes any more.
    @exclusivity(unchecked) private var start: UnsafeMutablePointer<Float>
    private let capacity: Int
    @exclusivity(unchecked) package private(set) var count = 0

    /// - Parameter capacity: How many samples it takes at most; nil if the system has no room for as many.
    package init?(capacity: Int) {
        self.capacity = max(capacity, 1)
        guard let memory = malloc(self.capacity * MemoryLayout<Float>.stride) else { return nil }
        start = memory.bindMemory(to: Float.self, capacity: self.capacity)
    }

    deinit { free(start) }

    /// What is still free.
    package var room: UnsafeMutableBufferPointer<Float> {
        UnsafeMutableBufferPointer(start: start + count, count: capacity - count)
    }

    /// Says that `count` samples have been written to the beginning of `room`.
    package func advance(by count: Int) {
        precondition(count >= 0 && self.count + count <= capacity, "more samples than there is room for")
        self.count += count
    }

    /// Gives back what was not used. To be called before `samples` is read.
    package func finish() {
        guard let shrunk = realloc(start, max(count, 1) * MemoryLayout<Float>.stride) else { return }
        start = shrunk.bindMemory(to: Float.self, capacity: max(count, 1))
    }

    package var samples: UnsafeBufferPointer<Float> { UnsafeBufferPointer(start: start, count: count) }
}
