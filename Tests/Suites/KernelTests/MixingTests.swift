import Foundation
import TestSupport
import Testing

extension RealKernel {
    /// The samples of the engine, as a sound card receives them.
    @Suite struct Mixing {
        @Test func twentySoundsPlayedAloneReachTheCardSampleForSample() throws {
            let sounds = (0..<20).map { Noise(frames: 240 + 247 * $0, seed: UInt64($0)) }
            let files = try sounds.enumerated().map { try $1.write("alone\($0)") }
            let heard = try capture(files.flatMap { ["play=\($0)", "wait=20"] })
            expectEqual(heard.passages.count, 20)
            for (number, (sound, passage)) in zip(sounds, heard.passages).enumerated() {
                let start = passage.firstIndex { $0 == sound.samples[0] }
                expectEqual(
                    passage, sound.samples,
                    "sound \(number): \(passage.count) of \(sound.samples.count) samples, from \(start ?? -1)")
            }
            expectEqual(heard.lines.count { $0 == "ended finished" }, 20)
            expectEqual(heard.lines.last, "xruns 0")
        }

        @Test func periodOf64FramesIsUsed() throws {
            let clip = Noise(frames: 4_800, seed: 64)
            let heard = try capture(["period=64", "play=\(try clip.write("short"))"])
            expectEqual(heard.lines.first?.hasSuffix("mapped, period 64 frames, buffer 1024 frames)"), true)
            expectEqual(heard.passages, [clip.samples])
            expectEqual(heard.lines.last, "xruns 0")
        }

        @Test(arguments: ["S32_LE", "S24_LE", "S24_3LE", "FLOAT_LE"])
        func cardReceivesItsOwnSampleFormat(format: String) throws {
            let sound = Noise(frames: 480, seed: 24)
            let capture = try LoopbackCapture(format: format)
            defer { capture.end() }
            let probe = try AudioProbe(["play=\(try sound.write("format"))", "wait=200"])
            defer { probe.program.end() }
            expectEqual(try probe.program.waitForExit(), 0, "\(probe.program.errors)")
            expectEqual(probe.lines.first?.contains(" \(format), mapped"), true)
            #expect(capture.bytes.range(of: Data(sound.samples.flatMap { bytes(of: $0, in: format) })) != nil)
        }

        /// The layers of ALSA between a program and a card: conversion on demand, and mixing with other programs.
        @Test(arguments: ["plughw:Loopback,0", "dmix:Loopback,0", "default:Loopback"])
        func plugInPassesSamplesToTheCard(device: String) throws {
            let clip = Noise(frames: 4_800, seed: 48)
            let heard = try capture(["play=\(try clip.write("plug"))"], on: device)
            expectEqual(heard.passages, [clip.samples])
            expectEqual(heard.lines.last, "xruns 0")
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
            expectEqual(try maker.program.waitForExit(), 0, "\(maker.program.errors)")
            let sound = Noise(frames: 480, seed: 6)
            let file = try sound.write("volume")
            let heard = try capture(["volume=hw:Loopback,Bench,-6", "play=\(file)"], on: "quieter")
            #expect(heard.lines.contains("gain -6.0 of -40.0...0.0"))
            let passage = heard.everything.drop { $0 == 0 }.prefix(sound.samples.count)
            expectEqual(passage.count, sound.samples.count)
            let largest = zip(passage, sound.samples).map { abs(Double($0) - Double($1) * pow(10, -6.0 / 20)) }.max()
            // The factors of softvol have 16 bits, and it truncates the products.
            #expect(largest ?? .infinity <= 2)
        }

        @Test func firstSoundAfterIdleSecondsPlaysCompletely() throws {
            let clip = Noise(frames: 480, seed: 6)
            let file = try clip.write("idle")
            let heard = try capture(["wait=3000", "play=\(file)"])
            expectEqual(heard.passages, [clip.samples])
            expectEqual(heard.lines.last, "xruns 0")
        }

        @Test func releasedDeviceIsOpenedAgainAndTheFirstSoundPlaysCompletely() throws {
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
            expectEqual(try probe.program.waitForExit(), 0)
            try capture.waitForSoundAndSilence()
            expectEqual(capture.passages, [clip.samples, clip.samples])
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
