import Foundation
import Testing

extension RealKernel {
    /// What the engine plays, as a sound card gets it.
    @Suite struct Mixing {
        @Test func eachOfTwentySoundsPlayedAloneIsHeardSampleForSample() throws {
            let sounds = (0..<20).map { Noise(frames: 240 + 247 * $0, seed: UInt64($0)) }
            let files = try sounds.enumerated().map { try $1.write("alone\($0)") }
            let heard = try capture(files.flatMap { ["play=\($0)", "wait=20"] })
            #expect(heard.passages.count == 20)
            for (number, (sound, passage)) in zip(sounds, heard.passages).enumerated() {
                let start = passage.firstIndex { $0 == sound.samples[0] }
                #expect(
                    passage == sound.samples,
                    "sound \(number): \(passage.count) of \(sound.samples.count) samples, from \(start ?? -1)")
            }
            #expect(heard.lines.count { $0 == "ended finished" } == 20)
            #expect(heard.lines.last == "xruns 0")
        }

        @Test func aClipOfFiveMillisecondsIsHeardWhole() throws {
            let clip = Noise(frames: 240, seed: 5)
            let heard = try capture(["play=\(try clip.write("clip"))"])
            #expect(heard.passages == [clip.samples])
        }

        @Test func eightAtOnceAreTheirSum() throws {
            let sounds = (0..<8).map { Noise(frames: 4_800 + 480 * $0, seed: 100 + UInt64($0)) }
            let files = try sounds.enumerated().map { try $1.write("eight\($0)") }
            let heard = try capture(["together=-19,\(files.joined(separator: ","))"])
            let gain = pow(10, -19.0 / 20)
            let sum = (0..<sounds[7].samples.count).map { index in
                sounds.reduce(0) { $0 + (index < $1.samples.count ? Double($1.samples[index]) * gain : 0) }
            }
            let mix = heard.everything.drop { $0 == 0 }.prefix(sum.count)
            // The first sample of the sum may itself be next to nothing.
            #expect(mix.count == sum.count)
            let largest = zip(mix, sum).map { abs(Double($0) - $1) }.max() ?? .infinity
            #expect(largest <= 1)
        }

        @Test func theFirstSoundAfterSomeIdleSecondsIsHeardWhole() throws {
            let clip = Noise(frames: 480, seed: 6)
            let file = try clip.write("idle")
            let heard = try capture(["wait=3000", "play=\(file)"])
            #expect(heard.passages == [clip.samples])
            #expect(heard.lines.last == "xruns 0")
        }

        @Test func aDeviceThatWasReleasedIsTakenAgainAndTheFirstSoundIsHeardWhole() throws {
            let clip = Noise(frames: 480, seed: 7)
            let file = try clip.write("released")
            let capture = try LoopbackCapture()
            defer { capture.end() }
            let probe = try AudioProbe(["release=200", "play=\(file)", "wait=2000", "play=\(file)"])
            defer { probe.program.end() }
            try probe.wait(for: "ended")
            try wait(until: "the device is released") { try LoopbackCapture.playbackStatus == "closed" }
            #expect(probe.program.isRunning && !probe.lines.contains("waited"))
            try probe.wait(for: "ended", count: 2)
            #expect(try probe.program.waitForExit() == 0)
            try capture.waitForSoundAndSilence()
            #expect(capture.passages == [clip.samples, clip.samples])
        }

        private func capture(_ steps: [String]) throws -> (passages: [[Int16]], everything: [Int16], lines: [String]) {
            let capture = try LoopbackCapture()
            defer { capture.end() }
            let probe = try AudioProbe(steps)
            defer { probe.program.end() }
            #expect(try probe.program.waitForExit(within: .seconds(60)) == 0, "\(probe.program.errors)")
            try capture.waitForSoundAndSilence()
            return (capture.passages, capture.interleaved, probe.lines)
        }
    }
}
