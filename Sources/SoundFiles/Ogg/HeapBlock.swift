import CarillonAudio

/// What memory costs that a library asks the system for.
enum HeapBlock {
    /// How many bytes a block takes at most: the allocator rounds up, keeps its own data beside it, and gives a large
    /// block whole pages.
    static func size(_ bytes: Int) -> Int { bytes + 32 + bytes / 32 }

    static func size(_ bytes: Int, count: Int) -> Int { size(bytes) * count }
}
