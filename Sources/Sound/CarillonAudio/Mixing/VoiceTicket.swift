import Synchronization

/// The record of a voice outside the mixers, from `play` until its end has been reported.
///
/// The ticket retains the voice's sources until no mixer has the voice any more. So their memory is freed on the thread
/// that reports the end, and never on an audio thread. Tickets are created once and reused.
///
///     play:   begin ──> requestStop, position
///     mixers:     └───> source, settings, requestedStop, move
///     queue:                └───> returnVoice, once for each mixer
///
/// Each voice of a ticket has a different number. Methods that take a number have no effect on a later voice.
///
/// `@unchecked Sendable`: `begin` writes `sources`, `settings` and `onEnd` on the thread that has taken the ticket from
/// its `VoiceTable`, before it passes the voice to the mixers. The audio threads read them until they return the voice,
/// and the last `returnVoice` empties them. The rest is atomic.
final class VoiceTicket: @unchecked Sendable {
    /// The number of the voice that has the ticket now; 0 for none.
    private let voice = Atomic(0)
    /// The identity of the voice's sound.
    private let sound = Atomic<UInt>(0)
    private let loops = Atomic(false)
    /// A `StopRequest`. It is not a command, so a stop is never refused because of a full command queue.
    private let stop = Atomic<UInt64>(0)
    /// The next frame of the sound to be mixed.
    private let framePosition = Atomic(0)
    /// The number of mixers that have not returned the voice.
    private let mixers = Atomic(0)
    /// The reason for the end, as a `VoiceEndReason`.
    private let end = Atomic(0)

    private var sources: [any SampleSource] = []
    private(set) var settings = MixerVoice.Settings()
    private var onEnd: (@Sendable (VoiceEndReason) -> Void)?

    init() {
        // Reserved so that `begin` allocates nothing for up to four outputs.
        sources.reserveCapacity(4)
    }

    // MARK: On the thread that has taken the ticket

    /// Assigns the ticket to a new voice, with a source and a mixer for each output.
    func begin(
        _ number: Int, of sound: Sound, on outputs: [any AudioOutput], _ settings: MixerVoice.Settings,
        onEnd: (@Sendable (VoiceEndReason) -> Void)?
    ) {
        for output in outputs { sources.append(sound.makeSource(mayBlock: output.mayBlock)) }
        self.settings = settings
        self.onEnd = onEnd
        framePosition.store(0, ordering: .relaxed)
        end.store(VoiceEndReason.closed.rawValue, ordering: .relaxed)
        mixers.store(outputs.count, ordering: .relaxed)
        self.sound.store(UInt(bitPattern: ObjectIdentifier(sound)), ordering: .relaxed)
        loops.store(settings.loops, ordering: .relaxed)
        stop.store(StopRequest(voice: number, fade: nil).bits, ordering: .relaxed)
        voice.store(number, ordering: .releasing)
    }

    // MARK: From any thread

    /// The number of the voice that has the ticket now; nil for none.
    var currentVoice: Int? {
        let number = voice.load(ordering: .acquiring)
        return number == 0 ? nil : number
    }

    func plays(_ sound: Sound) -> Bool {
        self.sound.load(ordering: .relaxed) == UInt(bitPattern: ObjectIdentifier(sound))
    }

    var isLooping: Bool { loops.load(ordering: .relaxed) }

    /// The next frame of the sound to be mixed.
    var position: Int { framePosition.load(ordering: .relaxed) }

    /// Requests that a voice stop. A request has no effect on a later voice, even if this thread is preempted in
    /// between. Of two requests the shorter fade takes effect, as in the mixer.
    ///
    /// - Parameter fade: In frames.
    func requestStop(of number: Int, fade: Int) {
        let request = StopRequest(voice: number, fade: fade)
        var current = StopRequest(bits: stop.load(ordering: .relaxed))
        while request.endsSooner(than: current) {
            let (isExchanged, original) = stop.weakCompareExchange(
                expected: current.bits, desired: request.bits, successOrdering: .releasing, failureOrdering: .relaxed)
            if isExchanged { return }
            current = StopRequest(bits: original)
        }
    }

    // MARK: On the output's thread

    /// Returns the voice's source for an output; nil if it has none.
    func source(forOutput number: Int) -> (any SampleSource)? {
        sources.indices.contains(number) ? sources[number] : nil
    }

