import CarillonAudio
import CarillonRealTime
import CarillonScheduling
import Glibc
import LinuxSound
import StreamTestSupport

/// The time from a command to the first sound that it makes, with the file in memory, or from a radio.
struct StartMeter {
    private let path: String
    private let queue: RealTimeQueue
    private let output = HeardOutput()
    private let engine: AudioEngine

    init(_ path: String) throws {
        self.path = path
        queue = try RealTimeQueue(background: "player")
        engine = try AudioEngine(output: output, on: queue)
    }

    func run(_ count: Int) throws {
        let player = newPlayer()
        // Finds all places, and reads the file into memory.
        _ = time(.play(Playlist(path, from: Bookmark(time: .seconds(3_590)))), player)
        let first = (0..<count).map { _ in time(.play(Playlist(path)), player) }
        let played = places(count).map { place in
            _ = time(.play(Playlist(path)), player)
            return time(.seek(place), player)
        }
        let bookmarked = places(count).map { place in
            let files = TrackFiles()
            _ = try? files.open(path, in: .standard, at: engine.format.frames(in: place), near: nil)
            let landmark = files.landmark(in: path, before: engine.format.frames(in: place), of: .standard)
            let list = Playlist(path, from: Bookmark(time: place, landmark: landmark))
            return time(.play(list), newPlayer())
        }
        let elsewhere = places(count).map { time(.play(Playlist(path, from: Bookmark(time: $0))), newPlayer()) }
        printShares([
            ("first", first), ("played", played), ("bookmarked", bookmarked), ("elsewhere", elsewhere),
        ])
        engine.close()
        queue.stop()
    }

    /// Plays a radio on the loopback device, whose libraries have been loaded.
    static func runStream(_ count: Int) throws {
        let radio = StreamServer.radio()
        let meter = try StartMeter(radio.address())
        let player = PlayerCore(engine: meter.engine, store: NetworkTracks(), thread: meter.queue) { _ in }
        _ = meter.time(.play(Playlist(meter.path)), player)
        let times = (0..<count).map { _ in meter.time(.play(Playlist(meter.path)), player) }
        withExtendedLifetime(radio) { printShares([("stream", times)]) }
        meter.engine.close()
        meter.queue.stop()
    }

    /// Places in an hour, in an order without a pattern. The last one is the furthest.
    private func places(_ count: Int) -> [Duration] {
        (0..<count).map { .milliseconds($0 * 1_234_567 % 3_500_000 + 60_000) } + [.seconds(3_590)]
    }

    /// A player without knowledge of the file.
    private func newPlayer() -> PlayerCore {
        PlayerCore(engine: engine, store: TrackFiles(), thread: queue) { _ in }
    }

    /// Carries out a command in silence, and returns the milliseconds to its first sound. A seek ends a pause.
    private func time(_ command: PlayerCommand, _ player: PlayerCore) -> Double {
        while engine.isSounding { usleep(1_000) }
        usleep(10_000)
        output.forget()
        let start = HeardOutput.now
        queue.async {
            player.perform(command)
            if case .seek = command { player.perform(.resume) }
        }
        let time = output.waitForSound(since: start)
        queue.sync { player.perform(.pause) }
        return time
    }
}
