import CarillonDevices

/// The screen for clients: the page, the terminal of a simulated board.
extension Screen {
    private var outline: Outline {
        let outline = outlined ?? Outline(root, focus: focus, hasBack: hasBack)
        outlined = outline
        return outline
    }

    /// The texts and the controls. Queue only.
    var elements: [ScreenElement] { outline.elements }

    /// Returns the use of a command, which moves the focus to its control; nil if there is no such control or value. Queue only.
    ///
    /// - Parameter command: `press NAME`, `set NAME VALUE`, `turn NAME STEPS` or `back`.
    func use(of command: String) -> (() -> Void)? {
        refresh()
        let verb = command.prefix { $0 != " " }
        let rest = command.dropFirst(verb.count + 1)
        if command == "back" { return focus.isChanging || hasBack ? { [self] in back() } : nil }
        if verb == "press" {
            return outline[String(rest)].map { target in
                { [self] in
                    focus(on: target)
                    press(target.control)
                }
            }
        }
        guard let (target, value) = outline.split(rest), let control = target.control else { return nil }
        var action = verb == "set" ? control.set(value) : nil
        if verb == "turn", let steps = Int(value), abs(steps) <= 100, case .adjust(let change) = control.action {
            action = { change(steps) }
        }
        return action.map { action in
            { [self] in
                focus(on: target)
                perform(action)
            }
        }
    }

    private func focus(on target: Outline.Target) {
        if focus.ordinal != target.ordinal { focus.move(to: target.ordinal) }
    }
}
