import CarillonAudio
import CarillonScheduling
import CarillonTest
import MobiusCore
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

    /// An application that carries out commands at the presses of a button, one after the other.
    private func bench(
        _ commands: [PlayerCommand], positionEvery interval: Duration? = nil,
        folder: KeyValuePairs<String, Duration?> = ["a": .seconds(10), "b": .seconds(20), "c": .seconds(5)]
    ) throws -> Bench<Model> {
        let bench = try Bench { board in
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
                    board.button("go").pressed(.button), board.player.events(positionEvery: interval) { .player($0) })
            )
            .makeController(from: Model(), on: board.queue)
        }
        bench.setFolder("/music", to: folder)
        return bench
    }

    private func started(_ number: Int, _ name: String, _ seconds: Int) -> PlayerEvent {
        .started(Track(number: number, path: "/music/\(name)", duration: .seconds(seconds)))
    }

    @Test func tracksOverlapForTheTimeOfACrossfade() throws {
        let bench = try bench([.play(Playlist("/music", crossfade: .seconds(4)))])
        try bench.press("go")
        bench.advance(by: .milliseconds(5_500))
        #expect(bench.model.events == [started(0, "a", 10)])
        bench.advance(by: .seconds(1))
        #expect(bench.model.events == [started(0, "a", 10), started(1, "b", 20)])
        // The last track, of 5 s, is faded for half of its length.
        bench.advance(by: .milliseconds(16_500))
        #expect(bench.model.events.count == 2)
        bench.advance(by: .seconds(1))
        #expect(bench.model.events.last == started(2, "c", 5))
        bench.advance(by: .seconds(6))
        #expect(bench.model.events.last == .finished)
    }

    @Test func nextTrackIsNotFadedIn() throws {
        let bench = try bench([.play(Playlist("/music", crossfade: .seconds(4))), .next])
        try bench.press("go")
        bench.advance(by: .seconds(1))
        try bench.press("go")
        bench.advance(by: .milliseconds(200))
        #expect(bench.model.events.last == started(1, "b", 20))
    }

    @Test func tracksFollowEachOtherWithoutAGap() throws {
        let bench = try bench([.play(Playlist("/music"))])
        try bench.press("go")
        bench.advance(by: .seconds(1))
        #expect(bench.model.events == [started(0, "a", 10)])
        #expect(bench.player.isPlaying && bench.isSounding)
        bench.advance(by: .seconds(10))
        #expect(bench.model.events == [started(0, "a", 10), started(1, "b", 20)])
        bench.advance(by: .milliseconds(23_000))
        #expect(bench.model.events.last == started(2, "c", 5))
        bench.advance(by: .seconds(2))
        #expect(bench.model.events.last == .finished)
        #expect(!bench.player.isPlaying && !bench.isSounding)
    }

    @Test func pauseKeepsThePlace() throws {
        let bench = try bench([.play(Playlist("/music")), .pause, .toggle])
        try bench.press("go")
        bench.advance(by: .seconds(4))
        try bench.press("go")
        bench.advance(by: .seconds(60))
        guard case .paused(let place) = bench.model.events.last else {
            Issue.record("not paused: \(bench.model.events)")
            return
        }
        #expect(place.track == 0 && abs((place.time - .seconds(4)) / .milliseconds(1)) < 200)
        #expect(!bench.player.isPlaying)
        try bench.press("go")
        bench.advance(by: .milliseconds(5_500))
        #expect(bench.model.events.last == .resumed && bench.player.isPlaying)
        bench.advance(by: .seconds(1))
        #expect(bench.model.events.last == started(1, "b", 20))
    }

    @Test func userGoesFromTrackToTrack() throws {
        let bench = try bench([.play(Playlist("/music")), .next, .previous, .next, .next, .next])
        for _ in 0..<6 {
            try bench.press("go")
            bench.advance(by: .seconds(1))
        }
        let tracks = [started(0, "a", 10), started(1, "b", 20), started(0, "a", 10), started(1, "b", 20)]
        #expect(bench.model.events == tracks + [started(2, "c", 5), .finished])
    }

    @Test func previousGoesToTheBeginningOfATrackThatIsHeardForLonger() throws {
        let bench = try bench([.play(Playlist("/music", from: Bookmark(track: 1, time: .seconds(10)))), .previous])
        try bench.press("go")
        bench.advance(by: .seconds(1))
        try bench.press("go")
        bench.advance(by: .seconds(19))
        #expect(bench.model.events == [started(1, "b", 20), started(1, "b", 20)])
        bench.advance(by: .seconds(2))
        #expect(bench.model.events.last == started(2, "c", 5))
    }

    @Test func seekAndASkipMoveWithinATrack() throws {
        let bench = try bench(
            [.play(Playlist("/music")), .seek(.seconds(8)), .skip(.seconds(-6))], positionEvery: .seconds(1))
        try bench.press("go")
        bench.advance(by: .milliseconds(500))
        try bench.press("go")
        bench.advance(by: .milliseconds(700))
        #expect(place(bench) == 8)
        try bench.press("go")
        bench.advance(by: .milliseconds(1_200))
        #expect(place(bench) == 3)
    }

    /// The seconds of the last report of the place.
    private func place(_ bench: Bench<Model>) -> Int? {
        for event in bench.model.events.reversed() {
            if case .position(let place) = event { return Int((place.time / .seconds(1)).rounded(.down)) }
        }
        return nil
    }

    @Test func trackThatCannotBeReadIsLeftOut() throws {
        let bench = try bench([.play(Playlist("/music"))], folder: ["a": nil, "b": .zero, "c": .seconds(5)])
        try bench.press("go")
        bench.advance(by: .seconds(1))
        #expect(bench.model.events.last == started(2, "c", 5))
        #expect(bench.failures.count == 2)
        #expect(bench.failures.first?.hasPrefix("cannot play the track \"/music/a\": ") ?? false)
    }

    @Test func listOfNothingButDamagedTracksEnds() throws {
        let bench = try bench([.play(Playlist("/music", repetition: .all))], folder: ["a": nil])
        try bench.press("go")
        bench.advance(by: .seconds(1))
        #expect(bench.model.events.last == .finished)
        #expect(bench.failures.count == 10)
    }

    @Test func emptyFolderIsReported() throws {
        let bench = try bench([.play(Playlist("/music"))], folder: [:])
        try bench.press("go")
        bench.advance(by: .seconds(1))
        #expect(bench.model.events == [.failed(path: "/music", reason: "it has no tracks"), .finished])
    }

    /// The player waits for a USB stick that was pulled out, and reports it once.
    @Test func playerGoesOnWhenTheMediumIsBack() throws {
        let bench = try bench([.play(Playlist("/music"))])
        try bench.press("go")
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
        #expect(bench.model.events.suffix(2) == [.resumed, started(0, "a", 10)])
        #expect(bench.player.isPlaying && bench.failures.count == 1)
        bench.advance(by: .seconds(4))
        #expect(bench.model.events.last == started(1, "b", 20))
    }

    @Test func pauseEndsTheWaitForAMedium() throws {
        let bench = try bench([.play(Playlist("/music")), .pause, .resume])
        try bench.press("go")
        bench.pullOut("/music")
        bench.advance(by: .seconds(4))
        try bench.press("go")
        bench.putIn("/music")
        bench.advance(by: .seconds(60))
        guard case .paused(let place) = bench.model.events.last else {
            Issue.record("not paused: \(bench.model.events)")
            return
        }
        try bench.press("go")
        bench.advance(by: .milliseconds(10_300) - place.time)
        #expect(bench.model.events.last == started(1, "b", 20))
    }

    @Test func trackShowsItsTitle() throws {
        let bench = try bench([.play(Playlist("/music"))])
        bench.setTags(of: "/music/a", title: "Yesterday", artist: "The Beatles")
        try bench.press("go")
        bench.advance(by: .seconds(1))
        #expect(bench.player.track?.title == "Yesterday" && bench.player.track?.artist == "The Beatles")
        #expect(bench.player.value(of: 1) == .text("Yesterday"))
        #expect(bench.player.track?.remaining(at: Bookmark(time: .seconds(4))) == .seconds(6))
    }

    @Test func silenceFromOutsideIsAPause() throws {
        let bench = try bench([.play(Playlist("/music")), .resume])
        try bench.press("go")
        bench.advance(by: .seconds(1))
        bench.player.set(0, to: .toggle(.off))
        bench.advance(by: .seconds(1))
        #expect(!bench.player.isPlaying && !bench.isSounding)
        bench.player.set(0, to: .toggle(.on))
        bench.advance(by: .seconds(1))
        #expect(bench.player.isPlaying && bench.isSounding)
    }

    @Test func seekWhilePausedStartsNothing() throws {
        let bench = try bench([.play(Playlist("/music")), .pause, .seek(.seconds(6)), .skip(.seconds(1)), .resume])
        for _ in 0..<4 {
            try bench.press("go")
            bench.advance(by: .seconds(1))
        }
        let ends: [PlayerEvent] = [.paused(Bookmark(time: .seconds(6))), .paused(Bookmark(time: .seconds(7)))]
        #expect(bench.model.events.suffix(2) == ends)
        #expect(!bench.player.isPlaying && !bench.isSounding)
        try bench.press("go")
        bench.advance(by: .seconds(1))
        #expect(bench.model.events.suffix(2) == [.resumed, started(0, "a", 10)])
        bench.advance(by: .milliseconds(2_500))
        #expect(bench.model.events.last == started(1, "b", 20))
    }

    @Test func placeBeyondAllTracksEndsTheList() throws {
        let endless = Duration(secondsComponent: .max, attosecondsComponent: 0)
        let bench = try bench(
            [
                .play(Playlist("/music/c", from: Bookmark(track: -3, time: endless))), .play(Playlist("/music")),
                .skip(endless), .skip(.zero - endless),
            ])
        try bench.press("go")
        bench.advance(by: .seconds(1))
        #expect(bench.model.events == [.finished])
        try bench.press("go")
        bench.advance(by: .seconds(1))
        try bench.press("go")
        bench.advance(by: .seconds(1))
        #expect(bench.model.events.last == started(1, "b", 20))
        try bench.press("go")
        bench.advance(by: .seconds(1))
        #expect(bench.model.events.last == started(1, "b", 20))
    }

    /// As on the page, in a fleet and on the panel.
    @Test func playerIsOperatedFromOutside() throws {
        let bench = try bench([.play(Playlist("/music"))])
        #expect(bench.player.features[2].isProgress)
        try bench.press("go")
        bench.advance(by: .milliseconds(2_500))
        #expect(try bench.text("music", "track") == "a")
        #expect(try bench.text("music", "time") == "0:02 of 0:10")
        try bench.set("music", "position", to: .level(80))
        bench.advance(by: .seconds(1))
        #expect(try bench.level("music", "position") ?? 0 > 85)
        try bench.set("music", "next", to: .press(true))
        bench.advance(by: .seconds(1))
        #expect(bench.model.events.last == started(1, "b", 20))
        try bench.set("music", "previous", to: .press(true))
        bench.advance(by: .seconds(1))
        #expect(bench.model.events.last == started(0, "a", 10))
        try bench.set("music", to: .toggle(.off))
        bench.advance(by: .seconds(1))
        #expect(!bench.player.isPlaying)
    }

    @Test func volumesAreSetFromOutside() throws {
        let bench = try bench([])
        _ = bench.board.speaker.volume(of: .music)
        try bench.set("main", to: .level(40))
        try bench.set("main", "muted", to: .toggle(.on))
        #expect(bench.volume() == .percent(40) && bench.isMuted())
        #expect(throws: BenchError.self) { try bench.set("main", to: .level(101)) }
    }

    @Test func musicIsPlayedAtTheVolumeOfMusic() throws {
        let bench = try bench([.play(Playlist("/music"))])
        try bench.press("go")
        bench.advance(by: .seconds(1))
        #expect(bench.changes.contains { "\($0)".hasPrefix("player music") })
    }
}
