import CAudioTap
import Carillon
import CarillonRealTime
import Foundation
import Synchronization

/// The time from the press of a button to the first sample passed to ALSA: with a running engine, and with the program
/// aplay, which has to be started.
///
/// Both play on alsa-lib's `null`, which accepts all samples at once, so that neither depends on a card.
enum AudioStart {
    private static let period = Duration.milliseconds(5)

    static func rows(_ form: Form) throws -> [Row] {
        let engine = try engineStarts(form.presses)
        let aplay = try (0..<form.programStarts).map { _ in try aplayStart() }
        return [
            Row(name: "audio.start", unit: "ns", value: engine.quantile(0.5), reference: aplay.quantile(0.5)),
            Row(name: "audio.start.p99", unit: "ns", value: engine.quantile(0.99), reference: aplay.quantile(0.99)),
        ]
    }

    private static func engineStarts(_ presses: Int) throws -> [Double] {
        let queue = try RealTimeQueue(name: "press")
        defer { queue.stop() }
        let output = try ALSAOutput("null", buffering: AudioBuffering(period: period, buffer: period * 4))
        let engine = try AudioEngine(output: output, on: queue)
        defer { engine.close() }
        let sound = Sound(name: "click", format: .standard, samples: [Float](repeating: 0.5, count: 2 * 48))
        // Used by the thread until it is joined.
        nonisolated(unsafe) var times: [Double] = []
        // Of real-time priority, because an ordinary thread may lose its processor for milliseconds between reading the
        // clock and the press.
        try RealTimeThread(name: "press", priority: 40) {
            times = (0..<presses).map { press in
                while engine.isSounding { usleep(1_000) }
                // Each press comes at a different point of the period.
                usleep(UInt32(3_000 + press * 37 % 5_000))
                audio_tap_reset()
                let start = Measurement.nanoseconds
                queue.async { engine.play(sound) }
                while audio_tap_first_sound() == 0 { usleep(50) }
                return Double(audio_tap_first_sound()) - start
            }
        }.join()
        return times
    }

    private static func aplayStart() throws -> Double {
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let tap = folder.appendingPathComponent("libaudio-tap.so").path
        let sound = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Sounds/alert.wav").standardized.path
        var pipe: [Int32] = [0, 0]
        guard Glibc.pipe(&pipe) == 0 else { throw AudioStartError(reason: "cannot create a pipe") }
        defer { close(pipe[0]) }
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_adddup2(&files, pipe[1], 1)
        var arguments = strings("aplay", "-q", "-D", "null", sound)
        var environment = strings("LD_PRELOAD=\(tap)", "AUDIO_TAP_PRINTS=1")
        defer { for text in arguments + environment { free(text) } }
        var process = pid_t()
        let start = Measurement.nanoseconds
        let failure = posix_spawnp(&process, "aplay", &files, nil, &arguments, &environment)
        close(pipe[1])
        guard failure == 0 else { throw AudioStartError(reason: "aplay is missing; apt install alsa-utils") }
        var time: Int64 = 0
        let count = read(pipe[0], &time, 8)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        guard count == 8 else { throw AudioStartError(reason: "aplay played nothing") }
        return Double(time) - start
    }

    /// Copies of `texts`, followed by a null pointer.
    private static func strings(_ texts: String...) -> [UnsafeMutablePointer<CChar>?] {
        var strings: [UnsafeMutablePointer<CChar>?] = []
        for text in texts { strings.append(strdup(text)) }
        strings.append(nil)
        return strings
    }
}

private struct AudioStartError: Error, CustomStringConvertible {
    let reason: String
    var description: String { "audio.start: \(reason)" }
}

extension Measurement {
    /// The time of CLOCK_MONOTONIC.
    fileprivate static var nanoseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
