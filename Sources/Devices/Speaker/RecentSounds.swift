import CarillonAudio

/// The sounds that were played most recently by names or texts that were not known before, within a limit of memory.
struct RecentSounds<Name: Hashable> {
    private var sounds: [(name: Name, sound: Sound)] = []
    private let limit: Int

    /// - Parameter limit: The bytes of all sounds together. The newest is kept even if it is longer.
    init(limit: Int) { self.limit = limit }

    /// Returns a sound, which becomes the newest; nil if it is not kept.
    mutating func use(_ name: Name) -> Sound? {
        guard let index = sounds.firstIndex(where: { $0.name == name }) else { return nil }
        let entry = sounds.remove(at: index)
        sounds.append(entry)
        return entry.sound
    }

    /// Keeps a sound as the newest, and forgets the oldest beyond the limit.
    mutating func keep(_ sound: Sound, as name: Name) {
        sounds.removeAll { $0.name == name }
        sounds.append((name, sound))
        while sounds.count > 1, bytes > limit { sounds.removeFirst() }
    }

    private var bytes: Int { sounds.reduce(0) { $0 + $1.sound.bytes } }
}

extension Sound {
    /// The memory of the samples; 0 for a streamed sound.
    fileprivate var bytes: Int { isStreamed ? 0 : frameCount * format.channels * MemoryLayout<Float>.size }
}
