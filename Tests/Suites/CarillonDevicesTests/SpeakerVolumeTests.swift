import CarillonAudio
import CarillonScheduling
import Foundation
import MobiusCore
import Synchronization
import TestSupport
import Testing

@testable import CarillonDevices

/// The volume of the loudspeaker as views, effects and features.
@Suite struct SpeakerVolumeTests {
    private let time = VirtualTime()
    private let engine: AudioEngine
    private let features: BoardFeatures
    private let speaker: Speaker
    private let changes = Changes()

    init() throws {
        engine = try AudioEngine(output: SimulatedOutput(pacedBy: time), on: time)
        let features = BoardFeatures(on: time)
        self.features = features
        speaker = Speaker(
            engine: engine, queue: time, session: nil, observer: features.observer(),
            add: { make in features.add(make(features.observer())) },
            load: { name, engine in Sound(name: "\(name)", format: engine.format, samples: []) })
        features.add(speaker)
        _ = features.observeVisible { [changes] change in changes.all.withLock { $0.append("\(change)") } }
    }

    @Test func viewSetsTheVolumeOfEachModel() {
        let view = speaker.volume.view { (percent: Int) in .percent(percent) }.connect { _ in }
        view.accept(40)
        view.accept(40)
        view.accept(41)
        expectEqual(speaker.volume.volume, engine.volume())
        expectEqual(engine.volume(), .percent(41))
        expectEqual(changes.all.withLock { $0 }, ["volume main 40 %", "volume main 41 %"])
        #expect(speaker.volume.features[0].isDriven && !speaker.volume.features[1].isDriven)
        view.dispose()
        #expect(!speaker.volume.features[0].isDriven)
    }

    @Test func viewMutesABusAndItsVolumeIsKept() {
        let music = speaker.volume(of: .music)
        let view = music.mute.view { (isMuted: Bool) in isMuted }.connect { _ in }
        view.accept(true)
        #expect(engine.isMuted(.music) && !engine.isMuted())
        expectEqual(engine.volume(of: .music), .full)
        view.accept(false)
        #expect(!music.isMuted)
        expectEqual(changes.all.withLock { $0 }, ["volume music muted on", "volume music muted off"])
    }

    @Test func effectsSetAndMuteTheVolume() {
        let volume = speaker.volume(of: .alarm)
        let (set, mute): (AnyEffectHandler<Void, Never>, AnyEffectHandler<Void, Never>) =
            (volume.handler(.decibels(-20)), volume.mute.handler(true))
        let callback = EffectCallback<Never>(onSend: { _ in }, onEnd: {})
        _ = set.handle((), callback)
        #expect(callback.ended)
        #expect(abs(engine.volume(of: .alarm).decibels + 20) < 0.001)
        _ = mute.handle((), EffectCallback<Never>(onSend: { _ in }, onEnd: {}))
        #expect(engine.isMuted(.alarm))
    }

    @Test func volumeChangesSlowlyToTheModelsVolume() {
        let volume = speaker.volume(of: .alarm)
        volume.set(.percent(20))
        let view = volume.view(over: .seconds(60)) { (isAwake: Bool) in isAwake ? .percent(20) : .percent(80) }
            .connect { _ in }
        for percent in [35, 50, 65, 80, 80] {
            view.accept(false)
            time.advance(by: .seconds(15))
            #expect(abs(volume.volume.percent - Double(percent)) < 0.5)
        }
        view.accept(true)
        time.advance(by: .seconds(30))
        #expect(abs(volume.volume.percent - 50) < 0.5)
        // Half a percent each half second, with the reports of both ends.
        #expect((180...184).contains(changes.all.withLock { $0.count }))
    }

    @Test func newVolumeEndsTheSlowChange() {
        let volume = speaker.volume
        let rise: AnyEffectHandler<Void, Never> = volume.handler(.silent, over: .seconds(10))
        let callback = EffectCallback<Never>(onSend: { _ in }, onEnd: {})
        _ = rise.handle((), callback)
        #expect(callback.ended)
        time.advance(by: .seconds(5))
        volume.set(.percent(70))
        time.advance(by: .seconds(60))
        expectEqual(volume.volume, .percent(70))
        volume.set(.percent(30), over: .zero)
        expectEqual(volume.volume, .percent(30))
        volume.set(.percent(90), over: .seconds(-1))
        expectEqual(volume.volume, .percent(90))
        volume.set(.full, over: .seconds(Int64.max))
        time.advance(by: .seconds(3600))
        #expect(volume.volume.percent < 91)
        volume.set(.percent(20), over: .seconds(1))
        time.advance(by: .seconds(1))
        expectEqual(volume.volume, .percent(20))
    }

    @Test func volumeCanBeSetFromOutside() {
        let main = BoardFeature(speaker.volume)
        #expect(main.set(.level(25)))
        expectEqual(speaker.volume.volume, engine.volume())
        expectEqual(main.value, .level(25, Feature.Scale(0...100, unit: " %")))
        #expect(!main.set(.level(101)))
        #expect(!main.set(.level(nil)))
        let muted = BoardFeature(speaker.volume, 1)
        #expect(muted.set(.toggle(.on)))
        #expect(speaker.volume.isMuted)
        expectEqual(muted.path.text, "volume/main/muted")
    }

    /// The child's box: 20 dB is a tenth.
    @Test func noWayToSetAVolumeExceedsTheLimit() throws {
        let output = SimulatedOutput(pacedBy: time)
        let engine = try AudioEngine(output: output, on: time)
        engine.setLimit(.decibels(-20))
        #expect(abs(engine.limit.decibels + 20) < 0.001)
        let volume = SpeakerVolume(of: nil, engine: engine, queue: time, observer: DeviceObserver())
        let remembered = try JSONDecoder().decode([Volume].self, from: Data("[1e9]".utf8))[0]
        let effect: AnyEffectHandler<Void, Never> = volume.handler(.decibels(40))
        let ways: [() -> Void] = [
            { volume.view { (_: Int) in .percent(Int.max) }.connect { _ in }.accept(1) },
            { _ = effect.handle((), EffectCallback<Never>(onSend: { _ in }, onEnd: {})) },
            { _ = BoardFeature(volume).set(.level(100)) },
            { _ = BoardFeature(volume).set(.level(1e6)) },
            { volume.set(remembered) },
        ]
        let samples = [Float](repeating: 1, count: engine.format.frames(in: .milliseconds(50)) * 2)
        let loud = Sound(name: "loud", format: engine.format, samples: samples)
        for way in ways {
            volume.set(.percent(20))
            way()
            engine.play(loud, Playback(gain: 12))
            engine.play(loud, .alarm)
            time.advance(by: .milliseconds(200))
        }
        let peak = output.passages.flatMap(\.samples).map { abs(Int($0)) }.max() ?? 0
        #expect((3_270...3_277).contains(peak))
    }

    @Test func volumeOfABusIsOneObjectAndBecomesAFeatureWhenItIsRequested() {
        expectEqual(features.shown.map(\.path.text), ["speaker/sound"])
        let main = speaker.volume
        #expect(speaker.volume(of: .music) === speaker.volume(of: .music))
        #expect(speaker.volume(of: .music) !== main && speaker.volume(of: .music) !== speaker.volume(of: .speech))
        expectEqual(
            features.shown.map(\.path.text),
            [
                "speaker/sound", "volume/main", "volume/main/muted", "volume/music", "volume/music/muted",
                "volume/speech", "volume/speech/muted",
            ])
    }

    private final class Changes: Sendable {
        let all = Mutex<[String]>([])
    }
}
