import CarillonScheduling
import Synchronization

/// The part of the engine that renders the samples of one output. It contains a command queue and a mixer.
///
///     any thread ── start, gain, pan ── commands ──> mixer ──> render(into:) ── the output's thread
///     any thread ── stop ────────────── tickets ───────┘ │
///     the engine's queue <── ended, events ──────────────┘
///
/// A voice's ticket retains its sound until its end has come back through `reports`, so that the output's thread never
/// frees the sound's memory. No method waits or locks, and nothing is allocated after `init`.
///
/// `@unchecked Sendable`: `mixer`, `position`, `lastEnd`, `taken` and `hasReports` are used only by the rendering
/// thread, one thread at a time. The rest is atomic or an `Inbox`. The owner of `commands` is the rendering thread,
/// that of `reports` is the reporter.
public final class AudioRenderer: @unchecked Sendable {
    /// A request from the engine concerning a voice.
    enum Command: Sendable {
        case start(voice: Int)
        case gain(voice: Int, Float, frames: Int)
        case sides(voice: Int, left: Float, right: Float, frames: Int)
    }

    /// The rate of retries after the engine's queue was full and refused a report.
    private static let attemptsPerSecond = 200

    /// The index of the output among the engine's outputs.
    private let number: Int
    /// The format of the frames that `render(into:)` renders.
    public let format: AudioFormat

    private let commands = Inbox<Command>(capacity: 256)
    private let table: VoiceTable
    private let hasFinished = Atomic(false)
    /// Whether the ticket of a voice holds a new stop request.
    private let stopsWait = Atomic(false)
    /// The number of voices accepted so far, and the number of voices taken when silence was last reached.
    private let accepted = Atomic(0)
    private let settled = Atomic(0)
    private let stolen = Atomic(0)
    private let late = Atomic(0)

    private var mixer: Mixer
    private var position = 0
    private var lastEnd = 0
    private var taken = 0
    private var hasReports = false
    private let latency: Int
    private let reporter: Reporter
    private let reports: OutputReports

    /// - Parameters:
    ///   - number: The index of the output among the engine's outputs.
    ///   - latency: The number of frames after which a rendered frame is certain to have been heard.
    ///   - volumes: The volumes of the engine.
    ///   - table: The tickets of the voices.
    ///   - reporter: Reports the ends and events of this output, which is one of its outputs.
    init(
        number: Int, format: AudioFormat, latency: Int, volumes: BusVolumes, table: VoiceTable, reporter: Reporter
    ) {
        self.number = number
        self.format = format
        self.latency = latency
        self.table = table
        self.reporter = reporter
        reports = reporter.outputs[number]
        mixer = Mixer(format: format, volumes: volumes)
    }
}

// MARK: - The output's side

extension AudioRenderer {
    /// Whether no voice sounds, and all ends and events have been reported. While the engine's queue is full, each call
    /// of `render` or `takeCommands` tries to report again.
    public var isIdle: Bool { mixer.voiceCount == 0 && !hasReports }

    /// Whether `takeCommands` has commands to process.
    public var hasCommands: Bool { !commands.isEmpty || stopsWait.load(ordering: .acquiring) }

    /// The number of frames until the next voice ends, or until the next attempt to report an end; at most one second. nil
    /// if `isIdle`.
    public var framesToNextEnd: Int? {
        let attempt = hasReports ? max(format.rate / Self.attemptsPerSecond, 1) : nil
        guard let end = mixer.framesToNextEnd else { return attempt }
        return min(end, attempt ?? end)
    }

    /// Processes the commands that have arrived since the last call. A new voice begins with the next rendered frame.
    public func takeCommands() {
        // Read before the commands: a voice is started before it is stopped, so its start command is found.
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
        returnEndedVoices()
    }

    /// Fills `buffer` with the next frames of the mix. Full scale is 1.
    ///
    /// - Parameter buffer: A whole number of frames, interleaved.
    public func render(into buffer: UnsafeMutableBufferPointer<Float>) {
        mixer.render(into: buffer)
        position += buffer.count / format.channels
        mixer.forEachVoice { voice, position in table[voice].move(to: position) }
        returnEndedVoices()
    }

    /// Skips frames of silence without rendering them. Call only while `isIdle`.
    public func skip(frames: Int) {
        mixer.skip(frames: frames)
        position += frames
        returnEndedVoices()
    }

    /// Reports that the device is lost, and that the output waits for it. Frames rendered before the call of
    /// `deviceReturned` are not heard. Voices continue meanwhile, except the voices that wait for the device.
    public func deviceWasLost(_ error: AudioOutputError) {
        mixer.deviceWasLost()
        report(.lost(error))
    }

    /// Reports that the device plays again.
    ///
    /// - Parameter description: A one-line description of the device, for users.
    public func deviceReturned(_ description: String) {
        mixer.deviceReturned()
        report(.returned(description))
    }

    /// Reports that the machine was suspended, and that the device plays again.
    public func deviceWokeUp() { report(.wokeUp) }

    /// Ends every voice, and reports the failure to the engine. Called by an output that cannot play any more.
    public func fail(_ error: AudioOutputError) {
        finish()
        report(.failed(error))
    }

    /// Ends every voice, and refuses later sounds. Called when no thread renders any more. A second call has no effect.
    func finish() {
        guard !hasFinished.exchange(true, ordering: .acquiringAndReleasing) else { return }
        commands.close()
        takeCommands()
        mixer.cutAll(.closed)
        returnEndedVoices()
    }

    private func report(_ event: AudioEvent) {
        _ = reports.events.put(event)
        hasReports = !reporter.request()
    }

    private func returnEndedVoices() {
        while let (voice, end) = mixer.takeEnded() {
            lastEnd = position
            // There is always room: see `OutputReports`.
            _ = reports.ended.put(.init(voice: voice, end: end))
            hasReports = true
        }
        stolen.store(mixer.stolenCount, ordering: .relaxed)
        late.store(mixer.underruns, ordering: .relaxed)
        if mixer.voiceCount == 0, position >= lastEnd + latency { settled.store(taken, ordering: .releasing) }
        if hasReports { hasReports = !reporter.request() }
    }
}

// MARK: - The engine's side, on any thread

extension AudioRenderer {
    /// Whether a sound is waiting, playing, or still on its way through the device.
    var isSounding: Bool {
        !hasFinished.load(ordering: .acquiring)
            && settled.load(ordering: .acquiring) != accepted.load(ordering: .acquiring)
    }

    var stolenCount: Int { stolen.load(ordering: .relaxed) }
    var underruns: Int { late.load(ordering: .relaxed) }

    /// Starts the voice whose ticket has been filled in.
    ///
    /// - Returns: False if the output has ended, or if its command queue is full.
    func start(voice: Int) -> Bool {
        accepted.add(1, ordering: .acquiringAndReleasing)
        if send(.start(voice: voice)) { return true }
        accepted.subtract(1, ordering: .acquiringAndReleasing)
        return false
    }

    /// Queues a command; returns false if the output has ended, or if its command queue is full.
    func send(_ command: Command) -> Bool {
        if case .taken = commands.put(command) { true } else { false }
    }

    /// Stops the voices whose tickets hold a stop request.
    func stopMarked() { stopsWait.store(true, ordering: .releasing) }
}
