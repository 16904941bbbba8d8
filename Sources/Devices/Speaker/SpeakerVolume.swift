import CarillonAudio
import CarillonScheduling
import MobiusCore

/// The main volume of the loudspeaker, or the volume of one of its buses.
///
///     controller.connectView(board.speaker.volume.view { .percent($0.volume) })
///     controller.connectView(board.speaker.volume(of: .music).mute.view { $0.isPaused })
///     .routeCase(Effect.wake).to(board.speaker.volume(of: .alarm).handler(.percent(80), over: .seconds(60)))
///
/// The main volume applies to all buses but `alarm`. A change takes 30 ms, which avoids a click, or the duration that the
/// caller states. The page, the panel and the fleet show a slider and a mute switch for the main volume, and for each bus
/// that the program requests.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class SpeakerVolume: Fading, @unchecked Sendable {
    /// The bus; nil for the main volume.
    public let bus: AudioBus?

    private let engine: AudioEngine
    private let queue: any Scheduler
    private let observer: DeviceObserver
    public let views = ViewCount()
    private let mutingViews = ViewCount()
    /// The slow change that is under way.
    private let fade = Locked<Fade?>(nil)

    init(of bus: AudioBus?, engine: AudioEngine, queue: any Scheduler, observer: DeviceObserver) {
        (self.bus, self.engine, self.queue, self.observer) = (bus, engine, queue, observer)
    }

    /// The volume that is set, even while the bus is muted. May be read from any thread.
    public var volume: Volume { engine.volume(of: bus) }

    /// Whether the bus is muted; if `bus` is nil, whether the main volume is muted. May be read from any thread.
    public var isMuted: Bool { engine.isMuted(bus) }

    /// Sets the volume. May be called from any thread.
    ///
    ///     .routeCase(Effect.volume).to(board.speaker.volume.set)     // case volume(Volume)
    public func set(_ volume: Volume) {
        let isNew = fade.withLock { fade in
            fade = nil
            guard volume != self.volume else { return false }
            engine.setVolume(of: bus, to: volume)
            return true
        }
        if isNew { changed(0) }
    }

    /// Changes the present volume slowly to another one, in inaudible steps. May be called from any thread.
    ///
    /// - Parameter duration: At most 366 days.
    public func set(_ volume: Volume, over duration: Duration) {
        queue.performOrEnqueue { [self] in
            let change = fade.withLock { fade -> Fade? in
                guard volume != fade?.end ?? self.volume else { return nil }
                let end = queue.now + min(duration, .seconds(366 * 24 * 3600))
                fade = Fade(begin: self.volume, end: volume, time: queue.now, endTime: end)
                return fade
            }
            if let change { step(change) }
        }
    }

    public func view<Model>(
        over duration: Duration, _ volume: @escaping @Sendable (Model) -> Volume
    ) -> DeviceView<Model> {
        DeviceView(views) { [self] model in set(volume(model), over: duration) }
    }

    /// Takes the present step of a slow change, unless another volume has been set. Queue only.
    private func step(_ change: Fade) {
        let now = queue.now
        let isUnderWay = fade.withLock { fade in
            guard fade == change else { return false }
            engine.setVolume(of: bus, to: change.volume(at: now))
            if now >= change.endTime { fade = nil }
            return true
        }
        guard isUnderWay else { return }
        observer.changed(0)
        guard now < change.endTime else { return }
        _ = queue.schedule(at: min(now + change.step, change.endTime)) { [weak self] in self?.step(change) }
    }

    /// The mute switch, which makes the bus silent, or audible again at its volume.
    public var mute: SettablePart<Bool> { SettablePart(mutingViews) { [self] in mute($0) } }

    private func mute(_ isMuted: Bool) {
        guard isMuted != self.isMuted else { return }
        engine.setMuted(isMuted, on: bus)
        changed(1)
    }

    private func changed(_ feature: Int) {
        queue.performOrEnqueue { [observer] in observer.changed(feature) }
    }
}

/// A slow change of a volume.
private struct Fade: Equatable {
    let begin, end: Volume
    let time, endTime: Duration

    /// The time of half a percent, which is 0.2 dB, but not less than a change takes.
    var step: Duration {
        max((endTime - time) * (0.5 / max(abs(end.percent - begin.percent), 0.5)), .milliseconds(30))
    }

    func volume(at now: Duration) -> Volume {
        guard now < endTime else { return end }
        return .percent(begin.percent + (end.percent - begin.percent) * ((now - time) / (endTime - time)))
    }
}

extension SpeakerVolume: FeatureProviding {
    public static var kind: DeviceKind { DeviceKind("volume") }

    /// The name of the bus; `main` for the main volume.
    public var name: String { bus?.rawValue ?? "main" }

    /// The volume in percent, and the mute switch. The page and the fleet can set both.
    public var features: [Feature] {
        [
            Feature(canBeSet: true, isDriven: views.isDriven),
            Feature("muted", canBeSet: true, isDriven: mutingViews.isDriven),
        ]
    }

    public func value(of feature: Int) -> Feature.Value {
        feature == 0
            ? .level((volume.percent * 10).rounded() / 10, Feature.Scale(0...100, unit: " %"))
            : .toggle(isMuted ? .on : .off)
    }

    public func setFeature(_ feature: Int, to value: Feature.Value) {
        switch value {
        case .level(let percent?, _): set(.percent(percent))
        case .toggle(let pattern): mute(pattern != .off)
        default: break
        }
    }
}
