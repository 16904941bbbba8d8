import CarillonAudio
import CarillonScheduling
import MobiusCore

/// The player of music. It plays files and folders, one track after the other without a gap, on the bus for music.
///
///     .withEventSource(board.player.events { .player($0) })
///     ...
///     .routeCase(Effect.music).to(board.player.perform)              // case music(PlayerCommand)
///     .routeCase(Effect.next).to(board.player.handler(.next))
///
/// Between tracks that have the sample rate of the sound card, no sample is missing or added. Files are read a second ahead on
/// a separate thread, so neither the loop nor the sound card waits for them. The memory use does not depend on the number or
/// the length of the tracks. A track that cannot be read is reported and skipped. After ten such tracks in succession, the
/// player stops.
///
/// A path that begins with `http://` or `https://` is a stream: see Documentation/Streams.md.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class Player: EffectHandling, @unchecked Sendable {
    private let core: PlayerCore
    private let thread: any Scheduler
    private let queue: any Scheduler
    private let observer: DeviceObserver
    private let listeners: Listeners<PlayerEvent>
    /// Whether a track is playing or buffering; false while the player is paused or stopped, or waits for a medium. Queue only.
    public private(set) var isPlaying = false
    /// The title that the track was started with: the name of the station of a stream. Queue only.
    private var station: String?
    /// The track that was started last; nil before the first track. Queue only.
    public private(set) var track: Track?

    /// - Parameters:
    ///   - store: The tracks.
    ///   - thread: The thread on which files are read.
    ///   - random: The source of the order of shuffled lists.
    ///   - queue: The board's queue.
    ///   - arrive: Carries out work on the queue, with an event as an input of the session. Called on `thread`.
    package init(
        engine: AudioEngine, store: any TrackStore, thread: any Scheduler, random: RandomNumbers, queue: any Scheduler,
        observer: DeviceObserver,
        arrive: @escaping @Sendable (PlayerEvent, _ work: @escaping @Sendable () -> Void) -> Void
    ) {
        (self.thread, self.queue, self.observer) = (thread, queue, observer)
        listeners = Listeners(on: queue)
        let receiver = Receiver()
        core = PlayerCore(engine: engine, store: store, thread: thread, random: random) { event in
            arrive(event) { receiver.player.withLock { $0.player }?.receive(event) }
        }
        receiver.player.withLock { $0.player = self }
    }

    /// Carries out a command after the earlier ones. May be called from any thread, and returns at once.
    public func perform(_ command: PlayerCommand) {
        thread.async { [core, queue, weak self] in
            core.perform(command)
            // No event tells of it, because the loop has asked for it. Those before it come before it.
            if command == .stop { queue.async { [weak self] in self?.stopped() } }
        }
    }

    /// Queue only.
    private func stopped() { show(isPlaying: false) }

    public func handle<Event: Sendable>(
        _ command: PlayerCommand, _ callback: EffectCallback<Event>
    ) -> any Disposable {
        perform(command)
        callback.end()
        return EmptyDisposable()
    }

    /// Returns the event source that sends the result of `event` for each event of the player.
    ///
    /// - Parameters:
    ///   - interval: The interval at which `.position` is sent while the player is playing, at least 100 ms; nil for never.
    ///     The shortest interval that the program requests applies to all sources. A program that continues near the same
    ///     position after a power cut needs an interval of a few seconds.
    ///   - event: Returns the event to send. Called on the board's queue.
    public func events<Event: Sendable>(
        positionEvery interval: Duration? = nil, send event: @escaping @Sendable (PlayerEvent) -> Event
    ) -> AnyEventSource<Event> {
        AnyEventSource { [self] consumer in
            if let interval { thread.async { [core] in core.reportPosition(every: interval) } }
            return listeners.add { consumer(event($0)) }
        }
    }

    private var progress: PlayerProgress { core.progress.withLock { $0 } }

    /// Reads the cover of a track from the track's file on the player's thread. May be called from any thread, and returns at
    /// once.
    ///
    /// - Parameter receive: Called on the player's thread, with nil if the file has no JPEG or PNG cover of up to 2 MiB. A
    ///   recorded session does not contain this call.
    public func readCover(of track: Track, _ receive: @escaping @Sendable (TrackCover?) -> Void) {
        thread.async { [core] in receive(core.cover(of: track.path)) }
    }

    /// Shows an event, and sends it to the loops. Queue only.
    package func receive(_ event: PlayerEvent) {
        switch event {
        case .started(let started):
            (track, station) = (started, started.title)
            observer.changed(1)
            show(isPlaying: true)
        case .resumed: show(isPlaying: true)
        case .buffering(let path, let reason):
            show(isPlaying: true)
            if let reason { observer.didFail(TrackNotPlayed(path: path, reason: "\(reason); trying again")) }
        case .title(let title):
            track?.title = title.isEmpty ? station : title
            observer.changed(1)
        case .paused, .finished: show(isPlaying: false)
        case .waiting(_, let reason):
            show(isPlaying: false)
            observer.didFail(TrackNotPlayed(path: track?.path ?? "", reason: "\(reason); waiting for it"))
        case .failed(let path, let reason): observer.didFail(TrackNotPlayed(path: path, reason: reason))
        case .position: break
        }
        listeners.notify(event)
    }

    private func show(isPlaying: Bool) {
        guard isPlaying != self.isPlaying else { return }
        self.isPlaying = isPlaying
        observer.changed()
    }

    /// Breaks the circle of the player, its core and its events.
    private final class Receiver: Sendable {
        struct Weak { weak var player: Player? }

        let player = Locked(Weak())
    }
}

