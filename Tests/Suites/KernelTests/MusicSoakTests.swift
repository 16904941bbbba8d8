import Foundation
import TestSupport
import Testing

extension RealKernel {
    /// Hours of music. `make check LANE=soak` runs it.
    @Suite(.enabled(if: SoakOptions.isWanted, "run by `make check LANE=soak`"))
    struct MusicSoakTests {
        /// The other programs never wait for the processor, and write to the disk that the tracks are read from.
        @Test func musicHasNoUnderrunBesideBusyPrograms() throws {
            let seconds = 30
            let folder = try TrackFolder()
            try folder.write(Noise(frames: 48_000 * seconds, seed: 1).samples, as: 0)
            let count = max(Int(SoakOptions.duration.components.seconds) / seconds, 2)
            try folder.repeatFirst(count)
            let load = try [
                "while :; do :; done",
                "while :; do dd if=/dev/zero of=\(folder.path)/load bs=1M count=16 conv=fsync; done",
            ].map { try Program("sh", ["-c", $0]) }
            defer { for program in load { program.end() } }
            let probe = try AudioProbe(["tracks=\(folder.path)"])
            defer { probe.program.end() }
            let limit = Duration.seconds(count * seconds * 2 + 60)
            expectEqual(try probe.program.waitForExit(within: limit), 0, "\(probe.program.errors)")
            expectEqual(probe.lines.count { $0.hasPrefix("started") }, count)
            expectEqual(probe.lines.last, "xruns 0")
        }
    }
}
