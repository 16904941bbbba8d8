import CarillonAudio
import CarillonRealTime
import Glibc
import LinuxSound

/// The memory that a player adds to an engine that plays a sound of its own.
enum MemoryMeter {
    static func run(_ path: String) throws {
        let queue = try RealTimeQueue(background: "player")
        let output = try ALSAOutput("null")
        let engine = try AudioEngine(output: output, on: queue)
        let tone = Sound(name: "tone", format: .standard, samples: [Float](repeating: 0.1, count: 96_000))
        engine.play(tone, Playback(loops: true))
        sleep(1)
        let before = memory
        let player = PlayerCore(engine: engine, store: TrackFiles(), thread: queue) { _ in }
        queue.sync { player.perform(.play(Playlist(path))) }
        sleep(5)
        let after = memory
        // Resident memory includes the libraries' files, private memory does not.
        print(#"{"resident": \#(after.resident - before.resident), "private": \#(after.own - before.own)}"#)
        engine.close()
        queue.stop()
    }

    /// In megabytes.
    private static var memory: (resident: Double, own: Double) {
        guard let file = fopen("/proc/self/smaps_rollup", "re") else { return (.nan, .nan) }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 4_096)
        let count = fread(&text, 1, text.count - 1, file)
        let lines = String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: "\n")
        func megabytes(_ name: String) -> Double {
            let line = lines.first { $0.hasPrefix(name) }
            return (Double(line?.filter(\.isNumber) ?? "") ?? .nan) * 1_024 / 1e6
        }
        return (megabytes("Rss:"), megabytes("Private_Dirty:"))
    }
}
