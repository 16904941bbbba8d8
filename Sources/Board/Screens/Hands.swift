import CarillonBoard
import CarillonDevices
import CarillonScheduling
import MobiusCore

/// The inputs that operate a screen. A bench uses the first one of each.
package struct Hands: Sendable {
    /// The name of a knob.
    package internal(set) var knob: String?
    /// The names of the inputs that press, go back and move the focus.
    package internal(set) var (press, back, next, previous): (String?, String?, String?, String?)
    /// Whether a button moves the focus forward, and nothing moves it back.
    package var movesForwardOnly: Bool { next != nil && previous == nil && knob == nil }
    /// Whether the wiring has named the inputs, and not the program.
    var areWired = false
}

extension Screen {
    /// Lets a knob move the focus, and the knob's button press the control with the focus. May be called from any thread.
    ///
    /// The inputs that a program names with `control` replace those of the wiring.
    ///
    /// - Returns: The screen.
    @discardableResult public func control(by knob: RotaryEncoder) -> Screen {
        forgetWiredInputs()
        hands.withLock { $0.knob = $0.knob ?? knob.name }
        listeners.withLock { $0.append(knob.observe { [weak self] in self?.move(by: $0) }) }
        return knob.button.map { control(press: $0) } ?? self
    }

    /// Lets buttons move the focus, press controls and change values; nil for no button. May be called from any thread.
    ///
    /// - Parameters:
    ///   - next: Moves the focus forward.
    ///   - previous: Moves the focus back.
    ///   - press: Presses the control that has the focus.
    ///   - back: Ends a change, or goes back to the view before; see ``View/onBack(send:)``.
    ///   - more: Increases the value of the control that has the focus, without a press before.
    ///   - less: Decreases the value of the control that has the focus, without a press before.
    /// - Returns: The screen.
    @discardableResult public func control(
        next: CarillonDevices.Button? = nil, previous: CarillonDevices.Button? = nil,
        press: CarillonDevices.Button? = nil, back: CarillonDevices.Button? = nil,
        more: CarillonDevices.Button? = nil, less: CarillonDevices.Button? = nil
    ) -> Screen {
        forgetWiredInputs()
        hands.withLock {
            $0.next = $0.next ?? next?.name
            $0.previous = $0.previous ?? previous?.name
            $0.press = $0.press ?? press?.name
            $0.back = $0.back ?? back?.name
        }
        let uses: [(CarillonDevices.Button?, Command)] = [
            (next, .next), (previous, .previous), (press, .press), (back, .back), (more, .more), (less, .less),
        ]
        for case (let button?, let command) in uses { listen(to: button.pressed(send: command)) }
        return self
    }

    /// Lets keys of a keypad, a keyboard or a remote control operate the screen. May be called from any thread.
    ///
    /// - Parameters:
    ///   - next: The kernel's name of the key that moves the focus forward.
    ///   - previous: The name of the key that moves the focus back.
    ///   - press: The name of the key that presses the control that has the focus.
    ///   - back: The name of the key that ends a change, or goes back to the view before.
    ///   - more: The name of the key that increases the value of the control that has the focus.
    ///   - less: The name of the key that decreases the value of the control that has the focus.
    /// - Returns: The screen.
    /// - Throws: `KeyInputError.noKey` for an unknown name.
    @discardableResult public func control(
        by keys: Keypad, next: String = "KEY_DOWN", previous: String = "KEY_UP", press: String = "KEY_OK",
        back: String = "KEY_BACK", more: String = "KEY_RIGHT", less: String = "KEY_LEFT"
    ) throws -> Screen {
        forgetWiredInputs()
        for (key, command) in [(next, Command.next), (previous, .previous), (more, .more), (less, .less)] {
            listen(to: try keys.pressed(key, repeating: true, send: command))
        }
        listen(to: try keys.pressed(press, send: .press))
        listen(to: try keys.pressed(back, send: .back))
        return self
    }

    /// Lets the inputs operate the screen that the wiring names.
    func control(by inputs: ScreenInputs, of board: Board) throws(BoardError) {
        func button(_ input: WiringReference?) throws(BoardError) -> CarillonDevices.Button? {
            guard let input else { return nil }
            return try board.button(input.name)
        }
        if let knob = inputs.knob { control(by: try board.encoder(knob.name)) }
        // The default names of the keys exist.
        if let keypad = inputs.keypad {
            let keys = try board.keypad(keypad.name)
            _ = try? control(by: keys)
        }
        control(
            next: try button(inputs.next), previous: try button(inputs.previous), press: try button(inputs.press),
            back: try button(inputs.back), more: try button(inputs.more), less: try button(inputs.less))
        hands.withLock { $0.areWired = true }
    }

    private func forgetWiredInputs() {
        let areWired = hands.withLock { hands in
            defer { if hands.areWired { hands = Hands() } }
            return hands.areWired
        }
        guard areWired else { return }
        listeners.withLock { listeners in
            for listener in listeners { listener.dispose() }
            listeners = []
        }
    }

    private enum Command: Sendable { case next, previous, press, back, more, less }

    private func listen(to source: AnyEventSource<Command>) {
        let listener = source.subscribe { [weak self] command in
            switch command {
            case .next: self?.move(by: 1)
            case .previous: self?.move(by: -1)
            case .press: self?.press()
            case .back: self?.back()
            case .more: self?.change(by: 1)
            case .less: self?.change(by: -1)
            }
        }
        listeners.withLock { $0.append(listener) }
    }
}
