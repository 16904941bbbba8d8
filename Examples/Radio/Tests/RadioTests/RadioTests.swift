import CarillonTest
import Testing

@testable import Radio

@Suite struct RadioTests {
    @Test func switchPlaysTheStation() throws {
        let bench = try Bench(makeRadio)
        bench.stream(Stations.all[0].value).setName("Jazz")
        try bench.screen("panel").press("On")
        bench.advance(by: .seconds(1))
        #expect(bench.player.isPlaying && bench.model.title == "Jazz")
        try bench.screen("panel").press("On")
        #expect(!bench.player.isPlaying)
    }

    @Test func stationIsChosenFromTheList() throws {
        let bench = try Bench(makeRadio)
        for (station, path) in [("News", Stations.all[1].value), ("Jazz", Stations.all[0].value)] {
            try bench.screen("panel").press(station)
            bench.advance(by: .seconds(1))
            #expect(bench.player.track?.path == path)
        }
    }

    @Test func titleIsShownWhenItsSoundPlays() throws {
        let bench = try Bench(makeRadio)
        try bench.screen("panel").press("On")
        bench.advance(by: .seconds(2))
        bench.stream(Stations.all[0].value).send(title: "So What")
        bench.advance(by: .seconds(2))
        #expect(try bench.screen("panel").text.hasPrefix("So What\n"))
    }

    @Test func titleIsShownAsDotsWhileAStationIsSilent() throws {
        let bench = try Bench(makeRadio)
        try bench.screen("panel").press("On")
        bench.advance(by: .seconds(2))
        bench.stream(Stations.all[0].value).stall()
        bench.advance(by: .seconds(2))
        #expect(!bench.model.isHeard)
        bench.stream(Stations.all[0].value).resume()
        bench.advance(by: .seconds(2))
        #expect(bench.model.isHeard)
        bench.stream(Stations.all[0].value).fail("the server has no such stream (404)")
        bench.advance(by: .seconds(3))
        #expect(!bench.model.isHeard && bench.failures.count == 1)
    }

    @Test func knobContinuesFromTheVolumeOfThePage() throws {
        let bench = try Bench(makeRadio)
        try bench.set("main", to: .level(60))
        try bench.screen("panel").press("Volume")
        try bench.screen("panel").turn(by: 1)
        #expect(bench.volume() == .percent(64))
    }

    @Test func radioResumesAfterAPowerCut() throws {
        let first = try Bench(makeRadio)
        let screen = try first.screen("panel")
        try screen.press("News")
        try screen.press("Volume")
        try screen.turn(by: 5)
        first.advance(by: .seconds(2))
        first.cutPower()
        let second = try Bench(memory: first.memory, makeRadio)
        second.advance(by: .seconds(1))
        #expect(second.player.track?.path == Stations.all[1].value)
        #expect(second.volume() == .percent(60))
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "radio", makeRadio)
    }
}
