import CarillonTest
import Screens
import TestSupport
import Testing

@Suite struct MenuTests {
    @Test func listScrollsToTheFocus() throws {
        let bench = try menuBench { StationList(model: $0) }
        expectEqual(try bench.rows, [">Jazz FM 1", " BBC Radio 3 2"])
        for (steps, rows) in [
            (1, [" Jazz FM 1", ">BBC Radio 3 2"]), (3, [" News 4", ">Deutschlandfun…"]),
            (100, [" News 29", ">Deutschlandfun…"]), (-1, [">News 29", " Deutschlandfun…"]),
        ] {
            try bench.turn("knob", by: steps)
            expectEqual(try bench.rows, rows)
        }
    }

    @Test func pressSendsTheEventOfTheRow() throws {
        let bench = try menuBench { StationList(model: $0) }
        try bench.turn("knob", by: 6)
        try bench.press("knob")
        expectEqual(bench.model.playing, 7)
        expectEqual(try bench.rows, [" Jazz FM 6", ">BBC Radio 3 7 *"])
        try bench.turn("knob", by: -2)
        try bench.press("knob")
        expectEqual(try bench.rows, [">Deutschlandf… *", " Jazz FM 6"])
    }

    @Test func focusStaysWithItsRow() throws {
        let bench = try menuBench { StationList(model: $0) }
        try bench.turn("knob", by: 6)
        try bench.press("remove")
        expectEqual(try bench.screen("panel").text, ">BBC Radio 3 7\nRadio Swiss Cl…")
        try bench.turn("knob")
        expectEqual(try bench.screen("panel").text, "BBC Radio 3 7\n>Radio Swiss Cl…")
    }

    @Test func focusMovesToTheSuccessorOfARemovedRow() throws {
        let bench = try menuBench { StationList(model: $0) }
        try bench.turn("knob")
        try bench.press("remove")
        expectEqual(try bench.rows, [" Radio Swiss Cl…", ">News 4"])
        for _ in 0..<20 { try bench.press("remove") }
        expectEqual(try bench.rows, ["", ""])
    }

    @Test func controlsChangeTheModel() throws {
        let bench = try menuBench { SettingsPage(model: $0) }
        let screen = try bench.screen("panel")
        expectEqual(try bench.rows, [">Loudness    [ ]", " Volume    ██"])
        try screen.press("Loudness")
        try screen.press("Volume")
        try screen.turn(by: 4)
        expectEqual(try bench.rows, [" Loudness    [x]", "*Volume    ███"])
        try screen.press()
        try screen.press("Sleep")
        try screen.turn(by: 100)
        expectEqual(screen.text, "Volume 60 %\n*Sleep 90 min")
        try screen.press("Source")
        expectEqual(screen.text, "*Source Radio\n60 %")
        try screen.turn(by: 2)
        expectEqual(screen.text, "*Source Line in\n60 %")
        var expected = Menu()
        (expected.isLoud, expected.volume, expected.minutes, expected.source) = (true, 60, 90, .line)
        expectEqual(bench.model, expected)
    }

    @Test func controlsInRowsOfAListChangeTheModel() throws {
        let bench = try menuBench { model in
            List {
                Text("Settings")
                Toggle("Loudness", isOn: Binding(model.isLoud, send: MenuEvent.loud))
                Slider("Volume", value: Binding(model.volume, send: MenuEvent.volume), in: 0...100, step: 10)
                ForEach(model.stations) { Text($0.name) }
            }
        }
        expectEqual(try bench.rows, [">Settings", " Loudness    [ ]"])
        try bench.screen("panel").press("Volume")
        try bench.turn("knob", by: -2)
        expectEqual(try bench.rows, [" Loudness    [ ]", "*Volume    █"])
        try bench.press("knob")
        try bench.turn("knob", by: 100)
        expectEqual(try bench.screen("panel").text, "News 29\n>Deutschlandfun…")
    }

    @Test func menusAreDrawnOnADotDisplay() throws {
        let menu = try menuBench(onDots: true) { TitledList(model: $0) }
        try menu.screen("panel").press("BBC Radio 3 7")
        try menu.turn("knob", by: 14)
        expectEqual(
            try menu.screen("panel").text,
            """
            Stations
            BBC Radio 3 17
            Radio Swiss Classic…
            News 19
            Deutschlandfunk Kul…
            >Jazz FM 21
            """)
        let settings = try menuBench(onDots: true) { SettingsPage(model: $0) }
        try settings.screen("panel").press("Volume")
        try settings.turn("knob", by: 4)
        expectEqual(
            try settings.screen("panel").text, "Loudness [ ]\n*Volume 60 %\nSleep 15 min\nSource Radio\n60 %")
        #expect(try settings.picture("panel") != menu.picture("panel"))
    }

    @Test func missingControlIsReported() throws {
        let bench = try menuBench { SettingsPage(model: $0) }
        let known = ["Loudness [ ]", "Volume", "Sleep 15 min", "Source Radio"]
        #expect(throws: BenchError.noControl("Bass", on: "panel", known: known)) {
            try bench.screen("panel").press("Bass")
        }
        #expect(throws: BoardError.kindMismatch(kind: "display", name: "knob", actual: "encoder")) {
            _ = try bench.screen("knob")
        }
    }
}
