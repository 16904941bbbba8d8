import Foundation
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
        #expect(try probe.program.waitForExit(within: .seconds(60)) == 0, "\(probe.program.errors)")
        try capture.waitForSoundAndSilence()
        #expect(capture.errors.isEmpty)
        (passages, everything, lines) = (capture.passages, capture.interleaved, probe.lines)
    }

    /// Expects a sound, each sample scaled and rounded to the nearest step, from the first sample on.
    ///
    /// - Parameter samples: Interleaved. The first sample is not silent when scaled.
    func expect(_ samples: [Int16], times factor: Double) {
        let heard = everything.drop { $0 == 0 }.prefix(samples.count)
        // The mixer has 24 bits of precision.
        let wrong = zip(heard, samples).enumerated().first { _, pair in
            abs(Double(pair.0) - Double(pair.1) * factor) > 0.51
        }
        #expect(heard.count == samples.count)
        #expect(wrong == nil, "sample \(wrong?.offset ?? 0): \(wrong.map { "\($0.element)" } ?? "")")
        #expect(everything.drop { $0 == 0 }.dropFirst(samples.count).allSatisfy { $0 == 0 })
        #expect(lines.last == "xruns 0")
    }
}
