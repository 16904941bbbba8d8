import Foundation
import TestSupport
import Testing

/// The recording of a run of AudioProbe from its beginning to its end.
struct HeardSound {
    /// The passages between silences, interleaved.
    let passages: [[Int16]]
    /// All samples, interleaved.
    let everything: [Int16]
    /// The lines that the probe wrote.
    let lines: [String]

    /// Runs the probe, and records what it plays.
    init(of steps: [String], on device: String = "hw:Loopback,0") throws {
        let capture = try LoopbackCapture()
        defer { capture.end() }
        let probe = try AudioProbe(steps, on: device)
        defer { probe.program.end() }
        expectEqual(try probe.program.waitForExit(within: .seconds(60)), 0, "\(probe.program.errors)")
        try capture.waitForSoundAndSilence()
        #expect(capture.errors.isEmpty)
        (passages, everything, lines) = (capture.passages, capture.interleaved, probe.lines)
    }
}
