import Synchronization

/// What is known of a voice outside the mixers, from `play` until its end has been told.
///
/// It keeps the voice's sources alive until no mixer has it any more, so that their memory is freed where the end is told
/// and never on an audio thread. Tickets are made once and used again.
///
/// `@unchecked Sendable`: `sources`, `settings` and `onEnd` are written by the thread that has taken the ticket out of
/// its `VoiceTable`, before it hands over the voice; read by the audio threads until they hand it back; and emptied
/// after that. The rest is atomic.
final class VoiceTicket: @unchecked Sendable {
    /// The number of the voice that the ticket is for now; 0 for none.
    let voice = Atomic(0)
    /// The sound that it plays.
    let sound = Atomic<UInt>(0)
    /// The number of the voice that is to stop. Not a command: a stop is never refused because many wait.
    let stop = Atomic(0)
    /// How long its stop takes, in frames.
    let stopFade = Atomic(0)
    /// The frame of the sound that is mixed next.
    let position = Atomic(0)
    /// How many mixers have not handed it back yet.
    let mixers = Atomic(0)
    /// Why it ended, as a `VoiceEnd`.
    let end = Atomic(0)

    /// For each output its own, or the same.
    var sources: [any SampleSource] = []
    var settings = MixerVoice.Settings()
    var onEnd: (@Sendable (VoiceEnd) -> Void)?

    init() {
        // So that to play allocates nothing.
        sources.reserveCapacity(4)
    }
}

/// The tickets, and which of them are taken.
///
/// A voice's number names its ticket in the lowest six bits, and above them is different for each voice.
final class VoiceTable: Sendable {
    /// How many sounds can be on their way at once: waiting, sounding or coming back.
    static let capacity = Mixer.mostVoices

    private let tickets = (0..<capacity).map { _ in VoiceTicket() }
    /// A bit for each ticket.
    private let taken = Atomic<UInt64>(0)
    private let lastVoice = Atomic(0)

    subscript(voice: Int) -> VoiceTicket { tickets[voice % Self.capacity] }

    /// The tickets of all voices that have not ended.
    func forEachVoice(_ body: (VoiceTicket, _ voice: Int) -> Void) {
        for ticket in tickets {
            let voice = ticket.voice.load(ordering: .acquiring)
            if voice != 0 { body(ticket, voice) }
        }
    }

    /// A number for a new voice, whose ticket belongs to the caller; nil if all are taken.
    func take() -> Int? {
        var current = taken.load(ordering: .relaxed)
        while current != .max {
            let index = (~current).trailingZeroBitCount
            let (exchanged, original) = taken.weakCompareExchange(
                expected: current, desired: current | 1 << index, ordering: .acquiring)
            if exchanged {
                return (lastVoice.wrappingAdd(1, ordering: .relaxed).newValue) * Self.capacity + index
            }
            current = original
        }
        return nil
    }

    /// Takes a ticket back, emptied.
    func free(_ voice: Int) {
        let ticket = self[voice]
        ticket.voice.store(0, ordering: .relaxed)
        ticket.sources.removeAll(keepingCapacity: true)
        ticket.onEnd = nil
        taken.bitwiseAnd(~(1 << UInt64(voice % Self.capacity)), ordering: .releasing)
    }
}
