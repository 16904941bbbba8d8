import CarillonDevices
import CarillonTest
import Screens
import TestSupport
import Testing

private let knob = Wiring.Entry.encoder("knob", a: "GPIO5", b: "GPIO6", button: "GPIO13")
private let buttons = zip(["next", "previous", "ok", "back", "more", "less", "remove"], 19...).map {
    Wiring.Entry.button($0, line: "GPIO\($1)")
}

private func bench(
    _ entries: [Wiring.Entry], _ control: @escaping @Sendable (Board, Screen) throws -> Void = { _, _ in },
    @ViewBuilder view: @escaping @Sendable (Menu) -> any View = { SettingsPage(model: $0) }
) throws -> Bench<Menu> {
    try Bench(wiring: Wiring([knob] + buttons + entries)) { board in
        let controller = Mobius.loop(update: update, effectHandler: EffectRouter<Never, MenuEvent>().asConnectable)
            .makeController(from: Menu(), on: board.queue)
        let screen = try board.screen("panel")
        try control(board, screen)
        controller.connectView(screen.view(view))
        return controller
    }
}

private func lcd(_ set: @escaping (inout ScreenInputs) -> Void) -> Wiring.Entry {
    .lcd("panel", bus: "i2c-1") { $0.screen = ScreenInputs(set) }
}

@Suite struct ScreenInputTests {
    @Test func wiringNamesTheKnob() throws {
        let bench = try bench([lcd { $0.knob = WiringReference("knob") }])
        try bench.turn("knob", by: 2)
        expectEqual(try bench.screen("panel").text, "Volume 40 %\n>Sleep 15 min")
        try bench.press("knob")
        try bench.screen("panel").turn(by: 1)
        expectEqual(bench.model.minutes, 30)
    }

    @Test func programReplacesTheInputsOfTheWiring() throws {
        let bench = try bench([lcd { $0.knob = WiringReference("knob") }]) { board, screen in
            screen.control(next: try board.button("next"), press: try board.button("ok"))
        }
        try bench.turn("knob", by: 2)
        expectEqual(try bench.screen("panel").text, ">Loudness [ ]\nVolume 40 %")
        try bench.press("next")
        expectEqual(try bench.screen("panel").text, "Loudness [ ]\n>Volume 40 %")
    }

    @Test(arguments: ["knob", "buttons"]) func turnByTooManyStepsIsRefused(inputs: String) throws {
        let bench = try bench([
            lcd { settings in
                if inputs == "knob" {
                    settings.knob = WiringReference("knob")
                } else {
                    (settings.next, settings.previous) = (WiringReference("next"), WiringReference("previous"))
                }
            }
        ])
        for steps in [Int.min, 1_000_001] {
            let expected = BenchError.outOfRange(steps, allowed: -1_000_000...1_000_000)
            #expect(throws: expected) { try bench.screen("panel").turn(by: steps) }
        }
    }

    @Test func sixButtonsOperateAScreen() throws {
        let bench = try bench([
            lcd { inputs in
                (inputs.next, inputs.previous) = (WiringReference("next"), WiringReference("previous"))
                (inputs.press, inputs.back) = (WiringReference("ok"), WiringReference("back"))
                (inputs.more, inputs.less) = (WiringReference("more"), WiringReference("less"))
            }
        ])
        for button in ["more", "next", "more", "more", "less", "next", "previous"] { try bench.press(button) }
        #expect(bench.model.isLoud)
        expectEqual(bench.model.volume, 45)
        for button in ["ok", "next"] { try bench.press(button) }
        expectEqual(try bench.screen("panel").text, "Loudness [x]\n*Volume 50 %")
        try bench.press("back")
        expectEqual(try bench.screen("panel").text, "Loudness [x]\n>Volume 50 %")
        for button in ["previous", "less"] { try bench.press(button) }
        #expect(!bench.model.isLoud)
    }

