import CarillonScheduling

/// Plays lists of tracks on an engine, one after the other without a gap.
///
/// Used on one thread only, which may wait for files; the audio thread and the loop do not.
///
/// `@unchecked Sendable`: all methods are called on `thread`.
package final class PlayerCore: @unchecked Sendable {
    /// The interval at which the place that is heard is read.
    private static let interval = Duration.milliseconds(100)
    /// The time in a track after which `previous` goes to its beginning.
    private static let shortWay = Duration.seconds(3)
    /// The fade of a pause and of a jump, so that none is heard as a click.
    private static let fade = Duration.milliseconds(10)

    private let engine: AudioEngine
    private let store: any TrackStore
    private let thread: any Scheduler
    private let report: @Sendable (PlayerEvent) -> Void

    private var feeder: TrackFeeder?
    private var voice: Voice?
    /// The voices so far, so that the end of an earlier one is not taken for that of this one.
    private var voices = 0
    /// The track that is heard, the position in the stream at which it began, and its frame there.
    private var heard: (track: Track, position: Int, frame: Int, order: PlayOrder)?
    private var isTicking = false
    /// The interval of reports of the place; nil for none.
    private var positionInterval: Duration?
    private var nextPosition = Duration.zero

    /// - Parameters:
    ///   - store: The tracks.
    ///   - thread: The player's thread.
    ///   - report: Called on the player's thread.
    package init(
        engine: AudioEngine, store: any TrackStore, thread: any Scheduler,
        report: @escaping @Sendable (PlayerEvent) -> Void
    ) {
        (self.engine, self.store, self.thread, self.report) = (engine, store, thread, report)
    }

    /// Asks for reports of the place; the shortest interval that was asked for applies.
    package func reportPosition(every interval: Duration) {
        positionInterval = min(positionInterval ?? interval, max(interval, Self.interval))
    }

    package func perform(_ command: PlayerCommand) {
        engine.catchUp()
        advance()
        switch command {
        case .play(let list): play(list)
        case .pause: if voice != nil { pause() }
        case .resume: if voice == nil { resume() }
        case .toggle: if voice == nil { resume() } else { pause() }
        case .next: if let heard { go(to: heard.order) { $0.next() } }
        case .previous: previous()
        case .seek(let time): if let heard { begin(heard.order, at: time) }
        case .skip(let time): if let heard { begin(heard.order, at: place.time + time) }
        case .stop: stop()
        }
    }

    // MARK: Places

    private func play(_ list: Playlist) {
        let paths = list.paths.flatMap(store.tracks)
        var random = SystemRandomNumberGenerator()
        guard
            let order = PlayOrder(
                paths, first: list.start.track, isShuffled: list.isShuffled, repetition: list.repetition, using: &random
            )
        else {
            stop()
            report(.failed(path: list.paths.first ?? "", reason: "it has no tracks"))
            return report(.finished)
        }
        begin(order, at: list.start.time)
    }

    private func previous() {
        guard let heard else { return }
        if place.time >= Self.shortWay { return begin(heard.order, at: .zero) }
        go(to: heard.order) { order in
            order.previous()
            return true
        }
    }

    private func go(to order: PlayOrder, _ step: (inout PlayOrder) -> Bool) {
        var order = order
        if step(&order) { return begin(order, at: .zero) }
        stop()
        report(.finished)
    }

    /// Begins a stream in place of the present one.
    private func begin(_ order: PlayOrder, at time: Duration) {
        let feeder = TrackFeeder(
            order, at: engine.format.frames(in: max(time, .zero)), from: store, format: engine.format)
        // The first tenth of a second; the rest follows when it sounds.
        feeder.fill(atLeast: engine.format.rate / 10)
        stopVoice()
        self.feeder = feeder
        start(feeder, at: 0)
    }

    // MARK: Voices

    private func start(_ feeder: TrackFeeder, at position: Int) {
        let sound = Sound(
            name: "player", format: engine.format, frameCount: 0, stream: PlayedTracks(feeder, from: position))
        voices += 1
        let playback = Playback(fadeIn: position > 0 ? Self.fade : .zero, priority: .high, bus: .music)
        voice = engine.play(sound, playback) { [weak self, thread, number = voices] end in
            thread.async { [weak self] in self?.voiceHasEnded(number, end) }
        }
        guard voice != nil else {
            report(.failed(path: heard?.track.path ?? "", reason: "the sound output has failed or is overloaded"))
            return
        }
        advance()
        feeder.fill()
        if !isTicking { tick() }
    }

    private func stopVoice() {
        voices += 1
        voice?.stop(fade: Self.fade)
        voice = nil
    }

    private func stop() {
        stopVoice()
        (feeder, heard) = (nil, nil)
    }

    private func pause() {
        stopVoice()
        if heard != nil { report(.paused(place)) }
    }

    private func resume() {
        guard let feeder else { return }
        report(.resumed)
        start(feeder, at: feeder.stream.position)
    }

    /// A voice that others have stopped, such as for silence, has paused.
    private func voiceHasEnded(_ number: Int, _ end: VoiceEndReason) {
        guard number == voices else { return }
        voice = nil
        advance()
        if end != .finished, heard != nil { report(.paused(place)) }
    }

    // MARK: What is heard

    /// The place that is heard.
    private var place: Bookmark {
        guard let heard, let feeder else { return .start }
        let frame = heard.frame + max(feeder.stream.position - heard.position, 0)
        return Bookmark(track: heard.track.number, time: engine.format.duration(ofFrames: frame))
    }

    private func tick() {
        isTicking = voice != nil
        guard isTicking else { return }
        feeder?.fill()
        engine.catchUp()
        advance()
        reportPosition()
        _ = thread.schedule(at: thread.now + Self.interval) { [weak self] in self?.tick() }
    }

    /// Reports the marks that have been heard.
    private func advance() {
        guard let feeder else { return }
        for (position, mark) in feeder.takeMarks(upTo: feeder.stream.position) {
            switch mark {
            case .started(let track, let frame, let order):
                heard = (track, position, frame, order)
                report(.started(track))
            case .failed(let path, let reason): report(.failed(path: path, reason: reason))
            case .finished:
                stop()
                report(.finished)
            }
        }
    }

    private func reportPosition() {
        guard let positionInterval, heard != nil, thread.now >= nextPosition else { return }
        nextPosition = thread.now + positionInterval
        report(.position(place))
    }
}

/// The tracks of a feeder from a position on, as a sound. Its source is for one output.
private final class PlayedTracks: StreamedSamples {
    private let feeder: TrackFeeder
    private let start: Int

    init(_ feeder: TrackFeeder, from start: Int) { (self.feeder, self.start) = (feeder, start) }

    /// Tracks that cannot be read are left out, so the stream does not fail.
    var failure: SoundError? { nil }

    func makeSource(mayBlock: Bool) -> any SampleSource {
        TrackSource(feeder.stream, from: start, filledBy: mayBlock ? feeder : nil)
    }
}
