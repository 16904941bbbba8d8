import CarillonTest
import Screens
import TestSupport
import Testing

private func count(model: Int, event: Int) -> Next<Int, Never> { .next(model + event) }

private func makeCount(
    on board: Board, @ViewBuilder _ view: @escaping @Sendable (Int) -> any View
) throws -> MobiusController<Int, Int, Never> {
    let controller = Mobius.loop(update: count, effectHandler: EffectRouter<Never, Int>().asConnectable)
        .makeController(from: 0, on: board.queue)
    controller.connectView(try board.screen("oled").view(view))
    return controller
}

private struct Buttons: View {
    let model: Int

    var body: some View {
        Text("Count: \(model)")
        HStack {
            Button("-", send: -1)
            Button("+", send: 1)
        }
    }
}

@Suite struct ScreenTests {
    @Test func buttonsMoveTheFocusAndPress() throws {
        let bench = try Bench { board in
            try board.screen("oled").control(
                next: board.button("next"), previous: board.button("previous"), press: board.button("ok"))
            return try makeCount(on: board) { Buttons(model: $0) }
        }
        let screen = try bench.screen("oled")
        expectEqual(screen.text, "Count: 0\n>- +")
        for button in ["next", "ok", "ok"] { try bench.press(button) }
        expectEqual(screen.text, "Count: 2\n- >+")
        try screen.press("-")
        expectEqual(screen.text, "Count: 1\n>- +")
    }

    @Test func twoButtonsOperateAScreen() throws {
        let bench = try Bench { board in
            try board.screen("oled").control(next: board.button("next"), press: board.button("ok"))
            return try makeCount(on: board) { Buttons(model: $0) }
        }
        let screen = try bench.screen("oled")
        for control in ["+", "+", "-", "+"] { try screen.press(control) }
        expectEqual(screen.text, "Count: 2\n- >+")
        try bench.press("next")
        expectEqual(screen.text, "Count: 2\n>- +")
    }

    @Test func keysMoveTheFocusAndPress() throws {
        let bench = try Bench { board in
            try board.screen("oled").control(by: board.keypad("remote"))
            return try makeCount(on: board) { Buttons(model: $0) }
        }
        for key in ["KEY_DOWN", "KEY_OK", "KEY_OK", "KEY_UP", "KEY_OK"] { try bench.enter(key, at: "remote") }
        expectEqual(try bench.screen("oled").text, "Count: 1\n>- +")
        #expect(throws: KeyInputError.noKey(name: "KEY_NONE")) {
            try bench.board.screen("oled").control(by: bench.board.keypad("remote"), press: "KEY_NONE")
        }
    }

    @Test func screenWithoutInputsIsOperatedDirectly() throws {
        let bench = try Bench { board in try makeCount(on: board) { Buttons(model: $0) } }
        let screen = try bench.screen("oled")
        try screen.turn(by: 5)
        try screen.press()
        try screen.press("+")
        expectEqual(screen.text, "Count: 2\n- >+")
    }

    @Test func closureSendsEvents() throws {
        let bench = try Bench { board in
            let controller = Mobius.loop(update: count, effectHandler: EffectRouter<Never, Int>().asConnectable)
                .makeController(from: 0, on: board.queue)
            controller.connectView(
                try board.screen("oled").view { model, send in Button("\(model)") { send(10) } })
            return controller
        }
        try bench.screen("oled").press("0")
        expectEqual(try bench.screen("oled").text, ">10")
    }

    @Test func screenDrivesItsDisplayUntilItsLoopStops() throws {
        let bench = try Bench()
        let controller = try makeCount(on: bench.board) { Buttons(model: $0) }
        controller.start()
        let (display, screen) = (try bench.display("oled"), try bench.screen("oled"))
        try screen.press("+")
        expectEqual(screen.text, "Count: 1\n- >+")
        #expect(display.views.isDriven)
        controller.stop()
        let picture = display.picture
        try screen.turn(by: -1)
        try screen.press()
        #expect(!display.views.isDriven && !display.isOff && display.picture == picture)
        #expect(screen.text.isEmpty)
    }

    @Test func emptyViewSwitchesTheDisplayOff() throws {
        let bench = try Bench { board in
            try makeCount(on: board) { model in
                if model == 0 { Button("Off", send: 1) }
            }
        }
        #expect(try bench.text("oled") != nil)
        try bench.screen("oled").press("Off")
        #expect(try bench.text("oled") == nil && bench.screen("oled").text == "")
    }

    @Test func unchangedBindingIsReadAgain() throws {
        let bench = try Bench()
        let value = Locked(0)
        try bench.board.screen("oled").set {
            Stepper(
                "Number", value: Binding(get: { value.withLock { $0 } }, set: { new in value.withLock { $0 = new } }),
                in: 0...9)
        }
        try bench.screen("oled").press("Number")
        try bench.screen("oled").turn(by: 3)
        expectEqual(try bench.screen("oled").text, "*Number 3")
    }

    @Test func severalChangesCauseOneDrawing() throws {
        let bench = try Bench { board in try makeCount(on: board) { Buttons(model: $0) } }
        let screen = try bench.board.screen("oled")
        let before = screen.drawings
        for _ in 0..<5 { screen.setNeedsDisplay() }
        bench.advance(by: .zero)
        expectEqual(screen.drawings, before + 1)
    }

    @Test func controlWithoutALoopForItsEventIsAnError() {
        let messages = [
            "a control sends String, but the events of the screen's loop are Int",
            "a control sends Int, but no loop shows the view; use connectView(screen.view { … })",
        ]
        expectEqual(
            misuse { _ = try? Bench { board in try makeCount(on: board) { _ in Button("A", send: "A") } } }, messages[0]
        )
        expectEqual(
            misuse {
                let bench = try? Bench()
                try? bench?.board.screen("oled").set { Button("A", send: 1) }
            }, messages[1])
    }
}
