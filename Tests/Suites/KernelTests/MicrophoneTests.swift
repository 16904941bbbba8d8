import Foundation
import TestSupport
import Testing

extension RealKernel {
    /// Capture from the other end of the loopback card.
    @Suite struct Microphone {
        private let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("capture-\(UUID().uuidString)").path

        private func capture(milliseconds: Int) throws -> Program {
            let probe = try Program(
                Program.builtPath("release/AudioProbe"), ["capture", "hw:Loopback,1", folder, "\(milliseconds)"])
            try wait(until: "the capture runs", details: probe.errors) {
                try KernelFile(path: "/proc/asound/Loopback/pcm1c/sub0/status").read().contains("RUNNING")
            }
            return probe
        }

        private func lines(_ probe: Program) -> [String] { probe.output.split(separator: "\n").map(String.init) }

        /// Plays a sound of one channel into the loopback card, without gaps on a busy machine. A second of silence follows,
        /// because the card may repeat a millisecond of its buffer when aplay ends.
        private func play(_ sound: [Int16]) throws -> Program {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).raw")
            try (sound + Array(repeating: 0, count: 48_000)).withUnsafeBytes { Data($0) }.write(to: file)
            return try Program(
                "chrt",
                [
                    "--fifo", "90", "aplay", "--buffer-time=500000", "--quiet", "--device=hw:Loopback,0",
                    "--file-type=raw", "--format=S16_LE", "--rate=48000", "--channels=1", file.path,
                ])
        }

        private func noise(seconds: Int) -> [Int16] {
            let frames = seconds * 48_000
            return Array(Noise(frames: frames / 2, seed: 3, amplitude: 20_000).samples.prefix(frames))
        }

        @Test func captureEqualsThePlayedSound() throws {
            let sound = noise(seconds: 6)
            let probe = try capture(milliseconds: 12_000)
            defer { probe.end() }
            let player = try play(sound)
            defer { player.end() }
            expectEqual(try player.waitForExit(within: .seconds(60)), 0, "\(player.errors)")
            expectEqual(try probe.waitForExit(within: .seconds(60)), 0, "\(probe.errors)")
            expectEqual(lines(probe).suffix(1), ["xruns 0"])
            #expect(lines(probe).contains("loud") && lines(probe).contains("quiet"))
            let recorded = try Samples(wav: URL(fileURLWithPath: "\(folder)/recordings/0001.wav"))
            expectEqual(recorded.values.count, 576_000)
            expectEqual(recorded.withoutSilenceAround.values, sound)
        }

        @Test func programThatIsStoppedForASecondLosesSoundOnce() throws {
            let probe = try capture(milliseconds: 5000)
            defer { probe.end() }
            usleep(1_000_000)
            probe.send(SIGSTOP)
            usleep(1_000_000)
            probe.send(SIGCONT)
            expectEqual(try probe.waitForExit(within: .seconds(60)), 0, "\(probe.errors)")
            expectEqual(lines(probe).last, "xruns 1")
        }

        @Test func removedCardEndsTheRecordingAndIsUsedAgainWhenItIsBack() throws {
            let probe = try capture(milliseconds: 12_000)
            defer { probe.end() }
            usleep(500_000)
            try KernelFile(path: "/sys/bus/platform/drivers/snd_aloop/unbind").write("snd_aloop.0")
            try wait(until: "the loss is reported") { lines(probe).contains("lost") }
            try wait(until: "the recording has ended") { lines(probe).contains { $0.hasPrefix("recorded lost ") } }
            try KernelFile(path: "/sys/bus/platform/drivers/snd_aloop/bind").write("snd_aloop.0")
            try wait(until: "the capture runs again") {
                (try? KernelFile(path: "/proc/asound/Loopback/pcm1c/sub0/status").read())?.contains("RUNNING") ?? false
            }
            let player = try play(noise(seconds: 2))
            defer { player.end() }
            try wait(until: "the sound is heard") { lines(probe).contains("loud") }
            probe.send(SIGTERM)
        }
    }
}
