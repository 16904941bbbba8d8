import CarillonScheduling

/// Plays lists of tracks on an engine, one after the other without a gap.
///
/// Used on one thread only, which may wait for files; the audio thread and the loop do not.
///
/// `@unchecked Sendable`: all methods are called on `thread`.
package final class PlayerCore: @unchecked Sendable {
    /// The interval at which the place that is heard is read.
    private static let interval = Duration.milliseconds(100)
    /// The same while a stream is awaited.
    private static let shortInterval = Duration.milliseconds(20)
    /// The time in a track after which `previous` goes to its beginning.
    private static let shortWay = Duration.seconds(3)
    /// The fade of a pause and of a jump, so that none is heard as a click.
    private static let fade = Duration.milliseconds(10)
    /// The interval at which a medium that has gone is looked for.
    private static let timeout = Duration.seconds(1)
    /// The longest time that a seek can go to: longer than any track.
    private static let mostTime = Duration.seconds(365 * 86_400)

    private let engine: AudioEngine
    private let store: any TrackStore
    private let thread: any Scheduler
    private var random: RandomNumbers
    private let report: @Sendable (PlayerEvent) -> Void
    /// The place in the track that is heard. May be read from any thread.
    package let progress = Locked(PlayerProgress())

    private var feeder: TrackFeeder?
    /// The bus of the list.
    private var bus = AudioBus.music
    private var voice: Voice?
    /// The voices so far, so that the end of an earlier one is not taken for that of this one.
    private var voices = 0
    /// The track that is heard, the position in the stream at which it began, and its frame there.
    private var heard: (track: Track, position: Int, frame: Int, order: PlayOrder)?
    /// The list of a stream that has been begun last, which may not be heard for long; nil for files.
    private var awaited: PlayOrder?
    /// The place at which the medium of a track has gone, and the number of the wait for it; nil if the user has paused.
    private var interruption: (order: PlayOrder, place: Bookmark, wait: Int?)?
    /// The waits so far, so that an earlier one does not go on.
    private var waits = 0
    private var isTicking = false
    /// The interval of reports of the place; nil for none.
    private var positionInterval: Duration?
    private var nextPosition = Duration.zero

    /// - Parameters:
    ///   - store: The tracks.
    ///   - thread: The player's thread.
    ///   - random: The source of the order of shuffled lists.
    ///   - report: Called on the player's thread.
    package init(
        engine: AudioEngine, store: any TrackStore, thread: any Scheduler, random: RandomNumbers = RandomNumbers(),
        report: @escaping @Sendable (PlayerEvent) -> Void
    ) {
        (self.engine, self.store, self.thread, self.random, self.report) = (engine, store, thread, random, report)
    }

    /// Asks for reports of the place; the shortest interval that was asked for applies.
    package func reportPosition(every interval: Duration) {
        positionInterval = min(positionInterval ?? interval, max(interval, Self.interval))
    }

    /// Reads the cover of a track.
    package func cover(of path: String) -> TrackCover? { store.cover(of: path) }

    package func perform(_ command: PlayerCommand) {
        engine.catchUp()
        advance()
        defer { noteProgress() }
        switch command {
        case .play(let list): play(list)
        case .pause: if isPlaying { pause() }
        case .resume: if voice == nil { resume() }
        case .toggle: if isPlaying { pause() } else { resume() }
        case .next: if let order { go(to: order) { $0.next() } }
        case .previous: previous()
        case .seek(let time): seek(to: time)
        case .skip(let time): seek(to: place.time + min(max(time, .zero - Self.mostTime), Self.mostTime))
        case .stop: stop()
        }
    }

    // MARK: Places

    private func play(_ list: Playlist) {
        bus = list.bus
        var (paths, notices) = ([String](), [(path: String, reason: String)]())
        for path in list.paths {
            let tracks = store.tracks(at: path, includesSubfolders: list.includesSubfolders)
            paths += tracks.paths
            if let notice = tracks.notice { notices.append((path, notice)) }
        }
        if notices.isEmpty, paths.isEmpty { notices = [(list.paths.first ?? "", "it has no tracks")] }
        for (path, reason) in notices { report(.failed(path: path, reason: reason)) }
        guard
            let order = PlayOrder(
                paths, first: list.start.track, isShuffled: list.isShuffled, repetition: list.repetition,
                crossfade: list.crossfade, shuffle: { $0.shuffled(using: &random) })
        else {
            stop()
            return report(.finished)
        }
        begin(order, at: list.start)
    }

    private func previous() {
        guard let order else { return }
        if place.time >= Self.shortWay, !order.isAtStream { return begin(order, at: .start) }
        go(to: order) { order in
            order.previous()
            return true
        }
    }

    private func go(to order: PlayOrder, _ step: (inout PlayOrder) -> Bool) {
        var order = order
        if step(&order) { return begin(order, at: .start) }
        stop()
        report(.finished)
    }

    /// Goes to a time in the track. A player that has paused stays so.
    private func seek(to time: Duration) {
        guard let order, !order.isAtStream else { return }
        let time = min(max(time, .zero), Self.mostTime)
        if isPlaying { return begin(order, at: Bookmark(time: time)) }
        (feeder, interruption) = (
            nil, (order, bookmark(order.current, order.path, engine.format.frames(in: time)), nil)
        )
        report(.paused(place))
    }

    /// Begins a stream in place of the present one, at the time of a place in the present track of a list.
    private func begin(_ order: PlayOrder, at place: Bookmark) {
        let feeder = TrackFeeder(
            order, at: engine.format.frames(in: place.time), near: place.landmark, from: store, format: engine.format)
        // The first tenth of a second; the rest follows when it sounds.
        feeder.fill(atLeast: engine.format.rate / 10)
        stopVoice()
        (self.feeder, interruption) = (feeder, nil)
        awaited = order.isAtStream ? order : nil
        if order.isAtStream { heard = nil }
        start(feeder, at: 0)
    }

    // MARK: Voices

    private func start(_ feeder: TrackFeeder, at position: Int) {
        let sound = Sound(
            name: "player", format: engine.format, frameCount: 0, stream: PlayedTracks(feeder, from: position))
        voices += 1
        var playback = Playback(fadeIn: position > 0 ? Self.fade : .zero, priority: .high, bus: bus)
        playback.waitsForDevice = true
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
        (feeder, heard, interruption, awaited) = (nil, nil, nil, nil)
    }

    private var isPlaying: Bool { voice != nil || interruption?.wait != nil }

    private func pause() {
        stopVoice()
        interruption?.wait = nil
        hasPaused()
    }

    /// Reports a pause. The connection of a stream is closed: after the pause, it begins at what is sent then.
    private func hasPaused() {
        if interruption == nil, let order, order.isAtStream {
            (interruption, feeder) = ((order, Bookmark(track: order.current), nil), nil)
        }
        if heard != nil || interruption != nil { report(.paused(place)) }
    }

    private func resume() {
        if let interruption {
            report(.resumed)
            return begin(interruption.order, at: interruption.place)
        }
        guard let feeder else { return }
        report(.resumed)
        start(feeder, at: feeder.stream.position)
    }

    /// A voice that others have stopped, such as for silence, has paused.
    private func voiceHasEnded(_ number: Int, _ end: VoiceEndReason) {
        guard number == voices else { return }
        voice = nil
        advance()
        if end != .finished { hasPaused() }
    }

    // MARK: Media

    private func wait(_ order: PlayOrder, at frame: Int, reason: String) {
        stopVoice()
        waits += 1
        let place = bookmark(order.current, order.path, frame)
        (feeder, interruption) = (nil, (order, place, waits))
        report(.waiting(place, reason: reason))
        lookForMedium(waits)
    }

    private func lookForMedium(_ wait: Int) {
        _ = thread.schedule(at: thread.now + Self.timeout) { [weak self] in
            guard let self, let interruption, interruption.wait == wait else { return }
            if store.isAbsent(interruption.order.path) { lookForMedium(wait) } else { resume() }
        }
    }

    // MARK: What is heard

    /// The list, at the track that is heard or waited for.
    private var order: PlayOrder? { interruption?.order ?? heard?.order ?? awaited }

    /// The place that is heard.
    private var place: Bookmark {
        if let interruption { return interruption.place }
        guard let heard, let feeder else { return .start }
        let frame = heard.frame + max(feeder.stream.position - heard.position, 0)
        return bookmark(heard.track.number, heard.track.path, frame)
    }

    private func bookmark(_ track: Int, _ path: String, _ frame: Int) -> Bookmark {
        Bookmark(
            track: track, time: engine.format.duration(ofFrames: frame),
            landmark: store.landmark(in: path, before: frame, of: engine.format))
    }

    private func tick() {
        isTicking = voice != nil
        guard isTicking else { return }
        feeder?.fill()
        engine.catchUp()
        advance()
        noteProgress()
        reportPosition()
        let interval = feeder?.isDry ?? false ? Self.shortInterval : Self.interval
        _ = thread.schedule(at: thread.now + interval) { [weak self] in self?.tick() }
    }

    /// Reports the marks that have been heard.
    private func advance() {
        guard let feeder else { return }
        for (position, mark) in feeder.takeMarks(upTo: feeder.stream.position) {
            switch mark {
            case .started(let track, let frame, let order):
                heard = (track, position, frame, order)
                report(.started(track))
            case .title(let title): report(.title(title))
            case .buffering(let path, let reason): report(.buffering(path: path, reason: reason))
            case .goesOn: report(.resumed)
            case .failed(let path, let reason): report(.failed(path: path, reason: reason))
            case .interrupted(let order, let frame, let reason): wait(order, at: frame, reason: reason)
            case .finished:
                stop()
                report(.finished)
            }
        }
    }

    private func noteProgress() {
        let track = heard.flatMap { $0.track.number == order?.current ? $0.track : nil }
        let new = PlayerProgress(time: order == nil ? .zero : place.time, duration: track?.duration)
        progress.withLock { $0 = new }
    }

    private func reportPosition() {
        guard let positionInterval, heard != nil, interruption == nil, thread.now >= nextPosition else { return }
        nextPosition = thread.now + positionInterval
        report(.position(place))
    }
}

/// The place in the track that is heard.
package struct PlayerProgress: Equatable, Sendable {
    /// The time from the beginning of the track.
    package var time = Duration.zero
    /// The duration of the track; nil if it is not known.
    package var duration: Duration?

    /// The part that has been heard, from 0 to 1; nil if the duration is not known.
    package var share: Double? {
        guard let duration, duration > .zero else { return nil }
        return min(max(time / duration, 0), 1)
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
