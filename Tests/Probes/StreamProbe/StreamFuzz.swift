import CarillonAudio
import CarillonScheduling
import Glibc
import LinuxSound
import StreamTestSupport

/// Plays hostile streams by a player, in virtual time.
enum StreamFuzz {
    /// The real time in which a stream has to begin, to fail, or to be interrupted.
    private static let timeout = Duration.seconds(20)

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
        // A busy machine takes long to answer; then each stream would be interrupted.
        (limits.answering, limits.timeout, limits.pauses) = (10_000, 1, [.milliseconds(20)])
        let sets = ["windows-1251", "shift_jis", "iso-2022-jp", "utf-8", "gb18030", "none"]
        let tracks = NetworkTracks(limits: limits) { address in
            address.last.flatMap { Int(String($0)) }.flatMap { sets.indices.contains($0) ? sets[$0] : nil }
        }
        let time = VirtualTime()
        guard let engine = try? AudioEngine(output: SilentOutput(pacedBy: time), on: time) else {
            fatalError("no engine")
        }
        var (started, failed, waited, neither) = (0, 0, 0, 0)
        for number in numbers {
            let (hasStarted, hasFailed, hasWaited) = (Locked(false), Locked(false), Locked(false))
            let core = PlayerCore(engine: engine, store: tracks, thread: time) { event in
                switch event {
                case .started: hasStarted.withLock { $0 = true }
                case .failed(_, let reason):
                    hasFailed.withLock { $0 = true }
                    if reason.contains("secret") { fatalError("a password in \(reason)") }
                case .buffering(_, .some), .waiting: hasWaited.withLock { $0 = true }
                case .title(let title):
                    let isLine = title.utf8.count <= 256 && title.unicodeScalars.allSatisfy { $0.value >= 0x20 }
                    if !isLine { fatalError("a title that is no line: \(title)") }
                default: break
                }
            }
            // ffmpeg gets no address with a login.
            let login = number.isMultiple(of: 2) ? "me:secret@" : ""
            core.perform(.play(Playlist("http://\(login)127.0.0.1:\(server.port)/\(number)")))
            var deadline = ContinuousClock.now + timeout
            var steps = 0
            while !hasFailed.withLock({ $0 }), ContinuousClock.now < deadline, steps < 40 {
                time.advance(by: .milliseconds(20))
                if hasWaited.withLock({ $0 }) { deadline = min(deadline, .now + .milliseconds(100)) }
                if hasStarted.withLock({ $0 }) { steps += 1 }
                poll(nil, 0, 1)
            }
            core.perform(.stop)
            time.advance(by: .milliseconds(20))
            if hasStarted.withLock({ $0 }) { started += 1 }
            if hasFailed.withLock({ $0 }) { failed += 1 }
            if hasWaited.withLock({ $0 }) { waited += 1 }
            if ![hasStarted, hasFailed, hasWaited].contains(where: { $0.withLock { $0 } }) { neither += 1 }
        }
        print("started \(started) failed \(failed) waited \(waited) neither \(neither)")
    }
}
