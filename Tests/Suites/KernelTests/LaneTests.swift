import Foundation
import Testing

/// The basis of the other tests: programs cannot tell the simulated hardware from real hardware.
extension RealKernel {
    @Suite struct Lane {
        @Test func chipLooksLikeARaspberryPi4B() throws {
            let chip = try GPIOSimChip.raspberryPi4B(holders: ["GPIO7": "spi0 CS1"])
            defer { chip.remove() }

            let chips = try outputOf("gpiodetect")
            #expect(chips.contains("[pinctrl-bcm2711] (58 lines)"))
            let lines = try outputOf("gpioinfo")
            #expect(lines.contains("\"GPIO17\"") && lines.contains("spi0 CS1"))
        }

        @Test func pulledLineHasThatLevel() throws {
            let chip = try GPIOSimChip.raspberryPi4B()
            defer { chip.remove() }

            let line = chip["GPIO17"]
            try line.pull(.high)
            #expect(try line.level == .high)
            try line.pull(.low)
            #expect(try line.level == .low)
        }

        @Test func loopbackHandsOnEverySample() throws {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("noise.raw")
            var random = SystemRandomNumberGenerator()
            var noise = Data((0..<96_000).map { _ in UInt8.random(in: 1...255, using: &random) })
            noise.append(Data(count: 96_000))  // the card loses the end of what is drained
            try noise.write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }

            let capture = try LoopbackCapture()
            defer { capture.end() }
            let player = try Program(
                "aplay",
                [
                    "--quiet", "--device=hw:Loopback,0", "--file-type=raw", "--format=S16_LE", "--rate=48000",
                    "--channels=2", file.path,
                ])
            defer { player.end() }
            #expect(try player.waitForExit() == 0)
            try capture.waitForSoundAndSilence()

            for channel in 0...1 {
                let sent = Samples(raw: noise, channel: channel, of: 2).withoutSilenceAround
                let heard = (channel == 0 ? capture.left : capture.right).withoutSilenceAround
                #expect(heard.firstDifference(from: sent) == nil)
            }
        }

        private func outputOf(_ program: String) throws -> String {
            let program = try Program(program)
            defer { program.end() }
            #expect(try program.waitForExit() == 0)
            return program.output
        }
    }
}
