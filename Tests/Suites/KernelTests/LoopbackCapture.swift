import Foundation

/// A recording of the sound that programs play on `hw:Loopback,0`, from the other end of the loopback card, 48 kHz
/// stereo.
final class LoopbackCapture {
    private let recorder: Program

    /// Starts recording. A sound that is played after this returns is recorded from its first sample on.
    ///
    /// - Parameter format: ALSA's name of the sample format. Programs can then play only this format.
    init(format: String = "S16_LE") throws {
        // At a priority above all other programs, because no sample may be lost.
        recorder = try Program(
            "chrt",
            [
                "--fifo", "90", "arecord", "--quiet", "--device=hw:Loopback,1", "--file-type=raw", "--format=\(format)",
                "--rate=48000", "--channels=2", "--period-size=1024", "--buffer-size=131072",
            ])
        try wait(until: "the recording runs", details: recorder.errors) {
            try Self.status("pcm1c").contains("RUNNING")
        }
    }

    /// The left channel recorded so far.
    var left: Samples { Samples(raw: recorder.outputBytes, channel: 0, of: 2) }
    var right: Samples { Samples(raw: recorder.outputBytes, channel: 1, of: 2) }

    /// The recorded bytes.
    var bytes: Data { recorder.outputBytes }

    /// The recorder's error messages, for example about an overrun.
    var errors: String { recorder.errors }

    /// The samples of both channels, interleaved.
    var interleaved: [Int16] { recorder.outputBytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) } }

    /// The passages between silences of 10 frames and more, interleaved.
    var passages: [[Int16]] {
        let samples = interleaved
        var (passages, start, silence) = ([[Int16]](), 0, 20)
        for index in samples.indices {
            if samples[index] == 0 {
                silence += 1
                if silence == 20 { passages.append(Array(samples[start...(index - 20)])) }
            } else {
                if silence >= 20 { start = index }
                silence = 0
            }
        }
        return passages
    }

    /// Waits until a sound is recorded.
    func waitForSound() throws {
        try wait(until: "a sound is heard", details: recorder.errors) { !recorder.outputBytes.isSilence }
    }

    /// Waits until a sound is recorded, and half a second of silence after it.
    func waitForSoundAndSilence() throws {
        try waitForSound()
        try wait(until: "the sound is over", details: recorder.errors) {
            recorder.outputBytes.suffix(24000 * 4).isSilence
        }
    }

    func end() {
        recorder.send(SIGINT)
        recorder.end()
    }

    /// The state of the playing device, as reported by the kernel: `closed` if no program has it open.
    static var playbackStatus: String {
        get throws { try status("pcm0p") }
    }

    private static func status(_ stream: String) throws -> String {
        try KernelFile(path: "/proc/asound/Loopback/\(stream)/sub0/status").read()
    }
}

extension Data {
    fileprivate var isSilence: Bool { self == Data(count: count) }
}
