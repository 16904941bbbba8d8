import CarillonAudio
import CarillonScheduling
import Glibc
import HeapMeter
import LinuxSound

/// The results of loading the files.
struct Report {
    /// The limits in bytes for a sound and its decoder: just enough to stream uncompressed samples; enough for most
    /// formats; and enough for FLAC at another rate, which takes the most.
    private static let limits = [224 << 10, 4 << 20, 16 << 20]
    /// The bytes that a damaged Ogg file may take besides.
    private static let oggAllowance = 100 << 20

    private var sounds = 0
    private var streams = 0
    private var errors = 0
    /// The numbers of files that the player has begun, and has left out.
    private let started = Locked(0)
    private let failed = Locked(0)
    /// The largest memory in percent of the limit, and the number of its file.
    private var most = 0
    private var largest = 0
    /// The largest memory of an Ogg file, in KiB.
    private var mostOfOgg = 0
    private let time = VirtualTime()
    private let engine: AudioEngine
    private let tracks = TrackFiles()

    init() {
        guard let engine = try? AudioEngine(output: SilentOutput(pacedBy: time), on: time) else {
            fatalError("no engine")
        }
        self.engine = engine
    }

    /// Loads a file or its bytes, and plays the first two seconds if the sound is streamed.
    mutating func load(_ number: Int, _ path: String, _ bytes: [UInt8], fromMemory: Bool) {
        let limit = Self.limits[number / 3 % Self.limits.count]
        let before = heap_in_use()
        heap_forget_peak()
        do throws(SoundError) {
            let sound =
                fromMemory
                ? try Sound(bytes: bytes, name: path, for: .standard, limit: limit)
                : try Sound(contentsOf: path, for: .standard, limit: limit)
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
        // An Ogg file may be behind an ID3 tag.
        let isOgg = bytes.starts(with: "OggS".utf8) || bytes.starts(with: "ID3".utf8)
        let allowed = isOgg ? limit + Self.oggAllowance : limit
        if isOgg { mostOfOgg = max(mostOfOgg, (heap_peak() - before) >> 10) }
        // Rounded up, so that one byte over the limit shows.
        let share = ((heap_peak() - before) * 100 + allowed - 1) / allowed
        if share > most { (most, largest) = (share, number) }
        if share > 100 { Files.write(bytes, to: "\(path)-\(number)") }
    }

    /// Whether a file has exceeded the limit.
    var isTooLarge: Bool { most > 100 }

    private func check(_ sound: Sound) {
        sound.withSamples { samples in
            guard samples.allSatisfy(\.isFinite) else { fatalError("a sample that is no number") }
        }
    }

    private func play(_ sound: Sound) {
        let voice = engine.play(sound)
        for _ in 0..<20 { time.advance(by: .milliseconds(100)) }
        voice?.stop()
        time.advance(by: .milliseconds(100))
    }

    /// Plays a file by the player: its beginning, and a place in it after a bookmark that may be wrong. Reads its cover.
    mutating func playTrack(_ number: Int, _ path: String) {
        let core = PlayerCore(engine: engine, store: tracks, thread: time) { [started, failed] event in
            switch event {
            case .started: started.withLock { $0 += 1 }
            case .failed: failed.withLock { $0 += 1 }
            default: break
            }
        }
        core.perform(.play(Playlist(path)))
        time.advance(by: .milliseconds(20))
        let landmark = Landmark(frame: number % 7, byte: number % 900)
        core.perform(.play(Playlist(path, from: Bookmark(time: .milliseconds(number % 30), landmark: landmark))))
        time.advance(by: .milliseconds(40))
        core.perform(.seek(.milliseconds(number * 37 % 400)))
        time.advance(by: .milliseconds(20))
        core.perform(.skip(.seconds(number % 3 - 1)))
        time.advance(by: .milliseconds(20))
        core.perform(.stop)
        time.advance(by: .milliseconds(20))
        _ = core.cover(of: path)
    }

    var line: String {
        "tracks \(started.withLock { $0 }) refused \(failed.withLock { $0 }) "
            + "sounds \(sounds) streams \(streams) errors \(errors) percent \(most) largest \(largest) ogg \(mostOfOgg)"
    }
}
