import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO

/// A noise near the microphone of a bench.
public enum BenchNoise: Sendable {
    /// A clap of hands, followed by a pause of 0.3 s.
    case clap
    /// Noise with a duration, and a level in decibels relative to full scale (dBFS).
    case noise(for: Duration = .seconds(1), level: Int = -20)
    /// Silence with a duration.
    case silence(for: Duration)
}

/// The simulated microphones of a bench. A test chooses the sounds that they receive, in virtual time.
extension Bench {
    /// Plays a noise to a microphone. The call lets time pass until 0.5 s after the end of the noise.
    ///
    /// - Parameters:
    ///   - times: The number of times that the noise is played, without a pause between them.
    ///   - microphone: The name of the microphone; nil for the only one.
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`.
    public func hear(_ noise: BenchNoise, times: Int = 1, on microphone: String? = nil) throws {
        let device = try self.microphone(microphone)
        let samples = noise.samples
        hear(Array((0..<max(times, 0)).map { _ in samples }.joined()), on: device)
    }

    /// Plays a sound file, which libsndfile decodes, to a microphone. The call lets time pass until 0.5 s after the end of the
    /// sound.
    ///
    /// - Parameters:
    ///   - file: The path of the file.
    ///   - microphone: The name of the microphone; nil for the only one.
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`, or the error of the file.
    public func hear(file: String, on microphone: String? = nil) throws {
        let device = try self.microphone(microphone)
        let format = AudioFormat(rate: SimulatedMicrophone.rate, channels: 1)
        let engine = try AudioEngine(output: SimulatedOutput(format: format, pacedBy: time), on: time) { _ in }
        defer { engine.close() }
        let sound = try Wiring.empty.load(SoundName(file), for: engine)
        hear(Array(sound.samples), on: device)
    }

    /// The recordings that have ended, the earliest first. A bench writes no files, but ``player`` can play a recording, as
    /// silence of the same duration.
    public var recordings: [SoundRecording] { simulated.recordings.finished }

    /// The reason with which all later recordings end, such as `.noRoom`; nil, the default, if recordings succeed.
    public var recordingFailure: SoundRecording.End? {
        get { simulated.recordings.failure }
        set { simulated.recordings.failure = newValue }
    }

    private func hear(_ samples: [Float], on device: SimulatedMicrophone) {
        // After the work that waits, which may be that the microphone begins to listen.
        time.async { device.play(samples) }
        let milliseconds = samples.count * 1000 / SimulatedMicrophone.rate
        advance(by: .milliseconds(milliseconds + 500))
    }

    private func microphone(_ name: String?) throws(BoardError) -> SimulatedMicrophone {
        let wired = devices.wiring.devices.filter { $0.kind == Microphone.kind }
        let found = name == nil && wired.count == 1 ? wired.first : wired.first { $0.name == name }
        for control in found?.controls ?? [] {
            if case .enter(let place, _, _) = control.form,
                let device = chip.operated(place) as? SimulatedMicrophone
            {
                return device
            }
        }
        throw board.missing("microphone", name ?? "", known: wired.map(\.name))
    }
}

extension BenchNoise {
    fileprivate var samples: [Float] {
        switch self {
        case .clap: SimulatedMicrophone.samples("clap") ?? []
        case .noise(let duration, let level):
            SimulatedMicrophone.samples("noise \(Int(duration / .milliseconds(1))) \(level)") ?? []
        case .silence(let duration):
            Array(repeating: 0, count: Int(duration / .milliseconds(1)) * SimulatedMicrophone.rate / 1000)
        }
    }
}
