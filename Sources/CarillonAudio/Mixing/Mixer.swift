/// Adds the voices that sound.
///
/// A device takes one stream of samples, an appliance has several sounds to make at once. The mixer keeps where each
/// voice is in its sound and adds them up, a stretch of frames at a time.
///
/// It allocates nothing after `init` and never touches a sound's reference count: its owner keeps the sounds alive
/// until `takeEnded` has handed their voices back.
struct Mixer {
    /// A sound being played.
    struct Voice {
        let sound: Unmanaged<Sound>
        fileprivate let samples: UnsafeBufferPointer<Float>
        fileprivate var position = 0

        init(_ sound: Unmanaged<Sound>) {
            self.sound = sound
            samples = sound._withUnsafeGuaranteedRef { $0.samples }
        }

        fileprivate var remaining: Int { samples.count - position }
    }

    let channels: Int
    /// How many voices can sound at once.
    let capacity: Int
    /// The oldest first.
    private var voices: [Voice] = []

    init(channels: Int, capacity: Int = 32) {
        self.channels = channels
        self.capacity = capacity
        voices.reserveCapacity(capacity)
    }

    /// How many voices are not yet at their end, or not yet handed back.
    var voiceCount: Int { voices.count }

    /// How far it is to the next end of a voice; nil if there is no voice.
    var framesToNextEnd: Int? {
        var least: Int?
        for voice in voices { least = min(least ?? .max, voice.remaining / channels) }
        return least
    }

    /// Starts a voice.
    ///
    /// - Returns: The oldest voice, if it had to give its place to the new one.
    mutating func start(_ voice: Voice) -> Voice? {
        let displaced = voices.count == capacity ? voices.removeFirst() : nil
        voices.append(voice)
        return displaced
    }

    /// Brings every voice to its end.
    mutating func stopAll() {
        for index in voices.indices { voices[index].position = voices[index].samples.count }
    }

    /// The oldest voice that is at its end, which is forgotten; nil if there is none.
    mutating func takeEnded() -> Voice? {
        guard let index = voices.firstIndex(where: { $0.remaining == 0 }) else { return nil }
        return voices.remove(at: index)
    }

    /// Fills `buffer` with the sum of the voices and moves each on. Full scale is 1; a sum may exceed it.
    ///
    /// - Parameter buffer: A whole number of frames, interleaved.
    mutating func render(into buffer: UnsafeMutableBufferPointer<Float>) {
        buffer.update(repeating: 0)
        for index in voices.indices {
            let voice = voices[index]
            let count = min(voice.remaining, buffer.count)
            for offset in 0..<count { buffer[offset] += voice.samples[voice.position &+ offset] }
            voices[index].position += count
        }
    }
}