    /// Returns the fade in frames that was requested for the stop of a voice; nil if no stop was requested.
    func requestedStop(of number: Int) -> Int? {
        StopRequest(bits: stop.load(ordering: .acquiring)).fade(of: number)
    }

    func move(to position: Int) { framePosition.store(position, ordering: .relaxed) }

    // MARK: On the engine's queue, or on the thread that has begun the voice

    /// Takes the voice back from `count` mixers.
    ///
    /// - Parameter reason: The reason for the end; nil if those mixers refused the voice.
    /// - Returns: The end to report, and the callback to report it to; nil while another mixer has the voice.
    func returnVoice(_ reason: VoiceEndReason?, from count: Int) -> (
        end: VoiceEndReason, onEnd: (@Sendable (VoiceEndReason) -> Void)?
    )? {
        if let reason { end.store(reason.rawValue, ordering: .relaxed) }
        guard mixers.subtract(count, ordering: .acquiringAndReleasing).newValue == 0 else { return nil }
        defer { clear() }
        return (VoiceEndReason(rawValue: end.load(ordering: .relaxed)) ?? .finished, onEnd)
    }

    /// Ends the voice without a report.
    func clear() {
        voice.store(0, ordering: .relaxed)
        sources.removeAll(keepingCapacity: true)
        onEnd = nil
    }
}

/// The stop requested for a ticket's voice. It is one word, so that no thread sees the voice of one request with the
/// fade of another.
private struct StopRequest {
    private static let noStop = UInt32.max

    /// The upper half counts the voices. The lower half is the fade in frames, or `noStop`.
    let bits: UInt64

    init(bits: UInt64) { self.bits = bits }

    /// - Parameter fade: In frames; nil if the voice is not to stop.
    init(voice: Int, fade: Int?) {
        bits = UInt64(Self.count(voice)) << 32 | UInt64(fade.map { min(UInt32(clamping: $0), .max - 1) } ?? Self.noStop)
    }

    func fade(of voice: Int) -> Int? {
        count == Self.count(voice) && fade != Self.noStop ? Int(fade) : nil
    }

    /// Returns whether both requests are for the same voice, and this one ends it sooner.
    func endsSooner(than other: StopRequest) -> Bool { count == other.count && fade < other.fade }

    private var count: UInt32 { UInt32(truncatingIfNeeded: bits >> 32) }
    private var fade: UInt32 { UInt32(truncatingIfNeeded: bits) }

    /// Returns the voice's number without that of its ticket: the count of voices.
    private static func count(_ voice: Int) -> UInt32 { UInt32(truncatingIfNeeded: voice / VoiceTable.capacity) }
}

/// All tickets, with a record of which ones are taken.
///
/// The lowest six bits of a voice's number are the index of its ticket. The higher bits are different for each voice.
final class VoiceTable: Sendable {
    /// The largest number of voices at once that are waiting, sounding, or not yet reported as ended.
    static let capacity = Mixer.maximumVoices

    private let tickets = (0..<capacity).map { _ in VoiceTicket() }
    /// A bit for each ticket.
    private let taken = Atomic<UInt64>(0)
    private let lastVoice = Atomic(0)

    subscript(voice: Int) -> VoiceTicket { tickets[voice % Self.capacity] }

    /// Calls `body` with each voice that has not ended, and its ticket.
    func forEachVoice(_ body: (VoiceTicket, _ voice: Int) -> Void) {
        for ticket in tickets {
            if let voice = ticket.currentVoice { body(ticket, voice) }
        }
    }

    /// Takes a ticket for the caller, and returns the number of its new voice; nil if all tickets are taken.
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

    /// Takes a voice back from `count` mixers. Frees its ticket and calls `onEnd` when no mixer has the voice any more.
    ///
    /// - Parameter reason: The reason for the end; nil if those mixers refused the voice.
    func returnVoice(_ voice: Int, _ reason: VoiceEndReason?, from count: Int = 1) {
        guard let (end, onEnd) = self[voice].returnVoice(reason, from: count) else { return }
        free(voice)
        onEnd?(end)
    }

    /// Takes a voice back that no mixer has.
    func discard(_ voice: Int) {
        self[voice].clear()
        free(voice)
    }

    private func free(_ voice: Int) {
        taken.bitwiseAnd(~(1 << UInt64(voice % Self.capacity)), ordering: .releasing)
    }
}
