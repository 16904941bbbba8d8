import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonScheduling

extension BoardPage {
    /// The most actions that wait for those before them.
    private static let mostActions = 64

    /// Performs an action on a device. A press with a number holds for so many seconds, unless it is repeated: so a browser
    /// that has gone leaves no button pressed. Call on the page's queue.
    ///
    /// - Parameter then: Called on the page's queue with the reason why it cannot be done; nil if it has been done.
    func act(
        _ verb: String, _ value: JSONFields.Value?, on feature: BoardFeature,
        then: @escaping @Sendable (String?) -> Void
    ) {
        let contact = "\(feature.key) \(feature.name)"
        holds.removeValue(forKey: contact)?.dispose()
        if verb == "press", case .number(let seconds) = value {
            holds[contact] = queue.schedule(at: queue.now + .seconds(seconds)) { [weak self] in
                self?.act("release", nil, on: feature) { _ in }
            }
        }
        // An action may wait for room on the board's queue. The way back must not wait.
        parts.queue.async { [self] in
            perform(verb, value, on: feature) { [self] refusal in
                let text =
                    "\(verb) \(feature.key) \(feature.name) \(verb == "press" ? "" : value.map { "\($0)" } ?? "")"
                commands?.add(
                    .page, text.split(separator: " ").joined(separator: " "), refusal: refusal,
                    isReported: verb == "set" && parts.chip == nil)
                signal.announce()
                _ = queue.tryAsync { then(refusal) }
            }
        }
    }

    /// Performs an action on a device. Call on the board's queue.
    ///
    /// - Parameter then: Called on the board's queue with the reason why it cannot be done; nil if it has been done.
    private func perform(
        _ verb: String, _ value: JSONFields.Value?, on feature: BoardFeature,
        then: @escaping @Sendable (String?) -> Void
    ) {
        if let chip = parts.chip, let user, let control = SimulatedControls(parts.wiring).find(feature) {
            return then(move(control, verb, value, chip: chip, user: user))
        }
        guard verb == "set" else { return then("\(feature.key) cannot \(verb)") }
        guard let text = feature.value.with(value)?.command else { return then(feature.refusal(.unacceptable)) }
        parts.board.command(feature, text, from: .page) { fault in then(fault.map(feature.refusal)) }
    }

    /// Moves a control of a simulated board.
    private func move(
        _ control: SimulatedControl, _ verb: String, _ value: JSONFields.Value?, chip: SimulatedChip,
        user: SimulatedUser
    ) -> String? {
        let isAction = control.control.isTurned || control.control.isEntered
        guard !isAction || user.actionCount < Self.mostActions else {
            return "the earlier acts have not ended; try again"
        }
        if control.control.isTurned {
            guard verb == "turn", case .number(let number) = value, let steps = Int(exactly: number), abs(steps) <= 100
            else { return "a knob is turned by a number of steps" }
            user.perform(.turn(control, steps: steps))
            return nil
        }
        if control.control.isEntered {
            guard verb == "enter", case .text(let text) = value else { return "\(control.device) takes a text" }
            guard text.utf8.count <= Feature.mostTextBytes else {
                return "\(control.device) takes at most \(Feature.mostTextBytes) bytes"
            }
            user.perform(.enter(control, text))
            return nil
        }
        let level: Level
        switch (verb, value) {
        case ("press", _), ("set", .bool(true)): level = .active
        case ("release", _), ("set", .bool(false)): level = .inactive
        case ("set", .number(let number)): level = number > 0 ? .active : .inactive
        default: return "\(control.kind.name) \(control.device) cannot \(verb)"
        }
        do {
            try chip.drive(control.line.name, level)
            return nil
        } catch {
            return "\(error)"
        }
    }
}

extension BoardFeature {
    /// Returns the reason why a value cannot be set.
    fileprivate func refusal(_ fault: CommandFault) -> String { "\(key) cannot be set: \(fault)" }
}
