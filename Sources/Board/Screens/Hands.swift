import CarillonDevices
import CarillonScheduling
import MobiusCore

/// The inputs that operate a screen. A bench uses the first one of each.
package struct Hands: Sendable {
    /// The name of a knob.
    package internal(set) var knob: String?
    /// The names of the inputs that press and that move the focus.
    package internal(set) var (press, next, previous): (String?, String?, String?)
    /// Whether a button moves the focus forward, and nothing moves it back.
    package var movesForwardOnly: Bool { next != nil && previous == nil && knob == nil }
}

extension Screen {
    /// Lets a knob move the focus, and its button press. May be called from any thread.
    ///
    /// - Returns: The screen.
    @discardableResult public func control(by knob: RotaryEncoder) -> Screen {
        hands.withLock { $0.knob = $0.knob ?? knob.name }
        listeners.withLock { $0.append(knob.observe { [weak self] in self?.move(by: $0) }) }
        return knob.button.map { control(press: $0) } ?? self
    }

    /// Lets buttons move the focus and press. May be called from any thread.
    ///
    /// - Parameters:
    ///   - next: Moves the focus forward.
    ///   - previous: Moves the focus back.
    ///   - press: Presses the control that has the focus.
    /// - Returns: The screen.
    @discardableResult public func control(
        next: CarillonDevices.Button? = nil, previous: CarillonDevices.Button? = nil,
        press: CarillonDevices.Button? = nil
    ) -> Screen {
        hands.withLock {
            $0.next = $0.next ?? next?.name
            $0.previous = $0.previous ?? previous?.name
            $0.press = $0.press ?? press?.name
        }
        next.map { listen(to: $0.pressed(send: .next)) }
        previous.map { listen(to: $0.pressed(send: .previous)) }
        press.map { listen(to: $0.pressed(send: .press)) }
        return self
    }

    /// Lets keys of a keypad, a keyboard or a remote control move the focus and press. May be called from any thread.
    ///
    /// - Parameters:
    ///   - next: The kernel's name of the key that moves the focus forward.
    ///   - previous: The name of the key that moves the focus back.
    ///   - press: The name of the key that presses.
    /// - Returns: The screen.
    /// - Throws: `KeyInputError.noKey` for an unknown name.
    @discardableResult public func control(
        by keys: Keypad, next: String = "KEY_DOWN", previous: String = "KEY_UP", press: String = "KEY_OK"
    ) throws -> Screen {
        listen(to: try keys.pressed(next, repeating: true, send: .next))
        listen(to: try keys.pressed(previous, repeating: true, send: .previous))
        listen(to: try keys.pressed(press, send: .press))
        return self
    }

    private enum Command: Sendable { case next, previous, press }

    private func listen(to source: AnyEventSource<Command>) {
        let listener = source.subscribe { [weak self] command in
            switch command {
            case .next: self?.move(by: 1)
            case .previous: self?.move(by: -1)
            case .press: self?.press()
            }
        }
        listeners.withLock { $0.append(listener) }
    }
}
