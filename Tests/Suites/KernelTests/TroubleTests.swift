import Foundation
import Testing

extension RealKernel {
    /// Faults of a sound card during playback.
    @Suite struct Trouble {
        @Test func hundredXrunsDoNotEndAVoice() throws {
            let sound = Noise(frames: 48_000 * 12, seed: 8)
            let file = try sound.write("xruns")
            let capture = try LoopbackCapture()
            defer { capture.end() }
            let probe = try AudioProbe(["play=\(file)"])
            defer { probe.program.end() }
            try capture.waitForSound()
            for _ in 0..<100 {
                // The device has samples for 20 ms, and then underruns.
                probe.program.send(SIGSTOP)
                usleep(40_000)
                probe.program.send(SIGCONT)
                usleep(50_000)
            }
            #expect(!probe.lines.contains { $0.hasPrefix("ended") })
            try probe.wait(for: "xruns")
            #expect(probe.lines.contains("ended finished"))
            let xruns = probe.lines.last.flatMap { Int($0.dropFirst("xruns ".count)) } ?? 0
            #expect(xruns >= 100)
            try capture.waitForSoundAndSilence()
            // After the last gap, the sound is unchanged to its last sample.
            let end = capture.interleaved.reversed().drop { $0 == 0 }
            #expect(end.prefix(9_600).elementsEqual(sound.samples.reversed().prefix(9_600)))
        }

        @Test func cardRemovedAndReturnedTenTimesPlaysAgainWithinASecond() throws {
            let sound = Noise(frames: 48_000 * 40, seed: 9, amplitude: 1_000)
            let probe = try AudioProbe(["play=\(try sound.write("away"))"])
            defer { probe.program.end() }
            try waitUntilPlaying(within: .seconds(20))
            for round in 1...10 {
                try KernelFile(path: "/sys/bus/platform/drivers/snd_aloop/unbind").write("snd_aloop.0")
                try probe.wait(for: "lost", count: round)
                try KernelFile(path: "/sys/bus/platform/drivers/snd_aloop/bind").write("snd_aloop.0")
                try waitUntilPlaying(within: .seconds(1))
                try probe.wait(for: "returned", count: round)
            }
            #expect(!probe.lines.contains { $0.hasPrefix("ended") })
            probe.program.send(SIGTERM)
        }

        private func waitUntilPlaying(within limit: Duration) throws {
            try wait(until: "the card plays", within: limit) {
                (try? LoopbackCapture.playbackStatus)?.contains("RUNNING") ?? false
            }
        }
    }
}
