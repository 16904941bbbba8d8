import CarillonTest
import Testing

@testable import SettingsMenu

@Suite struct SettingsMenuTests {
    @Test func menuSetsTheLamp() throws {
        let bench = try Bench(makeSettingsMenu)
        let menu = try bench.screen("menu")
        #expect(menu.text == ">Lamp [ ]\nBrightness 79 %\nOff after never\nAbout")
        try menu.press("Lamp")
        try menu.press("Brightness")
        try menu.turn(by: -8)
        #expect(menu.text == "Lamp [x]\n*Brightness 37 %\nOff after never\nAbout")
        #expect(try bench.led("lamp").brightness == 0.4)
    }

    @Test func lampSwitchesOffAfterTheChosenTime() throws {
        let bench = try Bench(makeSettingsMenu)
        let menu = try bench.screen("menu")
        try menu.press("Off after")
        try menu.turn(by: 1)
        try menu.press("Lamp")
        bench.advance(by: .seconds(14 * 60))
        #expect(bench.lit == ["lamp"])
        bench.advance(by: .seconds(60))
        #expect(bench.lit == [])
    }

    @Test func pageLeadsBackToTheSettings() throws {
        let bench = try Bench(makeSettingsMenu)
        let menu = try bench.screen("menu")
        try menu.press("About")
        #expect(menu.text == "A lamp with a menu of\ntwo pages.\n>Back")
        try menu.press("Back")
        #expect(menu.text.hasPrefix(">Lamp [ ]"))
    }

    @Test func settingsAreRemembered() throws {
        let first = try Bench(makeSettingsMenu)
        try first.screen("menu").press("Off after")
        try first.screen("menu").turn(by: 2)
        first.advance(by: .seconds(2))
        first.cutPower()
        let second = try Bench(memory: first.memory, makeSettingsMenu)
        #expect(second.model.settings.minutes == 30 && !second.model.isOn)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        _ = try Bench(wiring: "settings-menu", makeSettingsMenu)
    }
}
