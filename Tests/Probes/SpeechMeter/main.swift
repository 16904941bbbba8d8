import CarillonAudio
import CarillonRealTime
import CarillonScheduling
import Glibc
import LinuxSound

// Measures the time from the request to speak until the first sample of the speech has been mixed, with texts of ten words
// that have not been said before, and prints the median and the 99th percentile in milliseconds.
//
//     taskset --cpu-list 0 SpeechMeter COUNT
//
// The output is alsa-lib's `null`, with the periods of a sound card.

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 50
let queue = try RealTimeQueue(
    name: "speech", configuration: RealTimeConfiguration(), onDenial: { _ in })
let output = try ALSAOutput("null")
let engine = try AudioEngine(output: output, on: queue)
let synthesizer = EspeakSpeech()
let clock = ContinuousClock()

/// Says a text, and returns the time to its first sample.
func start(_ text: String) throws -> Duration {
    let utterance = try Utterance(Speech(text))
    let samples = SpokenSamples(format: engine.format)
    let sound = Sound(name: text, format: engine.format, frameCount: 0, stream: samples)
    let begin = clock.now
    guard let voice = engine.play(sound, Playback(bus: .speech)) else { throw SpeechError.refused }
    synthesizer.speak(utterance, into: samples)
    var elapsed = Duration.zero
    while voice.position ?? .seconds(1) == .zero, elapsed < .seconds(10) {
        usleep(100)
        elapsed = clock.now - begin
    }
    if let reason = samples.reason { throw reason }
    voice.stop()
    while engine.isSounding { usleep(1_000) }
    return elapsed
}

// The first one also loads what later ones find in memory.
_ = try start("Warm up the caches of this computer, please, and then begin.")
let times = try (1...count).map { number in
    try start("This is the sentence number \(number) of those that I say.") / .milliseconds(1)
}.sorted()
print(#"{"p50": \#(times[times.count / 2]), "p99": \#(times[min(times.count * 99 / 100, times.count - 1)])}"#)
engine.close()
queue.stop()
