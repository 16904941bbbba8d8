import CarillonTest
import Testing

@testable import Jukebox

@Suite struct JukeboxTests {
    private func bench(memory: BenchMemory = [:]) throws -> Bench<Jukebox> {
        let bench = try Bench(memory: memory, makeJukebox)
        bench.setFolder("/srv/music/0007", to: ["1.mp3": .seconds(30), "2.mp3": .seconds(40)])
        bench.setFolder("/srv/music/0008", to: ["hello.ogg": .seconds(20)])
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

    @Test func buttonsPauseAndGoOn() throws {
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

    @Test func knobTurnsTheMusic() throws {
        let bench = try bench()
        try bench.turn("volume", by: 3)
        #expect(bench.volume(of: .music) == .percent(55))
        try bench.turn("volume", by: -30)
        #expect(bench.volume(of: .music) == .silent)
    }

    @Test func placeSurvivesAPowerCut() throws {
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

    @Test(arguments: ["../../etc", "/home", "..", " "]) func pathsAreNoCards(text: String) {
        #expect(update(jukebox: Jukebox(), event: .card(text)).effects.isEmpty)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasItsDevices() throws {
        _ = try Bench(wiring: "jukebox", makeJukebox)
    }
}
