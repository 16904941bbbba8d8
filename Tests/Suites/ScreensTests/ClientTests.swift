import CarillonBoard
import CarillonDevices
import CarillonTest
import Screens
import SessionTestSupport
import TestSupport
import Testing

/// The page and the terminal of a simulated board, which list a screen's controls and press them by name.
@Suite struct ScreenClientTests {
    @Test func screenIsListedAsElements() throws {
        let bench = try menuBench { SettingsPage(model: $0) }
        expectEqual(
            bench.elements,
            [
                ScreenElement("Loudness", .toggle(false), isFocused: true),
                ScreenElement("Volume", .range(40, in: 0...100, step: 5)),
                ScreenElement("Sleep", .steps("15 min")),
                ScreenElement("Source", .choice("Radio", of: ["Radio", "Files", "Line in"])),
                ScreenElement("", .divider), ScreenElement("", .bar(0.4)),
            ])
    }

    @Test func commandsOperateControlsByName() throws {
        let bench = try menuBench { SettingsPage(model: $0) }
        for command in [
            "press Loudness", "set Volume 65", "turn Sleep 2", "turn Sleep 1", "set Source Line in",
        ] {
            try bench.set("panel", to: .text(command))
        }
        var expected = Menu()
        (expected.isLoud, expected.volume, expected.minutes, expected.source) = (true, 65, 60, .line)
        expectEqual(bench.model, expected)
        expectEqual(try bench.screen("panel").text, ">Source Line in\n65 %")
        try bench.set("panel", to: .text("set Volume 1000"))
        try bench.set("panel", to: .text("set Loudness off"))
        expectEqual(bench.model.volume, 100)
        #expect(!bench.model.isLoud)
    }

    @Test(arguments: [
        "press Bass", "set Volume loud", "set Volume nan", "set Source Tape", "set Loudness 1", "turn Loudness 1",
        "turn Sleep 1000", "turn Sleep", "back", "hold Volume", "",
    ]) func commandWithoutControlIsRefused(command: String) throws {
        let bench = try menuBench { SettingsPage(model: $0) }
        #expect(throws: BenchError.self) { try bench.set("panel", to: .text(command)) }
        expectEqual(bench.model, Menu())
    }

    @Test func listIsListedAroundTheFocus() throws {
        let bench = try menuBench { model in
            List(model.stations) { Button($0.name, send: MenuEvent.chose($0.id)) }
            Button("All", send: MenuEvent.loud(true))
        }
        expectEqual(bench.names.count, 31)
        expectEqual(bench.names.first, "Jazz FM 1")
        try bench.set("panel", to: .text("press News 29"))
        expectEqual(bench.model.playing, 29)
        try bench.set("panel", to: .text("press All"))
        #expect(bench.model.isLoud)
        let long = try menuBench { _ in List { ForEach(0..<3000) { Button("Row \($0)", send: MenuEvent.chose($0)) } } }
        expectEqual(long.names.count, 40)
        try long.set("panel", to: .text("press Row 2000"))
        expectEqual(long.model.playing, 2000)
        expectEqual(long.names.first, "Row 1980")
        expectEqual(long.names.count, 60)
    }

    @Test func secondControlWithTheSameNameHasANumber() throws {
        let bench = try menuBench { _ in
            Button("Edit", send: MenuEvent.chose(1))
            HStack {
                Text("Alarm")
                Button("Edit", send: MenuEvent.chose(2))
            }
        }
        expectEqual(bench.names, ["Edit", "Edit (2)"])
        try bench.set("panel", to: .text("press Edit (2)"))
        expectEqual(bench.model.playing, 2)
    }

    @Test func wiringCanForbidCommandsOfThePage() throws {
        let wiring = try Wiring(
            .encoder("knob", a: "GPIO5", b: "GPIO6", button: "GPIO13"), .button("remove", line: "GPIO19"),
            .lcd("panel", bus: "i2c-1").settable(by: .fleet))
        let bench = try Bench(wiring: wiring) { board in
            try makeMenu(on: board, screen: try board.screen("panel")) { SettingsPage(model: $0) }
        }
        let fault = BenchError.cannotBeSet(
            name: "panel", value: "press Loudness", reason: "\(CommandFault.forbidden(.page))")
        #expect(throws: fault) { try bench.set("panel", to: .text("press Loudness")) }
        #expect(!bench.model.isLoud)
    }

    @Test func screenWithoutARunningLoopHasNoControls() throws {
        let bench = try Bench()
        let controller = try makeMenu(on: bench.board, screen: try bench.board.screen("panel")) {
            SettingsPage(model: $0)
        }
        controller.start()
        #expect(!bench.elements.isEmpty)
        controller.stop()
        expectEqual(bench.elements, [])
        let (board, feature) = (bench.board, try #require(bench.board.features["screen/panel"]))
        expectEqual(board.queue.perform { board.set(feature, to: .text("press A"), from: .page) }, .unacceptable)
    }
}

extension Bench {
    /// The elements of the screen `panel` for clients.
    var elements: [ScreenElement] {
        let board = board
        return board.queue.perform {
            let value = board.features["screen/panel"]?.value
            if case .elements(let elements)? = value { return elements }
            return []
        }
    }

    /// The names of the controls of `panel` for clients.
    var names: [String] {
        func names(_ element: ScreenElement) -> [String] {
            switch element.form {
            case .row(let elements), .list(let elements): elements.flatMap(names)
            case .text, .divider, .bar, .back: []
            default: [element.name]
            }
        }
        return elements.flatMap(names)
    }
}
