import CarillonAudio
import CarillonScheduling
import CarillonTest
import MobiusCore
import TestSupport
import Testing

/// The player on the bench, in virtual time.
@Suite struct PlayerTests {
    private struct Model: Sendable {
        var events: [PlayerEvent] = []
    }

    private enum Event: Sendable {
        case button
        case player(PlayerEvent)
    }

    /// An application that carries out the next command at the press of a button.
    private struct Jukebox {
        let bench: Bench<Model>
        private let next = Locked<PlayerCommand?>(nil)

        init(positionEvery interval: Duration? = nil) throws {
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
                        board.button("go").pressed(send: .button),
                        board.player.events(positionEvery: interval) { .player($0) })
                )
                .makeController(from: Model(), on: board.queue)
            }
            bench.setFolder("/music", to: ["a": .seconds(10), "b": .seconds(20), "c": .seconds(5)])
        }

        func press(_ command: PlayerCommand) throws {
            next.withLock { $0 = command }
            try bench.press("go")
        }
    }

    private static func started(_ number: Int, _ name: String, _ seconds: Int) -> PlayerEvent {
        .started(Track(number: number, path: "/music/\(name)", duration: .seconds(seconds)))
    }

    enum Step: Sendable {
        /// Presses the button, which carries out the command.
        case press(PlayerCommand)
        /// Lets a number of seconds pass.
        case wait(Double)
        case folder(KeyValuePairs<String, Duration?>)
        /// All events so far.
        case events([PlayerEvent])
        /// The last events.
        case last([PlayerEvent])
        case plays(Bool)
        /// The whole seconds of the last report of the position, every second.
        case position(Int)
        case failures(Int)
        /// The beginning of the first failure.
        case firstFailure(String)
    }

    static let courses: [Course<Step>] = [
        Course(
            "tracks overlap for the time of a crossfade",
            .press(.play(Playlist("/music", crossfade: .seconds(4)))), .wait(5.5), .events([started(0, "a", 10)]),
            .wait(1), .events([started(0, "a", 10), started(1, "b", 20)]),
            // The last track, of 5 s, is faded for half of its length.
            .wait(16.5), .events([started(0, "a", 10), started(1, "b", 20)]),
            .wait(1), .last([started(2, "c", 5)]), .wait(6), .last([.finished])),
        Course(
            "the next track is not faded in",
            .press(.play(Playlist("/music", crossfade: .seconds(4)))), .wait(1), .press(.next), .wait(0.2),
            .last([started(1, "b", 20)])),
        Course(
            "tracks follow each other without a gap",
            .press(.play(Playlist("/music"))), .wait(1), .events([started(0, "a", 10)]), .plays(true),
            .wait(10), .events([started(0, "a", 10), started(1, "b", 20)]),
            .wait(23), .last([started(2, "c", 5)]), .wait(2), .last([.finished]), .plays(false)),
        Course(
            "the user skips between tracks",
            .press(.play(Playlist("/music"))), .wait(1), .press(.next), .wait(1), .press(.previous), .wait(1),
            .press(.next), .wait(1), .press(.next), .wait(1), .press(.next), .wait(1),
            .events([
                started(0, "a", 10), started(1, "b", 20), started(0, "a", 10), started(1, "b", 20),
                started(2, "c", 5), .finished,
            ])),
        Course(
            "previous restarts a track that has played for longer",
            .press(.play(Playlist("/music", from: Bookmark(track: 1, time: .seconds(10))))), .wait(1),
            .press(.previous), .wait(19), .events([started(1, "b", 20), started(1, "b", 20)]),
            .wait(2), .last([started(2, "c", 5)])),
        Course(
            "a seek and a skip move within a track",
            .press(.play(Playlist("/music"))), .wait(0.5), .press(.seek(.seconds(8))), .wait(0.7), .position(8),
            .press(.skip(.seconds(-6))), .wait(1.2), .position(3)),
        Course(
            "a seek while paused starts nothing",
            .press(.play(Playlist("/music"))), .wait(1), .press(.pause), .wait(1), .press(.seek(.seconds(6))), .wait(1),
            .press(.skip(.seconds(1))), .wait(1),
            .last([.paused(Bookmark(time: .seconds(6))), .paused(Bookmark(time: .seconds(7)))]), .plays(false),
            .press(.resume), .wait(1), .last([.resumed, started(0, "a", 10)]), .wait(2.5),
            .last([started(1, "b", 20)])),
        Course(
            "a position beyond all tracks ends the list",
            .press(.play(Playlist("/music/c", from: Bookmark(track: -3, time: endless)))), .wait(1),
            .events([.finished]),
            .press(.play(Playlist("/music"))), .wait(1), .press(.skip(endless)), .wait(1), .last([started(1, "b", 20)]),
            .press(.skip(.zero - endless)), .wait(1), .last([started(1, "b", 20)])),
        Course(
            "a track that cannot be read is left out",
            .folder(["a": nil, "b": .zero, "c": .seconds(5)]), .press(.play(Playlist("/music"))), .wait(1),
            .last([started(2, "c", 5)]), .failures(2), .firstFailure("cannot play the track \"/music/a\": ")),
        Course(
            "a missing track of a list is left out",
            .press(.play(Playlist(["/music/gone", "/music/a"]))), .wait(1), .last([started(1, "a", 10)]), .failures(1)),
        Course(
            "a list whose tracks are all damaged ends",
            .folder(["a": nil]), .press(.play(Playlist("/music", repetition: .all))), .wait(1), .last([.finished]),
            .failures(10)),
        Course(
            "an empty folder is reported",
            .folder([:]), .press(.play(Playlist("/music"))), .wait(1),
            .events([.failed(path: "/music", reason: "it has no tracks"), .finished])),
    ]

    private static let endless = Duration(secondsComponent: .max, attosecondsComponent: 0)

    @Test(arguments: courses) func playerFollowsItsCommands(course: Course<Step>) throws {
        let hasPositions = course.steps.contains { if case .position = $0 { true } else { false } }
        let box = try Jukebox(positionEvery: hasPositions ? .seconds(1) : nil)
        let bench = box.bench
        for step in course.steps {
            switch step {
            case .press(let command): try box.press(command)
            case .wait(let seconds): bench.advance(by: .milliseconds(Int((seconds * 1000).rounded())))
            case .folder(let tracks): bench.setFolder("/music", to: tracks)
            case .events(let events): expectEqual(bench.model.events, events, sourceLocation: course.place)
            case .last(let events):
                expectEqual(Array(bench.model.events.suffix(events.count)), events, sourceLocation: course.place)
            case .plays(let isPlaying):
                expectEqual(
                    [bench.player.isPlaying, bench.isSounding], [isPlaying, isPlaying], "\(step)",
                    sourceLocation: course.place)
            case .position(let seconds): expectEqual(position(bench), seconds, sourceLocation: course.place)
            case .firstFailure(let text):
                expectEqual(bench.failures.first?.hasPrefix(text), true, sourceLocation: course.place)
            case .failures(let count):
                expectEqual(bench.failures.count, count, "\(bench.failures)", sourceLocation: course.place)
            }
        }
    }

    /// The seconds of the last report of the position.
    private func position(_ bench: Bench<Model>) -> Int? {
        for event in bench.model.events.reversed() {
            if case .position(let place) = event { return Int((place.time / .seconds(1)).rounded(.down)) }
        }
        return nil
    }

    @Test func shuffledListHasTheSameOrderInEachRun() throws {
        func order(_ seed: UInt64) throws -> [String] {
            let bench = try Bench(wiring: Wiring(), seed: seed) { board in
                Mobius.beginnerLoop { (tracks: [String], track: String) in tracks + [track] }
                    .withEventSource(
                        board.player.events { event in
                            if case .started(let track) = event { track.name } else { "" }
                        }
                    )
                    .makeController(from: [], on: board.queue)
            }
            let tracks = (1...20).map { "\($0)" }
            bench.board.player.perform(.play(Playlist(tracks.map { "/music/\($0)" }, isShuffled: true)))
            bench.advance(by: .seconds(3700))
            return bench.model.filter { !$0.isEmpty }
        }
        let first = try order(1)
        #expect(first.count == 20 && Set(first).count == 20)
        expectEqual(try order(1), first)
        #expect(try order(2) != first)
    }

    @Test func playerIsShownOnceForAllTracks() throws {
        let box = try Jukebox()
        let bench = box.bench
        try box.press(.play(Playlist("/music")))
        bench.advance(by: .seconds(12))
        expectEqual(bench.model.events.count, 2)
        expectEqual(bench.changes.map(\.description).filter { $0 == "player music on" }.count, 1)
    }

    @Test func pauseKeepsThePosition() throws {
        let box = try Jukebox()
        let bench = box.bench
        try box.press(.play(Playlist("/music")))
        bench.advance(by: .seconds(4))
        try box.press(.pause)
        bench.advance(by: .seconds(60))
        guard case .paused(let place) = bench.model.events.last else {
            Issue.record("not paused: \(bench.model.events)")
            return
        }
        #expect(place.track == 0 && abs((place.time - .seconds(4)) / .milliseconds(1)) < 200)
        #expect(!bench.player.isPlaying)
        try box.press(.toggle)
        bench.advance(by: .milliseconds(5_500))
        #expect(bench.model.events.last == .resumed && bench.player.isPlaying)
        bench.advance(by: .seconds(1))
        expectEqual(bench.model.events.last, Self.started(1, "b", 20))
    }

    /// As on a board, whose message this is.
    @Test(arguments: ["/music/nothing", "/music/d", "/other", "/music/a/b", "nothing"])
    func pathThatTheTestHasNotSetIsReportedAsMissing(_ path: String) throws {
        let box = try Jukebox()
        try box.press(.play(Playlist(path)))
        box.bench.advance(by: .seconds(1))
        let reason = "no sound file \"\(path)\"; check the path"
        expectEqual(box.bench.model.events, [.failed(path: path, reason: reason), .finished])
        expectEqual(box.bench.failures.count, 1)
    }

    @Test func pathThatTheTestHasSetIsPlayed() throws {
        for path in ["/music", "/music/", "/music/b", "/music/c"] {
            let box = try Jukebox()
            try box.press(.play(Playlist(path)))
            box.bench.advance(by: .seconds(1))
            guard case .started = box.bench.model.events.first else {
                Issue.record("\(path) is not started: \(box.bench.model.events)")
                continue
            }
        }
        // Any path plays until the test sets a folder.
        let bench = try Bench()
        bench.player.perform(.play(Playlist("/anywhere")))
        bench.advance(by: .seconds(1))
        #expect(bench.player.isPlaying && bench.failures.isEmpty)
    }

    /// The player waits for a USB stick that was pulled out, and reports it once.
    @Test func playerResumesWhenTheMediumIsBack() throws {
        let box = try Jukebox()
        let bench = box.bench
        try box.press(.play(Playlist("/music")))
        bench.advance(by: .seconds(4))
        bench.pullOut("/music")
        bench.advance(by: .seconds(3_600))
        guard case .waiting(let place, _) = bench.model.events.last else {
            Issue.record("not waiting: \(bench.model.events)")
            return
        }
        #expect(place.track == 0 && place.time > .seconds(4) && place.time < .milliseconds(5_200))
        #expect(!bench.player.isPlaying && bench.failures.count == 1)
        bench.putIn("/music")
        bench.advance(by: .seconds(3))
        expectEqual(bench.model.events.suffix(2), [.resumed, Self.started(0, "a", 10)])
        #expect(bench.player.isPlaying && bench.failures.count == 1)
        bench.advance(by: .seconds(4))
        expectEqual(bench.model.events.last, Self.started(1, "b", 20))
    }

    @Test func pauseEndsTheWaitForAMedium() throws {
        let box = try Jukebox()
        let bench = box.bench
        try box.press(.play(Playlist("/music")))
        bench.pullOut("/music")
        bench.advance(by: .seconds(4))
        try box.press(.pause)
        bench.putIn("/music")
        bench.advance(by: .seconds(60))
        guard case .paused(let place) = bench.model.events.last else {
            Issue.record("not paused: \(bench.model.events)")
            return
        }
        try box.press(.resume)
        bench.advance(by: .milliseconds(10_300) - place.time)
        expectEqual(bench.model.events.last, Self.started(1, "b", 20))
    }

    @Test func trackShowsItsTitle() throws {
        let box = try Jukebox()
        let bench = box.bench
        bench.setTags(of: "/music/a", title: "Yesterday", artist: "The Beatles")
        try box.press(.play(Playlist("/music")))
        bench.advance(by: .seconds(1))
        #expect(bench.player.track?.title == "Yesterday" && bench.player.track?.artist == "The Beatles")
        expectEqual(bench.player.value(of: 1), .text("Yesterday"))
        expectEqual(bench.player.track?.remaining(at: Bookmark(time: .seconds(4))), .seconds(6))
    }

    @Test func playerPausesWhenItsFeatureIsSwitchedOff() throws {
        let box = try Jukebox()
        let bench = box.bench
        try box.press(.play(Playlist("/music")))
        bench.advance(by: .seconds(1))
        bench.player.setFeature(0, to: .toggle(.off))
        bench.advance(by: .seconds(1))
        #expect(!bench.player.isPlaying && !bench.isSounding)
        bench.player.setFeature(0, to: .toggle(.on))
        bench.advance(by: .seconds(1))
        #expect(bench.player.isPlaying && bench.isSounding)
    }

    /// As on the page, in a fleet and on the panel.
    @Test func playerIsOperatedThroughItsFeatures() throws {
        let box = try Jukebox()
        let bench = box.bench
        #expect(bench.player.features[2].isProgress)
        try box.press(.play(Playlist("/music")))
        bench.advance(by: .milliseconds(2_500))
        expectEqual(try bench.text("music", "track"), "a")
        expectEqual(try bench.text("music", "time"), "0:02 of 0:10")
        try bench.set("music", "position", to: .level(80))
        bench.advance(by: .seconds(1))
        #expect(try bench.level("music", "position") ?? 0 > 85)
        try bench.set("music", "next", to: .press(true))
        bench.advance(by: .seconds(1))
        expectEqual(bench.model.events.last, Self.started(1, "b", 20))
        try bench.set("music", "previous", to: .press(true))
        bench.advance(by: .seconds(1))
        expectEqual(bench.model.events.last, Self.started(0, "a", 10))
        try bench.set("music", to: .toggle(.off))
        bench.advance(by: .seconds(1))
        #expect(!bench.player.isPlaying)
    }

    @Test func benchSetsAndMutesVolumes() throws {
        let bench = try Bench()
        _ = bench.board.speaker.volume(of: .music)
        try bench.set("main", to: .level(40))
        try bench.set("main", "muted", to: .toggle(.on))
        #expect(bench.volume() == .percent(40) && bench.isMuted())
        #expect(throws: BenchError.self) { try bench.set("main", to: .level(101)) }
    }
}
