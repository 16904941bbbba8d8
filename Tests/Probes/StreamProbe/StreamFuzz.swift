import CarillonAudio
import CarillonScheduling
import Glibc
import NetworkAudio
import StreamTestSupport

/// Plays hostile streams by a player, in virtual time.
enum StreamFuzz {
    /// The real time after which a stream is left.
    private static let patience = Duration.milliseconds(400)

    static func run(_ numbers: Range<Int>) {
        let seeds = [
            EncodedSound.mp3(seconds: 1), EncodedSound.vorbis(seconds: 1), EncodedSound.opus(seconds: 1),
            EncodedSound.flac(seconds: 1), EncodedSound.mp3(seconds: 1, rate: 22_050),
        ]
        let server = StreamServer { client in
            let request = client.request()
            // GET /NUMBER
            let number = request.split(separator: " ").dropFirst().first.flatMap { Int($0.dropFirst()) } ?? 0
            var stream = HostileStream(number: number, seeds: seeds, port: client.serverPort)
            stream.answer(client)
        }
        var limits = StreamLimits()
        (limits.answering, limits.patience, limits.pauses) = (300, 1, [.zero, .milliseconds(20)])
        let tracks = NetworkTracks(limits: limits)
        let time = VirtualTime()
        guard let engine = try? AudioEngine(output: SilentOutput(pacedBy: time), on: time) else {
            fatalError("no engine")
        }
        let (started, failed) = (Locked(0), Locked(0))
        var neither = 0
        for number in numbers {
            let (hasStarted, hasFailed) = (Locked(false), Locked(false))
            let core = PlayerCore(engine: engine, store: tracks, thread: time) { event in
                switch event {
                case .started: hasStarted.withLock { $0 = true }
                case .failed(_, let reason):
                    hasFailed.withLock { $0 = true }
                    if reason.contains("secret") { fatalError("a password in \(reason)") }
                case .title(let title):
                    let isLine = title.utf8.count <= 256 && title.unicodeScalars.allSatisfy { $0.value >= 0x20 }
                    if !isLine { fatalError("a title that is no line: \(title)") }
                default: break
                }
            }
            core.perform(.play(Playlist("http://me:secret@127.0.0.1:\(server.port)/\(number)")))
            let deadline = ContinuousClock.now + patience
            var steps = 0
            while !hasFailed.withLock({ $0 }), ContinuousClock.now < deadline, steps < 40 {
                time.advance(by: .milliseconds(20))
                if hasStarted.withLock({ $0 }) { steps += 1 }
                poll(nil, 0, 1)
            }
            core.perform(.stop)
            time.advance(by: .milliseconds(20))
            if hasStarted.withLock({ $0 }) { started.withLock { $0 += 1 } }
            if hasFailed.withLock({ $0 }) { failed.withLock { $0 += 1 } }
            if !hasStarted.withLock({ $0 }), !hasFailed.withLock({ $0 }) { neither += 1 }
        }
        print("started \(started.withLock { $0 }) failed \(failed.withLock { $0 }) neither \(neither)")
    }
}
