import CarillonAudio
import CarillonRealTime
import Glibc

/// What became of the files.
struct Report {
    /// Low, so that what goes beyond it shows.
    static let limit = 1 << 20
    /// In KiB, what loading may take beside the sound: the decoder's state, of which FLAC's is the largest (256 KiB a
    /// channel of libsndfile's and two blocks of libFLAC's), the reader's pieces and the resampler, a stream's engine, and
    /// the pages of the libraries' code that are touched for the first time.
    static let allowance = 1_024

    private var sounds = 0
    private var streams = 0
    private var errors = 0
    /// In KiB, and by which file.
    private var growth = 0
    private var largest = 0

    /// Loads a file, or its bytes, and plays the first two seconds of it if it is streamed.
    mutating func load(_ number: Int, _ path: String, _ bytes: [UInt8], fromMemory: Bool) {
        let before = Memory.resident
        Memory.forgetPeak()
        do throws(SoundError) {
            let sound =
                fromMemory
                ? try Sound(bytes: bytes, name: path, for: .standard, limit: Self.limit)
                : try Sound(contentsOf: path, for: .standard, limit: Self.limit)
            if sound.isStreamed {
                streams += 1
                play(sound)
            } else {
                sounds += 1
                check(sound)
            }
        } catch {
            errors += 1
            guard error.description.contains(path) else { fatalError("an error that does not name the file: \(error)") }
        }
        let grown = Memory.peak - before
        if grown > growth { (growth, largest) = (grown, number) }
        if isTooLarge, largest == number { Files.write(bytes, to: "\(path)-\(number)") }
    }

    /// Whether a file has taken more memory than is allowed.
    var isTooLarge: Bool { Memory.isOurs && growth > Self.limit >> 10 + Self.allowance }

    private func check(_ sound: Sound) {
        sound.withSamples { samples in
            guard samples.count * 4 <= Self.limit else { fatalError("a sound of \(samples.count) samples") }
            guard samples.allSatisfy(\.isFinite) else { fatalError("a sample that is no number") }
        }
    }

    private func play(_ sound: Sound) {
        let time = VirtualTime()
        guard let engine = try? AudioEngine(output: SilentOutput(pacedBy: time), on: time) else {
            fatalError("no engine")
        }
        engine.play(sound)
        for _ in 0..<20 { time.advance(by: .milliseconds(100)) }
        engine.close()
    }

    var line: String {
        "sounds \(sounds) streams \(streams) errors \(errors) growth \(growth) largest \(largest)"
    }
}

/// This process's memory, in KiB.
private enum Memory {
    static var resident: Int { status("VmRSS:") }
    static var peak: Int { status("VmHWM:") }

    /// Whether nothing else keeps memory in this process: a sanitizer, or an emulator, which keeps what it has translated.
    static let isOurs =
        dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil && getenv("CARILLON_EMULATOR") == nil

    /// Lets the peak be what is resident now.
    static func forgetPeak() { Files.write(Array("5".utf8), to: "/proc/self/clear_refs") }

    private static func status(_ field: String) -> Int {
        let lines = String(decoding: Files.read("/proc/self/status"), as: UTF8.self).split(separator: "\n")
        let line = lines.first { $0.hasPrefix(field) }
        return line.flatMap { Int($0.split { $0 == " " || $0 == "\t" }[1]) } ?? 0
    }
}
