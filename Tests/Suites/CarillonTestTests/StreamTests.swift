import CarillonAudio
import CarillonScheduling
import CarillonTest
import MobiusCore
import TestSupport
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

    private static let address = "http://me:secret@radio.example/live"
    private static let shown = "http://radio.example/live"
    private static let play = Step.press(.play(Playlist(address)))

    /// A bench whose application carries out the next command at the press of a button.
    private struct Radio {
        let bench: Bench<Model>
        private let next = Locked<PlayerCommand?>(nil)

        init() throws {
            bench = try Bench { [next] board in
                Mobius.loop(
                    update: { (model: Model, event: Event) -> Next<Model, PlayerCommand> in
                        switch event {
                        case .button: .dispatchEffects(next.withLock(\.self).map { [$0] } ?? [])
                        case .player(let event): .next(Model(events: model.events + [event]))
                        }
                    },
                    effectHandler: EffectRouter<PlayerCommand, Event>()
                        .routeEffects(withParameters: { $0 }).to(board.player.perform).asConnectable
                )
                .withEventSource(
                    try board.events(
                        board.button("go").pressed(send: .button), board.player.events { .player($0) })
                )
                .makeController(from: Model(), on: board.queue)
            }
        }

        func press(_ command: PlayerCommand) throws {
            next.withLock { $0 = command }
            try bench.press("go")
        }
    }

    private static func started(_ title: String? = nil) -> PlayerEvent {
        .started(Track(number: 0, path: shown, title: title))
    }

    enum Step: Sendable {
        /// Presses the button, which carries out the command.
        case press(PlayerCommand)
        /// Lets a number of seconds pass.
        case wait(Double)
        case stationIsNamed(String)
        case titleIsSent(String)
        case stall, resume, end
        case fail(String)
        case folder(KeyValuePairs<String, Duration?>)
        /// All events so far.
        case events([PlayerEvent])
        /// The text that the player shows.
        case shows(String)
        case plays(Bool)
        case sounds(Bool)
        case failures([String])
    }

    static let courses: [Course<Step>] = [
        Course(
            "a stream starts with the name of its station",
            .stationIsNamed("Live"), play, .wait(600), .events([started("Live")]), .plays(true), .sounds(true)),
        Course(
            "a title is reported when its sound plays",
            play, .wait(3), .titleIsSent("one"), .wait(0.7), .events([started()]),
            .wait(0.6), .events([started(), .title("one")]), .shows("one")),
        Course(
            "the same title is reported once, and an empty title clears it",
            .stationIsNamed("Live"), play, .wait(3), .titleIsSent(""), .wait(2), .shows("Live"),
            .titleIsSent("one"), .wait(2), .shows("one"), .titleIsSent("one"), .wait(2), .shows("one"),
            .titleIsSent(""), .wait(2), .shows("Live"), .titleIsSent(""), .wait(2), .shows("Live"),
            .titleIsSent("one"), .wait(2), .shows("one"),
            .events([started("Live"), .title("one"), .title(""), .title("one")])),
        Course(
            "a stream that does not begin is awaited until it is stopped",
            .stall, play, .wait(60), .events([.buffering(path: shown)]),
            .resume, .wait(1), .events([.buffering(path: shown), started()]),
            .press(.stop), .wait(1), .sounds(false), .plays(false)),
        Course(
            "a stream that fails is reported without its login, and the next track plays",
            .fail("the server has no such stream (404)"), .folder(["a": .seconds(5)]),
            .press(.play(Playlist([address, "/music/a"]))), .wait(1),
            .events([
                .failed(path: shown, reason: "the server has no such stream (404)"),
                .started(Track(number: 1, path: "/music/a", duration: .seconds(5))),
            ]),
            .failures(["cannot play the track \"\(shown)\": the server has no such stream (404)"])),
        Course(
            "the list ends after a stream that ends",
            play, .wait(2), .end, .wait(2), .events([started(), .finished])),
        // Nothing that the stream would have sent meanwhile is kept.
        Course(
            "a stream starts again after a pause",
            play, .wait(2), .press(.pause), .wait(3600), .events([started(), .paused(.start)]), .sounds(false),
            .press(.resume), .wait(1), .events([started(), .paused(.start), .resumed, started()])),
        Course(
            "a seek and a skip have no effect on a stream",
            play, .wait(1), .press(.seek(.seconds(5))), .wait(1), .press(.skip(.seconds(5))), .wait(1),
            .events([started()])),
    ]

    @Test(arguments: courses) func playerFollowsTheStream(course: Course<Step>) throws {
        let radio = try Radio()
        let (bench, stream, place) = (radio.bench, radio.bench.stream(Self.address), course.place)
        for step in course.steps {
            switch step {
            case .press(let command): try radio.press(command)
            case .wait(let seconds): bench.advance(by: .milliseconds(Int((seconds * 1000).rounded())))
            case .stationIsNamed(let name): stream.setName(name)
            case .titleIsSent(let title): stream.send(title: title)
            case .stall: stream.stall()
            case .resume: stream.resume()
            case .end: stream.end()
            case .fail(let reason): stream.fail(reason)
            case .folder(let tracks): bench.setFolder("/music", to: tracks)
            case .events(let events): expectEqual(bench.model.events, events, sourceLocation: place)
            case .shows(let text): expectEqual(bench.player.value(of: 1), .text(text), sourceLocation: place)
            case .plays(let plays): expectEqual(bench.player.isPlaying, plays, sourceLocation: place)
            case .sounds(let sounds): expectEqual(bench.isSounding, sounds, sourceLocation: place)
            case .failures(let failures): expectEqual(bench.failures, failures, sourceLocation: place)
            }
        }
    }

    @Test func stalledStreamIsSilentAndResumes() throws {
        let radio = try Radio()
        let (bench, stream) = (radio.bench, radio.bench.stream(Self.address))
        try radio.press(.play(Playlist(Self.address)))
        bench.advance(by: .seconds(3))
        stream.stall()
        bench.advance(by: .milliseconds(800))
        expectEqual(bench.model.events, [Self.started()])
        bench.advance(by: .seconds(5))
        expectEqual(bench.model.events, [Self.started(), .buffering(path: Self.shown)])
        #expect(bench.player.isPlaying)
        stream.resume()
        bench.advance(by: .seconds(60))
        expectEqual(bench.model.events, [Self.started(), .buffering(path: Self.shown), .resumed])
    }

    @Test func nextStationCanBeChosenBeforeOnePlays() throws {
        let radio = try Radio()
        let stations = [Self.address, "https://b.example/", "https://c.example/"]
        for station in stations.dropLast() { radio.bench.stream(station).stall() }
        for command in [PlayerCommand.play(Playlist(stations)), .next, .next] {
            try radio.press(command)
            radio.bench.advance(by: .seconds(1))
        }
        expectEqual(radio.bench.player.track?.path, "https://c.example/")
    }

    @Test(arguments: [
        ("http://me:secret@host/a@b", "http://host/a@b"), ("HTTPS://me@host", "HTTPS://host"),
        ("http://a:b@c@host?x", "http://host?x"), ("http://host/a", "http://host/a"), ("/a@b", "/a@b"),
        ("http://", "http://"),
    ]) func addressesAreShownWithoutTheirLogins(address: String, shown: String) {
        expectEqual(StreamAddress.withoutLogin(address), shown)
    }
}
