import CarillonAudio

/// The cost of memory that a library allocates.
enum HeapBlock {
    /// Returns the maximum number of bytes that a block takes: the allocator rounds up, adds its own data, and gives a
    /// large block whole pages.
    static func size(_ bytes: Int) -> Int { bytes + 32 + bytes / 32 }

    static func size(_ bytes: Int, count: Int) -> Int { size(bytes) * count }
}