    @Test func backButtonAffectsTheInnermostViewFirst() throws {
        let bench = try bench([lcd { $0.knob = WiringReference("knob") }]) { board, screen in
            screen.control(by: try board.encoder("knob")).control(back: try board.button("back"))
        } view: { model in
            VStack {
                if model.playing == nil {
                    Button("Play", send: MenuEvent.chose(3))
                } else {
                    Text("Playing").onBack(send: MenuEvent.loud(true))
                }
            }
            .onBack(send: MenuEvent.minutes(1))
        }
        let screen = try bench.screen("panel")
        try bench.press("back")
        expectEqual(bench.model.minutes, 1)
        try screen.press("Play")
        try screen.back()
        #expect(bench.model.isLoud)
        try bench.set("panel", to: .text("back"))
        expectEqual(bench.elements.last, ScreenElement("", .back))
    }

    @Test func missingInputOfAScreenIsReported() {
        expectEqual(
            fault([lcd { $0.knob = WiringReference("dial") }]),
            "the wiring has no encoder \"dial\"; expected one of: knob")
        expectEqual(
            fault([lcd { $0.press = WiringReference("ok") }]),
            "nothing moves the focus of the screen; add knob, keypad or next")
        expectEqual(fault([lcd { _ in }]), "screen needs an input, such as {knob: menu}")
    }

    private func fault(_ entries: [Wiring.Entry]) -> String? {
        do throws(DescriptionError) {
            _ = try Wiring([knob] + buttons + entries)
            return nil
        } catch {
            return error.message
        }
    }
}

@Suite struct ScrollingTests {
    private static let poem = (1...9).map { "line \($0)" }.joined(separator: "\n")

    @Test func turnsScrollThroughTextBetweenControls() throws {
        let bench = try bench(
            [lcd { $0.knob = WiringReference("knob") }],
            view: { _ in
                Button("A", send: MenuEvent.chose(1))
                Text(Self.poem).lineLimit(nil)
                Button("B", send: MenuEvent.chose(2))
            })
        var seen: [String] = []
        for _ in 0..<9 {
            seen.append(try bench.screen("panel").text)
            try bench.turn("knob")
        }
        expectEqual(seen.first, ">A\nline 1")
        expectEqual(
            seen.dropFirst(1).prefix(7).map { $0 },
            (1...7).map { "line \($0)\nline \($0 + 1)" })
        expectEqual(seen.last, "line 9\n>B")
        try bench.press("knob")
        expectEqual(bench.model.playing, 2)
        try bench.turn("knob", by: -1)
        expectEqual(try bench.screen("panel").text, "line 8\nline 9")
        try bench.screen("panel").press("A")
        expectEqual(bench.model.playing, 1)
        expectEqual(try bench.screen("panel").text, ">A\nline 1")
    }

    @Test func turnsScrollThroughTextWithoutControls() throws {
        let bench = try bench(
            [lcd { $0.knob = WiringReference("knob") }],
            view: { _ in
                Text(Self.poem).lineLimit(nil)
            })
        try bench.turn("knob", by: 3)
        expectEqual(try bench.screen("panel").text, "line 4\nline 5")
        try bench.turn("knob", by: 100)
        expectEqual(try bench.screen("panel").text, "line 8\nline 9")
        try bench.turn("knob", by: -100)
        expectEqual(try bench.screen("panel").text, "line 1\nline 2")
    }

    @Test func singleButtonScrollsRound() throws {
        let bench = try bench(
            [lcd { $0.next = WiringReference("next") }],
            view: { _ in
                Text(Self.poem).lineLimit(nil)
                Button("B", send: MenuEvent.chose(2))
            })
        expectEqual(try bench.screen("panel").text, "line 9\n>B")
        try bench.press("next")
        expectEqual(try bench.screen("panel").text, "line 1\nline 2")
        for _ in 0..<8 { try bench.press("next") }
        expectEqual(try bench.screen("panel").text, "line 9\n>B")
    }

    @Test func newModelKeepsTheScrollPosition() throws {
        let bench = try bench(
            [lcd { $0.knob = WiringReference("knob") }],
            view: { model in
                Text(Self.poem).lineLimit(nil)
                Text("\(model.minutes)")
            })
        try bench.turn("knob", by: 3)
        try bench.press("remove")
        expectEqual(try bench.screen("panel").text, "line 4\nline 5")
    }
}
