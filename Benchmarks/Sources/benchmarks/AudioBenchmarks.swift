import CarillonAudio
import CarillonRealTime

/// The work of the audio thread in each period.
enum AudioBenchmarks {
    private static let voices = 32
    private static let period = 240
    private static let periods = 100

    static var all: [Benchmark] {
        [
            // A frame of one voice whose gain is ramping.
            Benchmark("audio.mix.voice", operations: voices * period * periods) { mixing(ramped: true) },
            // A frame of 32 voices, limited and converted to 16 bits. Their sum is too loud, so that the limiter works.
            Benchmark("audio.mix", operations: period * periods) { mixing(ramped: false) },
        ]
    }

    /// The share of a core that 32 voices take, at 48 kHz in stereo.
    static func shares(of rows: [Row]) -> [Row] {
        rows.filter { $0.name == "audio.mix" }.map { row in
            Row(name: "audio.mix.core", unit: "%", value: row.value * 48_000 / 1e9 * 100, reference: nil)
        }
    }

    /// - Parameter ramped: Whether all gains are ramping. The mix is then not too loud, and is not converted.
    private static func mixing(ramped: Bool) -> () -> Void {
        let scene = MixingScene(voices: voices, playback: Playback(gain: ramped ? -40 : 0, loops: true))
        if ramped { for voice in scene.playing { voice.setGain(-34, over: .seconds(360_000)) } }
        return {
            for _ in 0..<periods { scene.output.turn(frames: period, converts: !ramped) }
            // As a loop does: stops a voice, starts another one, and releases the ended one.
            if !ramped { scene.replaceOne() }
        }
    }
}

/// An engine whose output the benchmark drives.
private final class MixingScene {
    let output = TurnedOutput()
    private(set) var playing: [Voice] = []
    private let engine: AudioEngine
    private let queue: RealTimeQueue
    private let sound: Sound
    private let playback: Playback
    private var oldest = 0

    init(voices: Int, playback: Playback) {
        queue = try! RealTimeQueue(name: "audio", priority: 0)
        engine = try! AudioEngine(output: output, on: queue)
        self.playback = playback
        let samples = (0..<96_000).map { Float($0 % 200) / 100 - 1 }
        sound = Sound(name: "saw", format: .standard, samples: samples)
        for _ in 0..<voices { playing.append(engine.play(sound, playback)!) }
        output.turn(frames: 240, converts: true)
    }

    deinit { queue.stop() }

    func replaceOne() {
        playing[oldest].stop()
        output.turn(frames: 240, converts: true)
        if let voice = engine.play(sound, playback) { playing[oldest] = voice }
        oldest = (oldest + 1) % playing.count
    }
}

/// An output that takes samples when `turn` is called.
///
/// `@unchecked Sendable`: used on one thread only.
private final class TurnedOutput: AudioOutput, @unchecked Sendable {
    let format = AudioFormat.standard
    let description = "turned"
    private var renderer: AudioRenderer?
    private let mix = UnsafeMutableBufferPointer<Float>.allocate(capacity: 480)
    private let samples = UnsafeMutableRawPointer.allocate(byteCount: 960, alignment: 16)

    init() { mix.initialize(repeating: 0) }

    deinit {
        mix.deallocate()
        samples.deallocate()
    }

    func start(_ renderer: AudioRenderer) { self.renderer = renderer }
    func commandsDidArrive() {}
    func close() { renderer = nil }

    func turn(frames: Int, converts: Bool) {
        let buffer = UnsafeMutableBufferPointer(rebasing: mix[..<(frames * 2)])
        renderer?.takeCommands()
        renderer?.render(into: buffer)
        if converts { SampleFormat.s16.convert(UnsafeBufferPointer(buffer), to: samples) }
    }
}
