import CHardware
import CarillonAudio
import CarillonScheduling
import Glibc
import LinuxSound

/// Lists of tracks that a player plays: of different rates and formats, with tracks between them that cannot be played,
/// repeated, with crossfades, and with commands of a user.
struct Lists {
    /// The seconds after which a list that has not ended ends the process.
    private static let longest: UInt32 = 600

    private let time = VirtualTime()
    private let engine: AudioEngine
    private let store = TrackFiles()
    private let folder: String
    private let good: [String]
    private let bad: [String]
    private let seeds: [[UInt8]]
    private let events = Locked<[PlayerEvent]>([])
    private var (tracks, failures, ends) = (0, 0, 0)

    init(in folder: String) {
        guard let engine = try? AudioEngine(output: SilentOutput(pacedBy: time), on: time) else {
            fatalError("no engine")
        }
        (self.engine, self.folder) = (engine, folder)
        good = Self.writeGood(in: folder)
        bad = Self.writeBad(in: folder)
        seeds = good.map { Files.read($0) }
    }

    /// Plays a list, the same in every run. Ends the process if a rule is broken or the list does not end.
    mutating func play(_ number: Int) {
        alarm(Self.longest)
        defer { alarm(0) }
        var random = Mutator(number: number)
        let paths = (0...Int.random(in: 0..<7, using: &random)).map { index in path(index, &random) }
        var list = Playlist(paths)
        list.repetition = [.none, .none, .one, .all].randomElement(using: &random)!
        list.isShuffled = Int.random(in: 0..<4, using: &random) == 0
        list.crossfade = .milliseconds([0, 0, 30, 500, 3_000].randomElement(using: &random)!)
        let isWatched = Int.random(in: 0..<3, using: &random) == 0
        if !isWatched { list.start = place(&random) }
        events.withLock { $0 = [] }
        let core = PlayerCore(engine: engine, store: store, thread: time) { [events] event in
            events.withLock { $0.append(event) }
        }
        core.perform(.play(list))
        if isWatched {
            for _ in 0..<(list.repetition == .none ? 40 : 6) where events.withLock({ $0.last }) != .finished {
                time.advance(by: .milliseconds(100))
            }
            check(list, number)
        } else {
            for _ in 0..<Int.random(in: 1..<8, using: &random) {
                time.advance(by: .milliseconds(Int.random(in: 0..<100, using: &random)))
                core.perform(command(list, &random))
            }
        }
        core.perform(.stop)
        time.advance(by: .milliseconds(100))
        for event in events.withLock({ $0 }) {
            switch event {
            case .started: tracks += 1
            case .failed: failures += 1
            case .finished: ends += 1
            default: break
            }
        }
    }

    var line: String { "tracks \(tracks) failures \(failures) ends \(ends)" }

    /// Each track of a list that is played once has been started or has failed, in the order of the list.
    private func check(_ list: Playlist, _ number: Int) {
        guard list.repetition == .none, !list.isShuffled else { return }
        let all = events.withLock { $0 }
        let seen = all.compactMap { event -> (path: String, isGood: Bool)? in
            switch event {
            case .started(let track): (track.path, true)
            case .failed(let path, _): (path, false)
            default: nil
            }
        }
        guard seen.map(\.path) == list.paths, all.last == .finished else {
            fatalError("list \(number): \(list.paths) was played as \(all)")
        }
        for (path, isGood) in seen where isGood ? bad.contains(path) : good.contains(path) {
            fatalError("list \(number): \(path) has \(isGood ? "been started" : "failed"): \(all)")
        }
    }

    private func path(_ index: Int, _ random: inout Mutator) -> String {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5: return good.randomElement(using: &random)!
        case 5..<9: return bad.randomElement(using: &random)!
        default:
            let path = "\(folder)/mutant-\(index)"
            Files.write(random.mutate(seeds.randomElement(using: &random)!, beside: seeds), to: path)
            return path
        }
    }

    private func place(_ random: inout Mutator) -> Bookmark {
        let landmark = Landmark(
            frame: Int.random(in: -1..<40, using: &random), byte: Int.random(in: -1..<9_000, using: &random))
        return Bookmark(
            track: Int.random(in: 0..<8, using: &random), time: .milliseconds(Int.random(in: 0..<600, using: &random)),
            landmark: Bool.random(using: &random) ? landmark : nil)
    }

    private func command(_ list: Playlist, _ random: inout Mutator) -> PlayerCommand {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: .next
        case 1: .previous
        case 2...3: .seek(.milliseconds(Int.random(in: -50..<700, using: &random)))
        case 4...5: .skip(.milliseconds(Int.random(in: -300..<400, using: &random)))
        case 6: .toggle
        case 7: .pause
        default: Int.random(in: 0..<4, using: &random) == 0 ? .play(list) : .resume
        }
    }

    // MARK: Files

    private static func writeGood(in folder: String) -> [String] {
        let formats = [
            SF_FORMAT_WAV | SF_FORMAT_PCM_16, SF_FORMAT_FLAC | SF_FORMAT_PCM_16, SF_FORMAT_OGG | SF_FORMAT_VORBIS,
            SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III,
        ]
        let sounds = formats.flatMap { format in
            [44_100, 48_000, 22_050, 8_000].map { rate in
                (
                    format,
                    Seeds.write(
                        Int32(format), rate: rate, channels: rate == 22_050 ? 1 : 2, parts: 2, to: "\(folder)/sound")
                )
            }
        }
        let files = sounds.compactMap { $0.1 }
        // Joined files of different rates, too.
        let joined = [12..<14, 12..<16, 8..<10].map { files[$0].flatMap { $0 } }
        return (files + joined).enumerated().map { number, bytes in
            let path = "\(folder)/good-\(number)"
            Files.write(bytes, to: path)
            return path
        }
    }

    private static func writeBad(in folder: String) -> [String] {
        func file(_ name: String, _ bytes: [UInt8]) -> String {
            Files.write(bytes, to: "\(folder)/\(name)")
            return "\(folder)/\(name)"
        }
        let wave =
            Seeds.write(Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_16), rate: 44_100, channels: 2, parts: 1, to: "\(folder)/w")
            ?? []
        symlink("loop", "\(folder)/loop")
        symlink("nowhere", "\(folder)/dangling")
        mkfifo("\(folder)/pipe", 0o600)
        return [
            "\(folder)/missing", "\(folder)/loop", "\(folder)/dangling", "\(folder)/pipe", "/dev/null",
            file("empty", []), file("text", Array("This is not a sound.".utf8)), file("header", Array(wave.prefix(44))),
            file("half", Array(wave.prefix(30))), file("zeros", [UInt8](repeating: 0, count: 3_000)),
        ]
    }
}
