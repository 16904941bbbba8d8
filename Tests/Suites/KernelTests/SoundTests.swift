import Foundation
import TestSupport
import Testing

extension RealKernel {
    @Suite struct Sound {
        private let alert: Samples

        init() throws {
            alert = try Samples(wav: Program.root.appendingPathComponent("Sounds/alert.wav")).withoutSilenceAround
        }

        @Test func alertPlaysSampleForSampleOnBothChannels() throws {
            let capture = try LoopbackCapture()
            defer { capture.end() }
            try CounterPanel.run(sound: "hw:Loopback,0") { panel in
                try panel.press(.minus)
                try capture.waitForSoundAndSilence()

                expectEqual(capture.left.withoutSilenceAround.firstDifference(from: alert), nil)
                expectEqual(capture.right.withoutSilenceAround.firstDifference(from: alert), nil)
                expectEqual(try panel.shown, 0)
            }
        }

        @Test func endDuringASoundTurnsTheLEDsOffAndClosesTheSoundCard() throws {
            let capture = try LoopbackCapture()
            defer { capture.end() }
            let trace = try GPIOTrace()
            defer { trace.end() }
            try CounterPanel.run(sound: "hw:Loopback,0") { panel in
                try panel.line(.minus).pull(.low)
                try capture.waitForSound()
                try panel.line(.plus).pull(.low)
                try panel.waitUntilShown(1)

                panel.program.send(SIGTERM)
                expectEqual(try panel.program.waitForExit(within: .seconds(2)), 0)

                expectEqual(try LoopbackCapture.playbackStatus, "closed")
                #expect(capture.left.withoutSilenceAround.values.count < alert.values.count)
                expectEqual(try trace.levels(of: panel.leds[0], on: panel.chip).suffix(2), [.high, .low])
                for led in panel.leds { expectEqual(try trace.levels(of: led, on: panel.chip).last, .low) }
            }
        }
    }
}
