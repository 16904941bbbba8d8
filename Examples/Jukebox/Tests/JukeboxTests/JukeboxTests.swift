import CarillonTest
import Testing

@testable import Jukebox

@Suite struct JukeboxTests {
    private func bench(memory: BenchMemory = [:]) throws -> Bench<Jukebox> {
        let bench = try Bench(memory: memory, makeJukebox)
        bench.setFolder("/srv/music/0007", to: ["1.mp3": .seconds(30), "2.mp3": .seconds(40)])
        bench.setFolder("/srv/music/0008", to: ["hello.ogg": .seconds(20)])
        // A bus ticket, and a card whose only track is damaged.
        bench.setFolder("/srv/music/b00c", to: [:])
        bench.setFolder("/srv/music/bad", to: ["1.mp3": nil])
        return bench
    }

    @Test func cardPlaysItsFolder() throws {
        let bench = try bench()
        try bench.enter("0007", at: "cards")
        bench.advance(by: .seconds(1))
        #expect(bench.player.track?.path == "/srv/music/0007/1.mp3")
        #expect(bench.lit == ["playing"] && bench.isSounding)
        try bench.enter("0008", at: "cards")
        bench.advance(by: .seconds(1))
        #expect(bench.model.title == "hello")
        bench.advance(by: .seconds(20))
        #expect(bench.lit.isEmpty && bench.model.memory.place == .start)
    }

    @Test func buttonsPauseResumeAndSkipTracks() throws {
        let bench = try bench()
        try bench.enter("0007", at: "cards")
        bench.advance(by: .seconds(5))
        try bench.press("pause")
        bench.advance(by: .seconds(60))
        #expect(!bench.isSounding && bench.lit.isEmpty)
        try bench.press("pause")
        try bench.press("next")
        bench.advance(by: .seconds(1))
        #expect(bench.model.title == "2" && bench.isSounding)
    }

    @Test func knobSetsTheVolumeOfTheMusic() throws {
        let bench = try bench()
        try bench.turn("volume", by: 3)
        #expect(bench.volume(of: .music) == .percent(55))
        try bench.turn("volume", by: -30)
        #expect(bench.volume(of: .music) == .silent)
    }

    @Test func positionSurvivesAPowerCut() throws {
        let first = try bench()
        try first.enter("0007", at: "cards")
        first.advance(by: .seconds(55))
        first.cutPower()
        let second = try bench(memory: first.memory)
        #expect(second.model.memory.card == "0007" && !second.isSounding)
        try second.press("pause")
        second.advance(by: .milliseconds(500))
        #expect(second.model.title == "2")
        #expect(second.model.memory.place.time > .seconds(14) && second.model.memory.place.time < .seconds(26))
    }

    @Test(arguments: ["b00c", "bad"]) func unplayableCardErasesNoPosition(card: String) throws {
        let first = try bench()
        try first.enter("0007", at: "cards")
        first.advance(by: .seconds(45))
        try first.enter(card, at: "cards")
        first.advance(by: .seconds(5))
        #expect(!first.isSounding && first.failures.count == 1)
        try first.press("pause")
        first.advance(by: .seconds(1))
        #expect(first.player.track?.path == "/srv/music/0007/2.mp3")
        try first.enter(card, at: "cards")
        first.advance(by: .seconds(5))
        first.cutPower()
        let second = try bench(memory: first.memory)
        #expect(second.model.memory.card == "0007" && second.model.memory.place.track == 1)
        try second.press("pause")
        second.advance(by: .seconds(1))
        let time = second.model.memory.place.time
        #expect(second.model.title == "2" && time > .seconds(14) && time < .seconds(18))
    }

    @Test func eachCardContinuesAtItsPosition() throws {
        let first = try bench()
        try first.enter("0007", at: "cards")
        first.advance(by: .seconds(37))
        try first.enter("0008", at: "cards")
        first.advance(by: .seconds(5))
        try first.enter("0007", at: "cards")
        first.advance(by: .seconds(2))
        try first.press("pause")
        #expect(first.model.memory.card == "0007" && first.model.memory.place.track == 1)
        let places = first.model.memory.places
        #expect(places["0007"].map { $0.time > .seconds(8) && $0.time < .seconds(10) } == true)
        #expect(places["0008"].map { $0.time > .seconds(4) && $0.time < .seconds(6) } == true)
        first.advance(by: .seconds(2))
        first.cutPower()
        let second = try bench(memory: first.memory)
        try second.enter("0008", at: "cards")
        second.advance(by: .seconds(2))
        try second.press("pause")
        #expect(second.model.memory.place.time > .seconds(6))
        second.advance(by: .seconds(1))
        try second.press("pause")
        second.advance(by: .seconds(20))
        // An album that has ended begins anew.
        #expect(second.model.memory.places["0008"] == nil)
    }

    @Test func knobContinuesFromTheVolumeOfThePage() throws {
        let bench = try bench()
        try bench.set("music", "", to: .level(60))
        #expect(bench.model.memory.volume == 60 && bench.volume(of: .music) == .percent(60))
        try bench.turn("volume", by: 1)
        #expect(bench.volume(of: .music) == .percent(65))
    }

    @Test(arguments: ["../../etc", "/home", "..", " "]) func pathsAreNotAcceptedAsCards(text: String) {
        #expect(update(jukebox: Jukebox(), event: .card(text)).effects.isEmpty)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "jukebox", makeJukebox)
    }
}
