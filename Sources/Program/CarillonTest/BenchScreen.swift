import CarillonBoard
import CarillonDevices
import Screens

/// A screen on a bench: its text, and the user's turns and presses.
///
///     let oled = try bench.screen("oled")
///     try oled.press("Radio 1")
///     #expect(oled.text == "Stations\n>Radio 1\nRadio 2")
public struct BenchScreen<Model> {
    private let bench: Bench<Model>
    private let screen: Screen

    init(_ screen: Screen, on bench: Bench<Model>) { (self.screen, self.bench) = (screen, bench) }

    /// The visible rows of text; empty if the screen is off. The texts of a row are separated by a space. The text that has
    /// the focus begins with `>`, or with `*` while turns change its value. A bar is shown as a percentage.
    public var text: String { bench.time.perform { screen.rows }.joined(separator: "\n") }

    /// Turns the screen's knob, or presses the buttons that move the focus. Without such inputs, the focus is moved directly.
    ///
    /// - Parameter steps: Forward if positive, back if negative.
    /// - Throws: ``BenchError/outOfRange(_:allowed:)`` for more than a million steps.
    public func turn(by steps: Int) throws {
        try bench.check(steps, isIn: -Bench<Model>.maximumSteps...Bench<Model>.maximumSteps)
        let hands = screen.hands.withLock { $0 }
        if let knob = hands.knob { return try bench.turn(knob, by: steps) }
        guard let button = steps < 0 ? hands.previous : hands.next else {
            return bench.time.perform { screen.move(by: steps) }
        }
        for _ in 0..<abs(steps) { try bench.press(button) }
    }

    /// Presses the control that has the focus, by the button for presses. If the screen has none, the control is
    /// pressed directly.
    public func press() throws {
        if let button = screen.hands.withLock({ $0.press }) { return try bench.press(button) }
        bench.time.perform { screen.press() }
    }

    /// Moves the focus to a control or a row of a list, and presses it. If turns are changing the value of another control,
    /// a press first ends that change.
    ///
    /// - Parameter control: The first text of the control or row, or all of its texts, separated by spaces. State the whole
    ///   texts, even if the display cuts them.
    /// - Throws: ``BenchError/noControl(_:on:known:)``.
    public func press(_ control: String) throws {
        if bench.time.perform({ screen.isChanging }) { try press() }
        guard var steps = bench.time.perform({ screen.steps(to: control) }) else {
            let known = bench.time.perform { screen.controlNames }
            throw BenchError.noControl(control, on: screen.name, known: known)
        }
        // A turn may scroll instead.
        for _ in 0..<1_000 where steps != 0 {
            let isRound = steps < 0 && screen.hands.withLock(\.movesForwardOnly)
            try turn(by: steps + (isRound ? bench.time.perform { screen.controlNames.count } : 0))
            steps = bench.time.perform { screen.steps(to: control) } ?? 0
        }
        try press()
    }

    /// Ends a change, or goes back to the view before, by the button for going back. If the screen has none, this is
    /// done directly.
    public func back() throws {
        if let button = screen.hands.withLock({ $0.back }) { return try bench.press(button) }
        bench.time.perform { screen.back() }
    }
}

extension Bench {
    /// Returns the screen of the display or the LCD that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`.
    public func screen(_ name: String) throws(BoardError) -> BenchScreen<Model> {
        BenchScreen(try board.screen(name), on: self)
    }
}
