import Foundation
import Testing

extension RealKernel {
    /// The samples of the engine, as a sound card receives them.
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

        @Test func periodOf64FramesIsKept() throws {
            let clip = Noise(frames: 4_800, seed: 64)
            let heard = try capture(["period=64", "play=\(try clip.write("short"))"])
            #expect(heard.lines.first?.hasSuffix("mapped, period 64 frames, buffer 1024 frames)") == true)
            #expect(heard.passages == [clip.samples])
            #expect(heard.lines.last == "xruns 0")
        }

        @Test(arguments: ["S32_LE", "S24_LE", "S24_3LE", "FLOAT_LE"])
        func cardOfAnotherSampleFormatIsGivenIt(format: String) throws {
            let sound = Noise(frames: 480, seed: 24)
            let capture = try LoopbackCapture(format: format)
            defer { capture.end() }
            let probe = try AudioProbe(["play=\(try sound.write("format"))", "wait=200"])
            defer { probe.program.end() }
            #expect(try probe.program.waitForExit() == 0, "\(probe.program.errors)")
            #expect(probe.lines.first?.contains(" \(format), mapped") == true)
            #expect(capture.bytes.range(of: Data(sound.samples.flatMap { bytes(of: $0, in: format) })) != nil)
        }

        /// The layers of ALSA between a program and a card: conversion on demand, and mixing with other programs.
        @Test(arguments: ["plughw:Loopback,0", "dmix:Loopback,0", "default:Loopback"])
        func plugInPassesSamplesToTheCard(device: String) throws {
            let clip = Noise(frames: 4_800, seed: 48)
            let heard = try capture(["play=\(try clip.write("plug"))"], on: device)
            #expect(heard.passages == [clip.samples])
            #expect(heard.lines.last == "xruns 0")
        }

        @Test func volumeOfACardIsSetInDecibelsByItsName() throws {
            let configuration = URL(fileURLWithPath: "/etc/asound.conf")
            let text = """
                pcm.quieter {
                    type softvol
                    slave.pcm "hw:Loopback,0"
                    control { name "Bench Playback Volume" card Loopback }
                    min_dB -40.0
                    max_dB 0.0
                    resolution 81
                }
                """
            try text.write(to: configuration, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(at: configuration) }
            // The program that creates the control holds it until that program closes it.
            let maker = try AudioProbe([], on: "quieter")
            #expect(try maker.program.waitForExit() == 0, "\(maker.program.errors)")
            let sound = Noise(frames: 480, seed: 6)
            let file = try sound.write("volume")
            let heard = try capture(["volume=hw:Loopback,Bench,-6", "play=\(file)"], on: "quieter")
            #expect(heard.lines.contains("gain -6.0 of -40.0...0.0"))
            let passage = heard.everything.drop { $0 == 0 }.prefix(sound.samples.count)
            #expect(passage.count == sound.samples.count)
            let largest = zip(passage, sound.samples).map { abs(Double($0) - Double($1) * pow(10, -6.0 / 20)) }.max()
            // The factors of softvol have 16 bits, and it truncates the products.
            #expect(largest ?? .infinity <= 2)
        }

        /// The factors of the exponential curve: 50 % is (e^2 - 1) / (e^4 - 1), 75 % is (e^3 - 1) / (e^4 - 1).
        @Test(arguments: [["effects=50"], ["effects=75", "music=0"], ["effects=75", "main=50"]])
        func soundIsHeardAtTheVolumesOfItsBusAndOfTheWhole(steps: [String]) throws {
            let sound = Noise(frames: 12_000, seed: 75)
            let heard = try capture(steps + ["play=\(try sound.write("bus"))"])
            let factors = ["effects=50": 2.0, "effects=75": 3.0, "main=50": 2.0].mapValues {
                (exp($0) - 1) / (exp(4) - 1)
            }
            heard.expect(sound.samples, times: steps.compactMap { factors[$0] }.reduce(1, *))
        }

        @Test func clipOfFiveMillisecondsIsHeardWhole() throws {
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
            // The first sample of the sum may itself be close to zero.
            #expect(mix.count == sum.count)
            let largest = zip(mix, sum).map { abs(Double($0) - $1) }.max() ?? .infinity
            #expect(largest <= 1)
        }

        @Test func firstSoundAfterSomeIdleSecondsIsHeardWhole() throws {
            let clip = Noise(frames: 480, seed: 6)
            let file = try clip.write("idle")
            let heard = try capture(["wait=3000", "play=\(file)"])
            #expect(heard.passages == [clip.samples])
            #expect(heard.lines.last == "xruns 0")
        }

        @Test func deviceThatWasReleasedIsTakenAgainAndTheFirstSoundIsHeardWhole() throws {
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

        private func capture(_ steps: [String], on device: String = "hw:Loopback,0") throws -> HeardSound {
            try HeardSound(of: steps, on: device)
        }

        /// Returns a 16-bit sample in one of ALSA's formats.
        private func bytes(of sample: Int16, in format: String) -> [UInt8] {
            switch format {
            case "S32_LE": little(Int32(sample) << 16)
            case "S24_LE": little(Int32(sample) << 8)
            case "S24_3LE": little(Int32(sample) << 8).dropLast()
            default: little(Int32(bitPattern: (Float(sample) / 32_768).bitPattern))
            }
        }

        private func little(_ number: Int32) -> [UInt8] {
            withUnsafeBytes(of: number.littleEndian) { Array($0) }
        }
    }
}
