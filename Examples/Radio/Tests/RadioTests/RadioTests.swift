import CarillonTest
import Testing

@testable import Radio

@Suite struct RadioTests {
    @Test func firstStationIsPlayedWhenTheRadioIsTurnedOn() throws {
        let bench = try Bench(makeRadio)
        bench.stream(Stations.all[0]).setName("Jazz")
        try bench.press("station")
        bench.advance(by: .seconds(1))
        #expect(bench.player.isPlaying && bench.model.title == "Jazz" && bench.lit == ["on"])
        try bench.press("station")
        #expect(!bench.player.isPlaying && bench.lit.isEmpty)
    }

    @Test func knobGoesRoundTheStations() throws {
        let bench = try Bench(makeRadio)
        try bench.press("station")
        try bench.turn("station", by: -1)
        bench.advance(by: .seconds(1))
        #expect(bench.player.track?.path == Stations.all.last)
        try bench.turn("station")
        bench.advance(by: .seconds(1))
        #expect(bench.player.track?.path == Stations.all.first)
    }

    @Test func titleIsShownWhenItIsHeard() throws {
        let bench = try Bench(makeRadio)
        try bench.press("station")
        bench.advance(by: .seconds(2))
        bench.stream(Stations.all[0]).send(title: "So What")
        bench.advance(by: .seconds(2))
        #expect(bench.model.title == "So What")
    }

    @Test func lightBlinksWhileAStationIsSilent() throws {
        let bench = try Bench(makeRadio)
        try bench.press("station")
        bench.advance(by: .seconds(2))
        bench.stream(Stations.all[0]).stall()
        bench.advance(by: .seconds(2))
        #expect(!bench.model.isHeard)
        bench.stream(Stations.all[0]).goOn()
        bench.advance(by: .seconds(2))
        #expect(bench.model.isHeard)
        bench.stream(Stations.all[0]).fail("the server has no such stream (404)")
        bench.advance(by: .seconds(3))
        #expect(!bench.model.isHeard && bench.failures.count == 1)
    }

    @Test func radioGoesOnAfterAPowerCut() throws {
        let first = try Bench(makeRadio)
        try first.press("station")
        try first.turn("station")
        try first.turn("volume", by: 5)
        first.advance(by: .seconds(2))
        first.cutPower()
        let second = try Bench(memory: first.memory, makeRadio)
        second.advance(by: .seconds(1))
        #expect(second.player.track?.path == Stations.all[1])
        #expect(second.volume() == .percent(60))
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasItsDevices() throws {
        _ = try Bench(wiring: "radio", makeRadio)
    }
}