extension Player: FeatureProviding {
    public static var kind: DeviceKind { DeviceKind("player") }

    /// The name of every board's player: `music`.
    public var name: String { "music" }

    /// The playing state, the track's name, the position in percent, the time as text, and the commands for the previous and
    /// the next track. The page and the fleet can set all of them but the name and the time.
    public var features: [Feature] {
        [
            Feature(canBeSet: true), Feature("track", hasImage: true),
            Feature("position", canBeSet: true, isProgress: true),
            Feature("time", isProgress: true), Feature("previous", canBeSet: true), Feature("next", canBeSet: true),
        ]
    }

    public func value(of feature: Int) -> Feature.Value {
        let progress = progress
        switch feature {
        case 0: return .toggle(isPlaying ? .on : .off)
        case 1: return .text(track?.name ?? "")
        case 2:
            let percent = progress.share.map { ($0 * 1000).rounded() / 10 }
            return .level(percent, Feature.Scale(0...100, unit: " %", hasOff: true))
        case 3: return .text(progress.text)
        default: return .press(false)
        }
    }

    /// Reads the cover of the current track; nil if there is no track or no cover.
    public func readImage(of feature: Int, _ receive: @escaping @Sendable (Feature.Image?) -> Void) {
        guard let track else { return receive(nil) }
        readCover(of: track) { cover in
            receive(cover.map { Feature.Image(mediaType: $0.mediaType, bytes: $0.bytes) })
        }
    }

    public func setFeature(_ feature: Int, to value: Feature.Value) {
        switch value {
        case .toggle(let pattern): perform(pattern == .off ? .pause : .resume)
        case .level(let percent?, _):
            if let duration = progress.duration { perform(.seek(duration * (percent / 100))) }
        case .press: perform(feature == 4 ? .previous : .next)
        default: break
        }
    }
}

extension PlayerProgress {
    /// The time and the duration in minutes and seconds: `1:05 of 3:20`; empty before the first track.
    fileprivate var text: String {
        guard time > .zero || duration != nil else { return "" }
        return Self.text(time) + (duration.map { " of \(Self.text($0))" } ?? "")
    }

    private static func text(_ time: Duration) -> String {
        let seconds = time.components.seconds
        let rest = seconds % 60
        return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
    }
}

/// The error of a track that cannot be played.
public struct TrackNotPlayed: Error, Equatable, CustomStringConvertible {
    /// The path of the track.
    public let path: String
    /// The reason why the track cannot be played.
    public let reason: String
    /// The message for users, with the path and the reason.
    public var description: String { "cannot play the track \"\(FilePath.shown(path))\": \(reason)" }
}
