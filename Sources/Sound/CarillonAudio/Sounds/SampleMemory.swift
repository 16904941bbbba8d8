import CLibrary

/// Memory for samples whose number is not known beforehand.
///
/// It allocates its full capacity at once. The system provides only the pages that are written to, and `finish` returns
/// the rest. Growing step by step would need the old and the new memory at the same time.
///
/// `@unchecked Sendable`: only its creator writes to it, until `finish`. After that it is never written.
package final class SampleMemory: @unchecked Sendable {
    // Exclusivity is unchecked because the audio thread reads these for each voice, and nothing writes them any more.
    @exclusivity(unchecked) private var start: UnsafeMutablePointer<Float>
    private let capacity: Int
    @exclusivity(unchecked) package private(set) var count = 0

    /// - Parameter capacity: The largest number of samples. The initializer returns nil if the system has no memory for
    ///   them.
    package init?(capacity: Int) {
        self.capacity = max(capacity, 1)
        guard let memory = malloc(self.capacity * MemoryLayout<Float>.stride) else { return nil }
        start = memory.bindMemory(to: Float.self, capacity: self.capacity)
    }

    deinit { free(start) }

    /// The memory that is still free.
    package var room: UnsafeMutableBufferPointer<Float> {
        UnsafeMutableBufferPointer(start: start + count, count: capacity - count)
    }

    /// Records that `count` samples have been written to the beginning of `room`.
    package func advance(by count: Int) {
        precondition(count >= 0 && self.count + count <= capacity, "the samples exceed the capacity")
        self.count += count
    }

    /// Returns unused memory to the system. Call before reading `samples`.
    package func finish() {
        guard let shrunk = realloc(start, max(count, 1) * MemoryLayout<Float>.stride) else { return }
        start = shrunk.bindMemory(to: Float.self, capacity: max(count, 1))
    }

    package var samples: UnsafeBufferPointer<Float> { UnsafeBufferPointer(start: start, count: count) }
}
