import CarillonAudio
import CarillonScheduling
import MobiusCore

/// The main volume of the loudspeaker, or the volume of one of its buses.
///
///     controller.connectView(board.speaker.volume.showing { .percent($0.volume) })
///     controller.connectView(board.speaker.volume(of: .music).muting { $0.isPaused })
///
/// The main volume applies to all buses but `alarm`. A change takes 30 ms, without a click. The page, the panel and the fleet
/// show a slider and a mute switch for the main volume, and for each bus that the program requests.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class SpeakerVolume: @unchecked Sendable {
    /// The bus; nil for the main volume.
    public let bus: AudioBus?

    private let engine: AudioEngine
    private let queue: any LoopQueue
    private let observer: DeviceObserver
    private let views = ViewCount()
    private let mutingViews = ViewCount()

    init(of bus: AudioBus?, engine: AudioEngine, queue: any LoopQueue, observer: DeviceObserver) {
        (self.bus, self.engine, self.queue, self.observer) = (bus, engine, queue, observer)
    }

    /// The volume that is set, even while the bus is muted. May be read from any thread.
    public var volume: Volume { engine.volume(of: bus) }

    /// Whether the bus is muted; if `bus` is nil, whether the main volume is muted. May be read from any thread.
    public var isMuted: Bool { engine.isMuted(bus) }

    /// Returns the view that sets the volume that `volume` returns for each model.
    public func showing<Model>(_ volume: @escaping @Sendable (Model) -> Volume) -> DeviceView<Model> {
        DeviceView(views) { [self] model in set(volume(model)) }
    }

    /// Returns the view that mutes or unmutes the bus, as `isMuted` returns for each model.
    public func muting<Model>(_ isMuted: @escaping @Sendable (Model) -> Bool) -> DeviceView<Model> {
        DeviceView(mutingViews) { [self] model in mute(isMuted(model)) }
    }

    /// Sets the volume. May be called from any thread.
    ///
    ///     .routeCase(Effect.volume).to(board.speaker.volume.set)     // case volume(Volume)
    public func set(_ volume: Volume) {
        guard volume != self.volume else { return }
        engine.setVolume(of: bus, to: volume)
        changed(0)
    }

    /// Returns the effect handler that sets the volume.
    public func set<Event>(_ volume: Volume) -> AnyEffectHandler<Void, Event> { .performing { [self] in set(volume) } }

    /// Mutes the bus, or makes it audible again at its volume. May be called from any thread.
    public func mute(_ isMuted: Bool) {
        guard isMuted != self.isMuted else { return }
        engine.setMuted(bus, to: isMuted)
        changed(1)
    }

    /// Returns the effect handler that mutes or unmutes the bus.
    public func mute<Event>(_ isMuted: Bool) -> AnyEffectHandler<Void, Event> {
        .performing { [self] in mute(isMuted) }
    }

    private func changed(_ feature: Int) {
        if queue.isCurrent {
            observer.changed(feature)
        } else {
            queue.async { [observer] in observer.changed(feature) }
        }
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

    public func set(_ feature: Int, to value: Feature.Value) {
        switch value {
        case .level(let percent?, _): set(.percent(percent))
        case .toggle(let pattern): mute(pattern != .off)
        default: break
        }
    }
}
