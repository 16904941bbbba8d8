import CarillonScheduling
import Synchronization

/// What an output draws its samples from: the engine's commands and its mixer, on the output's side.
///
///     any thread ── start, gain, pan ── commands ──> mixer ──> render(into:) ── the output's thread
///     any thread ── stop ────────────── tickets ───────┘ │
///     the engine's queue <── ended, events ──────────────┘
///
/// A voice's ticket keeps its sound alive until its end has come back through `news`, so that its memory is never freed
/// on the output's thread. Nothing here waits or locks, and nothing allocates after `init`.
///
/// `@unchecked Sendable`: `mixer`, `position`, `lastEnd`, `taken` and `hasNews` are touched by whoever renders, one
/// thread at a time; the rest is atomic or an `Inbox`, whose owner is the one who renders for `commands`, and the desk
/// for `news`.
public final class AudioRenderer: @unchecked Sendable {
    /// What the engine wants of a voice.
    enum Command: Sendable {
        case start(voice: Int)
        case gain(voice: Int, Float, frames: Int)
        case sides(voice: Int, left: Float, right: Float, frames: Int)
    }

    /// How often it tries to report what a full queue has refused.
    private static let attemptsPerSecond = 200

    /// Which of the engine's outputs it is for.
    private let number: Int
    /// The format that `render(into:)` fills buffers with.
    public let format: AudioFormat

    private let commands = Inbox<Command>(capacity: 256)
    private let table: VoiceTable
    private let hasFinished = Atomic(false)
    /// Whether a voice is to stop that its ticket names.
    private let stopsWait = Atomic(false)
    /// How many voices were accepted, and how many had been when silence was last heard.
    private let accepted = Atomic(0)
    private let settled = Atomic(0)
    private let displaced = Atomic(0)
    private let late = Atomic(0)

    private var mixer: Mixer
    private var position = 0
    private var lastEnd = 0
    private var taken = 0
    private var hasNews = false
    private let latency: Int
    private let desk: NewsDesk
    private let news: OutputNews

    /// - Parameters:
    ///   - number: Which of the engine's outputs it is for.
    ///   - latency: How many frames after a frame was rendered it has been heard for certain.
    ///   - table: Knows the voices.
    ///   - desk: Reports the ends and events of this output, which is one of its outputs.
    init(number: Int, format: AudioFormat, latency: Int, table: VoiceTable, desk: NewsDesk) {
        self.number = number
        self.format = format
        self.latency = latency
        self.table = table
        self.desk = desk
        news = desk.outputs[number]
        mixer = Mixer(format: format)
    }
}

// MARK: - The output's side

extension AudioRenderer {
    /// Whether no voice sounds, and all ends and events have been reported. The engine's queue may be full for a while:
    /// each call of `render` or `takeCommands` tries again.
    public var isIdle: Bool { mixer.voiceCount == 0 && !hasNews }

    /// Whether `takeCommands` would find something.
    public var hasCommands: Bool { !commands.isEmpty || stopsWait.load(ordering: .acquiring) }

    /// How many frames it is at most to the next end of a voice, or to the next attempt to report one; nil if `isIdle`.
    public var framesToNextEnd: Int? {
        let attempt = hasNews ? max(format.rate / Self.attemptsPerSecond, 1) : nil
        guard let end = mixer.framesToNextEnd else { return attempt }
        return min(end, attempt ?? end)
    }

    /// Does what was commanded since the last call; what starts begins with the next frame rendered.
    public func takeCommands() {
        // Asked first: who stops a voice has started it before, so that the start is found.
        let stops = stopsWait.exchange(false, ordering: .acquiring)
        while let command = commands.take() {
            switch command {
            case .start(let voice):
                taken += 1
                let ticket = table[voice]
                guard let source = ticket.source(forOutput: number) else { continue }
                mixer.start(id: voice, source: source, settings: ticket.settings)
            case .gain(let voice, let factor, let frames):
                mixer.setGain(of: voice, factor, over: frames)
            case .sides(let voice, let left, let right, let frames):
                mixer.setSides(of: voice, (left, right), over: frames)
            }
        }
        if stops { mixer.stop { voice in table[voice].requestedStop(of: voice) } }
        handBackEnded()
    }

    /// Fills `buffer` with the next frames of the mix, full scale 1.
    ///
    /// - Parameter buffer: A whole number of frames, interleaved.
    public func render(into buffer: UnsafeMutableBufferPointer<Float>) {
        mixer.render(into: buffer)
        position += buffer.count / format.channels
        mixer.forEachVoice { voice, position in table[voice].move(to: position) }
        handBackEnded()
    }

    /// Lets frames of silence pass without rendering them. To be called while `isIdle` only.
    public func skip(frames: Int) {
        mixer.skip(frames: frames)
        position += frames
        handBackEnded()
    }

    /// To be called by an output whose device is gone and is waited for. Time goes on: what is rendered until
    /// `deviceReturned` is not heard.
    public func deviceWasLost(_ error: AudioOutputError) {
        mixer.deviceWasLost()
        report(.lost(error))
    }

    /// To be called when the device plays again.
    ///
    /// - Parameter description: What it is, in one line for people.
    public func deviceReturned(_ description: String) {
        mixer.deviceReturned()
        report(.returned(description))
    }

    /// To be called when the machine was suspended, and the device plays again.
    public func deviceWokeUp() { report(.wokeUp) }

    /// To be called by an output that can play no more: ends every voice, and tells whoever made the engine.
    public func fail(_ error: AudioOutputError) {
        finish()
        report(.failed(error))
    }

    /// Ends every voice; what is played from now on is refused. For when nobody renders any more. A second time has no
    /// effect.
    func finish() {
        guard !hasFinished.exchange(true, ordering: .acquiringAndReleasing) else { return }
        commands.close()
        takeCommands()
        mixer.cutAll(.closed)
        handBackEnded()
    }

    private func report(_ event: AudioEvent) {
        _ = news.events.put(event)
        hasNews = !desk.request()
    }

    private func handBackEnded() {
        while let (voice, end) = mixer.takeEnded() {
            lastEnd = position
            // Always has room: see `OutputNews`.
            _ = news.ended.put(.init(voice: voice, end: end))
            hasNews = true
        }
        displaced.store(mixer.displacedCount, ordering: .relaxed)
        late.store(mixer.underruns, ordering: .relaxed)
        if mixer.voiceCount == 0, position >= lastEnd + latency { settled.store(taken, ordering: .releasing) }
        if hasNews { hasNews = !desk.request() }
    }
}

// MARK: - The engine's side, on any thread

extension AudioRenderer {
    /// Whether a sound waits, sounds, or is still on its way through the device.
    var isSounding: Bool {
        !hasFinished.load(ordering: .acquiring)
            && settled.load(ordering: .acquiring) != accepted.load(ordering: .acquiring)
    }

    var displacedCount: Int { displaced.load(ordering: .relaxed) }
    var underruns: Int { late.load(ordering: .relaxed) }

    /// Starts the voice that a ticket was filled in for; false if the output has come to its end, or too many commands
    /// wait.
    func start(voice: Int) -> Bool {
        accepted.add(1, ordering: .acquiringAndReleasing)
        if send(.start(voice: voice)) { return true }
        accepted.subtract(1, ordering: .acquiringAndReleasing)
        return false
    }

    /// False if too many commands wait.
    func send(_ command: Command) -> Bool {
        if case .taken = commands.put(command) { true } else { false }
    }

    /// Stops the voices whose tickets say so.
    func stopMarked() { stopsWait.store(true, ordering: .releasing) }
}
