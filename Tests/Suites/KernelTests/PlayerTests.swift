import Foundation
import TestSupport
import Testing

extension RealKernel {
    /// The player's tracks, as a sound card receives them.
    @Suite struct MusicPlayer {
        @Test func tracksPlayAsOneSoundWithoutAGap() throws {
            let sound = NumberedFrames(60_000)
            let folder = try sound.folder(cutAt: [0, 12_345, 12_346, 48_000, 60_000])
            let heard = try HeardSound(of: ["tracks=\(folder.path)"])
            let isExact = heard.passages == [sound.samples]
            #expect(isExact, "\(heard.passages.map(NumberedFrames.summary)) of \(sound.samples.count / 2)")
            expectEqual(heard.lines.count { $0.hasPrefix("started") }, 4)
            expectEqual(heard.lines.last, "xruns 0")
        }

        @Test func thousandTracksTakeAsMuchMemoryAsTwo() throws {
            let folder = try NumberedFrames(480).folder(cutAt: [0, 480])
            try folder.repeatFirst(1_000)
            let heard = try HeardSound(of: ["tracks=\(folder.path)"])
            expectEqual(heard.lines.count { $0.hasPrefix("started") }, 1_000)
            let line = heard.lines.first { $0.hasPrefix("memory") } ?? ""
            let memory = line.split(separator: " ").compactMap { Int($0) }
            #expect(memory.count == 2 && memory[0] > 0 && memory[1] <= memory[0] + 1_024, "\(memory) KiB")
        }

        @Test func playerWaitsForItsFolderAndResumesWithTheNextTrack() throws {
            let sound = NumberedFrames(48_000 * 6)
            let cut = 48_000 * 4
            let folder = try sound.folder(cutAt: [0, cut, 48_000 * 5, 48_000 * 6])
            let capture = try LoopbackCapture()
            defer { capture.end() }
            let probe = try AudioProbe(["tracks=\(folder.path)"])
            defer { probe.program.end() }
            try probe.wait(for: "started 0")
            try FileManager.default.moveItem(atPath: folder.path, toPath: folder.path + "-away")
            try probe.wait(for: "waiting at 1 0.0 seconds")
            #expect(!probe.lines.contains { $0.hasPrefix("started 1") || $0.hasPrefix("failed") })
            usleep(2_000_000)
            #expect(!probe.lines.contains("resumed"))
            try FileManager.default.moveItem(atPath: folder.path + "-away", toPath: folder.path)
            try probe.wait(for: "resumed")
            expectEqual(try probe.program.waitForExit(within: .seconds(60)), 0, "\(probe.program.errors)")
            try capture.waitForSoundAndSilence()
            let passages = capture.passages
            let isExact = passages == [Array(sound.samples[..<(2 * cut)]), Array(sound.samples[(2 * cut)...])]
            #expect(isExact, "\(passages.map(NumberedFrames.summary))")
        }

        /// The kernel has read some of the track ahead, so it is not known at which frame the player has no more.
        @Test(.enabled(if: LossyDisk.canHaveFileSystem))
        func playerWaitsForAStickPulledOutDuringATrackAndResumesAtItsPosition() throws {
            let sound = NumberedFrames(48_000 * 9)
            let folder = try TrackFolder()
            let stick = try LossyDisk(size: 16 << 20)
            try stick.makeFileSystem()
            try stick.mount(at: folder.path)
            try folder.write(sound, cutAt: [0, 48_000 * 8, 48_000 * 9])
            try LossyDisk.unmount(folder.path)
            let contents = stick.startRecord()
            try stick.mount(at: folder.path)
            let capture = try LoopbackCapture()
            defer { capture.end() }
            let probe = try AudioProbe(["tracks=\(folder.path)"])
            defer { probe.program.end() }
            try probe.wait(for: "started 0")
            stick.close()
            // As a desktop does when a stick has gone.
            expectEqual(umount2(folder.path, CInt(MNT_DETACH)), 0)
            try probe.wait(for: "waiting at 0 ")
            #expect(!probe.lines.contains { $0.hasPrefix("started 1") || $0.hasPrefix("failed") })
            usleep(2_000_000)
            #expect(!probe.lines.contains("resumed"))
            let again = try LossyDisk(size: contents.count)
            defer { again.close() }
            try again.load(contents)
            try again.mount(at: folder.path)
            defer { try? LossyDisk.unmount(folder.path) }
            try probe.wait(for: "resumed")
            expectEqual(try probe.program.waitForExit(within: .seconds(60)), 0, "\(probe.program.errors)")
            try capture.waitForSoundAndSilence()
            let passages = capture.passages
            expectEqual(passages.count, 2, "\(passages.map(NumberedFrames.summary))")
            let isExact = Array(passages.joined()) == sound.samples
            #expect(isExact, "\(passages.map(NumberedFrames.summary))")
        }

        /// The sound in the card's buffer is lost with the card, and the recording of the other end lags behind.
        @Test func playerWaitsForItsSoundCardAndResumesAtItsPosition() throws {
            let sound = NumberedFrames(48_000 * 5)
            let folder = try sound.folder(cutAt: [0, 48_000 * 3, 48_000 * 5])
            let before = try LoopbackCapture()
            defer { before.end() }
            let probe = try AudioProbe(["tracks=\(folder.path)"])
            defer { probe.program.end() }
            try before.waitForSound()
            try KernelFile(path: "/sys/bus/platform/drivers/snd_aloop/unbind").write("snd_aloop.0")
            try probe.wait(for: "lost")
            let last = NumberedFrames.numbers(of: before.interleaved).last { $0 >= 0 } ?? 0
            #expect(last > 0 && last < 48_000 * 2)
            usleep(3_000_000)
            #expect(!probe.lines.contains { $0.hasPrefix("started 1") })
            try KernelFile(path: "/sys/bus/platform/drivers/snd_aloop/bind").write("snd_aloop.0")
            let after = try LoopbackCapture()
            defer { after.end() }
            try probe.wait(for: "returned")
            expectEqual(try probe.program.waitForExit(within: .seconds(60)), 0, "\(probe.program.errors)")
            try after.waitForSoundAndSilence()
            // The first 5 ms are faded in.
            let numbers = Array(NumberedFrames.numbers(of: after.interleaved).drop { $0 < 0 }.dropFirst(480))
            let end = numbers.firstIndex(of: 48_000 * 5 - 1) ?? 0
            let first = try #require(numbers.first)
            let isExact = Array(numbers[...end]) == Array(first..<(48_000 * 5))
            #expect(isExact, "\(first) to \(numbers[end])")
            #expect(first > last && first < last + 24_000, "\(last) and then \(first)")
        }
    }
}
