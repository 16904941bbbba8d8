import CarillonAudio
import CarillonScheduling
import CarillonTest
import MobiusCore
import Testing

/// Streams of a player on the bench, in virtual time.
@Suite struct StreamTests {
    private struct Model: Sendable {
        var events: [PlayerEvent] = []
    }

    private enum Event: Sendable {
        case button
        case player(PlayerEvent)
    }

    private let address = "http://me:secret@radio.example/live"
    private let shown = "http://radio.example/live"

    /// An application that carries out commands at the presses of a button, one after the other.
    private func bench(_ commands: PlayerCommand...) throws -> Bench<Model> {
        try Bench { [commands] board in
            let presses = Locked(commands)
            return Mobius.loop(
                update: { (model: Model, event: Event) -> Next<Model, PlayerCommand> in
                    switch event {
                    case .button: return .dispatchEffects([presses.withLock { $0.removeFirst() }])
                    case .player(let event): return .next(Model(events: model.events + [event]))
                    }
                },
                effectHandler: EffectRouter<PlayerCommand, Event>()
                    .routeEffects(withParameters: { $0 }).to(board.player.perform).asConnectable
            )
            .withEventSource(
                try board.events(
                    board.button("go").pressed(.button), board.player.events { .player($0) })
            )
            .makeController(from: Model(), on: board.queue)
        }
    }

    private func started(_ title: String? = nil) -> PlayerEvent {
        .started(Track(number: 0, path: shown, title: title))
    }

    @Test func streamStartsWithTheNameOfItsStation() throws {
        let bench = try bench(.play(Playlist(address)))
        bench.stream(address).setName("Live")
        try bench.press("go")
        bench.advance(by: .seconds(600))
        #expect(bench.model.events == [started("Live")])
        #expect(bench.isSounding && bench.player.isPlaying)
    }

    @Test func titleIsReportedWhenItIsHeard() throws {
        let bench = try bench(.play(Playlist(address)))
        try bench.press("go")
        bench.advance(by: .seconds(3))
        bench.stream(address).send(title: "one")
        bench.advance(by: .milliseconds(700))
        #expect(bench.model.events == [started()])
        bench.advance(by: .milliseconds(600))
        #expect(bench.model.events == [started(), .title("one")])
        #expect(bench.player.value(of: 1) == .text("one"))
    }

    @Test func stalledStreamIsSilentAndGoesOn() throws {
        let bench = try bench(.play(Playlist(address)))
        try bench.press("go")
        bench.advance(by: .seconds(3))
        bench.stream(address).stall()
        bench.advance(by: .milliseconds(800))
        #expect(bench.model.events == [started()])
        bench.advance(by: .seconds(5))
        #expect(bench.model.events == [started(), .buffering(path: shown)])
        #expect(bench.player.isPlaying)
        bench.stream(address).goOn()
        bench.advance(by: .seconds(60))
        #expect(bench.model.events == [started(), .buffering(path: shown), .resumed])
    }

    @Test func streamThatDoesNotComeIsAwaited() throws {
        let bench = try bench(.play(Playlist(address)), .stop)
        bench.stream(address).stall()
        try bench.press("go")
        bench.advance(by: .seconds(60))
        #expect(bench.model.events == [.buffering(path: shown)])
        bench.stream(address).goOn()
        bench.advance(by: .seconds(1))
        #expect(bench.model.events == [.buffering(path: shown), started()])
        try bench.press("go")
        bench.advance(by: .seconds(1))
        #expect(!bench.isSounding && !bench.player.isPlaying)
    }

    @Test func streamThatFailsIsReportedWithoutItsLoginAndLeftOut() throws {
        let bench = try bench(.play(Playlist([address, "/music/a"])))
        bench.stream(address).fail("the server has no such stream (404)")
        bench.setFolder("/music", to: ["a": .seconds(5)])
        try bench.press("go")
        bench.advance(by: .seconds(1))
        let failure = PlayerEvent.failed(path: shown, reason: "the server has no such stream (404)")
        #expect(bench.model.events.first == failure && bench.model.events.count == 2)
        #expect(bench.failures == ["cannot play the track \"\(shown)\": the server has no such stream (404)"])
    }

    @Test func streamThatEndsIsFollowedByTheNextTrack() throws {
        let bench = try bench(.play(Playlist(address)))
        try bench.press("go")
        bench.advance(by: .seconds(2))
        bench.stream(address).end()
        bench.advance(by: .seconds(2))
        #expect(bench.model.events == [started(), .finished])
    }

    /// After a pause, a stream begins anew: what it would have sent meanwhile is not kept.
    @Test func pauseClosesTheConnection() throws {
        let bench = try bench(.play(Playlist(address)), .pause, .resume)
        try bench.press("go")
        bench.advance(by: .seconds(2))
        try bench.press("go")
        bench.advance(by: .seconds(3_600))
        #expect(bench.model.events == [started(), .paused(.start)])
        #expect(!bench.isSounding)
        try bench.press("go")
        bench.advance(by: .seconds(1))
        #expect(bench.model.events == [started(), .paused(.start), .resumed, started()])
    }

    @Test func nextStationCanBeChosenBeforeOneIsHeard() throws {
        let bench = try bench(.play(Playlist([address, "https://b.example/", "https://c.example/"])), .next, .next)
        for station in [address, "https://b.example/"] { bench.stream(station).stall() }
        for _ in 0..<3 {
            try bench.press("go")
            bench.advance(by: .seconds(1))
        }
        #expect(bench.player.track?.path == "https://c.example/")
    }

    @Test func streamCannotBeSought() throws {
        let bench = try bench(.play(Playlist(address)), .seek(.seconds(5)), .skip(.seconds(5)))
        for _ in 0..<3 {
            try bench.press("go")
            bench.advance(by: .seconds(1))
        }
        #expect(bench.model.events == [started()])
    }

    @Test(arguments: [
        ("http://me:secret@host/a@b", "http://host/a@b"), ("HTTPS://me@host", "HTTPS://host"),
        ("http://a:b@c@host?x", "http://host?x"), ("http://host/a", "http://host/a"), ("/a@b", "/a@b"),
        ("http://", "http://"),
    ]) func addressesAreShownWithoutTheirLogins(address: String, shown: String) {
        #expect(StreamAddress.withoutLogin(address) == shown)
    }
}
