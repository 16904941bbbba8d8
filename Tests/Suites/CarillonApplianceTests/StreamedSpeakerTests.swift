import CarillonAudio
import CarillonScheduling
import Foundation
import LinuxSound
import MobiusCore
import Synchronization
import TestSupport
import Testing

@testable import CarillonDevices

/// The loudspeaker with a sound that is too long for memory, and with a file that disappears.
@Suite struct StreamedSpeakerTests {
    private let path = NSTemporaryDirectory() + "carillon-speaker-\(UUID().uuidString).wav"
    private let time = VirtualTime()
    private let speaker: Speaker
    private let told = Told()

    init() throws {
        let output = try AudioDevice.file(path).open(pacedBy: time)
        let writer = try AudioEngine(output: output, on: time)
        time.advance(by: .seconds(1))
        writer.close()
        let observer = DeviceObserver(didFail: { [told] error in told.failures.withLock { $0.append("\(error)") } })
        let engine = try AudioEngine(output: SimulatedOutput(pacedBy: time), on: time)
        speaker = Speaker(engine: engine, queue: time, observer: observer) { [path] _, engine in
            try Sound(contentsOf: path, for: engine.format, limit: 256 << 10)
        }
    }

    @Test func unreadableFileIsReportedToTheLoop() throws {
        let play: AnyEffectHandler<Void, VoiceEndReason> = try speaker.handler("greeting", then: { $0 })
        try FileManager.default.removeItem(atPath: path)
        _ = play.handle((), callback())
        time.advance(by: .seconds(1))
        expectEqual(told.ends.withLock { $0 }, [.failed])
    }

    @Test func failureOfAnUnobservedSoundIsReported() throws {
        let play: AnyEffectHandler<Void, VoiceEndReason> = try speaker.handler("greeting")
        try FileManager.default.removeItem(atPath: path)
        _ = play.handle((), callback())
        time.advance(by: .seconds(1))
        expectEqual(told.failures.withLock { $0 }, [SoundError.missing(file: path).description])
    }

    private func callback() -> EffectCallback<VoiceEndReason> {
        EffectCallback(onSend: { [told] end in told.ends.withLock { $0.append(end) } }, onEnd: {})
    }

    private final class Told: Sendable {
        let failures = Mutex<[String]>([])
        let ends = Mutex<[VoiceEndReason]>([])
    }
}
