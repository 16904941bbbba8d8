import Foundation

/// Hears what programs play on `hw:Loopback,0`: records the other end of the loopback sound card, 48 kHz stereo.
final class LoopbackCapture {
    private let recorder: Program

    /// Begins to record. What is played after this returned is heard from its first sample on.
    ///
    /// - Parameter format: ALSA's name of the sample format, which is then the only one that can be played.
    init(format: String = "S16_LE") throws {
        // Above all others, as nothing of what is played may be lost because the recorder had to wait.
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

    /// What was heard so far.
    var left: Samples { Samples(raw: recorder.outputBytes, channel: 0, of: 2) }
    var right: Samples { Samples(raw: recorder.outputBytes, channel: 1, of: 2) }

    /// All of it, as it was recorded.
    var bytes: Data { recorder.outputBytes }

    /// What the recorder complained of: that it came too late, for one.
    var errors: String { recorder.errors }

    /// Both channels, a sample of each in turn.
    var interleaved: [Int16] { recorder.outputBytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) } }

    /// What was heard between silences of 10 frames and more, both channels in turn.
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

    /// Waits until a sound was heard.
    func waitForSound() throws {
        try wait(until: "a sound is heard", details: recorder.errors) { !recorder.outputBytes.isSilence }
    }

    /// Waits until a sound was heard, and half a second of silence after it.
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

    /// What a program plays on, as the kernel sees it: `closed` when nobody has it open.
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
