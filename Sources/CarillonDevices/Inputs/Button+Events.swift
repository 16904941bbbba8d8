import MobiusCore

/// What a button can tell a loop. Each is an event source; `Board.events(_:)` joins several.
extension Button {
    /// Sends `event` when the button is pressed.
    ///
    /// - Parameter repeating: Whether it is sent again while the button is held: first after `timing.hold`, and then
    ///   each `timing.repetition`, as keys of a keyboard do.
    public func pressed<Event: Sendable>(_ event: Event, repeating: Bool = false) -> AnyEventSource<Event> {
        let presses = AnyEventSource<Event> { [self] consumer in
            contact.listeners.add { change in
                if change.isActive, change.isSeen { consumer(event) }
            }
        }
        guard repeating else { return presses }
        return CompositeEventSourceBuilder().addEventSource(presses).addEventSource(held(event, repeating: true))
            .build()
    }

    /// Sends `event` when the button is released, also by its chip's going away.
    public func released<Event: Sendable>(_ event: Event) -> AnyEventSource<Event> {
        AnyEventSource { [self] consumer in
            observe { isPressed in
                if !isPressed { consumer(event) }
            }
        }
    }

    /// Sends what `event` makes of whether the button is pressed when the loop starts, and of each change after that.
    public func changed<Event: Sendable>(_ event: @escaping @Sendable (Bool) -> Event) -> AnyEventSource<Event> {
        .level(on: queue, { self.isPressed }, changes: { self.observe($0) }, event)
    }

    /// Sends `event` when the button has been held for a time.
    ///
    /// - Parameters:
    ///   - time: How long; nil is `timing.hold`.
    ///   - repeating: Whether it is sent again each `timing.repetition` for as long as the button is held.
    public func held<Event: Sendable>(
        _ event: Event, for time: Duration? = nil, repeating: Bool = false
    ) -> AnyEventSource<Event> {
        let gestures = ButtonGestures(
            holdTime: time ?? timing.hold, repetition: repeating ? timing.repetition : nil,
            clickPause: timing.clickPause)
        return events(gestures) { gesture in
            if case .held = gesture { event } else { nil }
        }
    }

    /// Sends `event` when the button has been clicked: once, unless it is said how often.
    ///
    /// A click is a press that is over before it is a hold. It can only be told from the first half of a double click when
    /// `timing.clickPause` has passed.
    ///
    /// - Parameter times: How often in succession, from 1 on.
    public func clicked<Event: Sendable>(_ event: Event, times: Int = 1) -> AnyEventSource<Event> {
        events(gestures()) { gesture in gesture == .clicked(times) ? event : nil }
    }

    /// Sends what `event` makes of a number of clicks in succession.
    ///
    /// - Parameters:
    ///   - most: Told as soon as there are so many, without waiting for another one; nil always waits.
    ///   - event: The event of so many clicks; nil is none.
    public func clicks<Event: Sendable>(
        atMost most: Int? = nil, _ event: @escaping @Sendable (Int) -> Event?
    ) -> AnyEventSource<Event> {
        events(gestures(mostClicks: most ?? .max)) { gesture in
            if case .clicked(let times) = gesture { event(times) } else { nil }
        }
    }

    private func gestures(mostClicks: Int = .max) -> ButtonGestures {
        ButtonGestures(holdTime: timing.hold, clickPause: timing.clickPause, mostClicks: mostClicks)
    }

    private func events<Event: Sendable>(
        _ gestures: ButtonGestures, _ event: @escaping @Sendable (ButtonGestures.Gesture) -> Event?
    ) -> AnyEventSource<Event> {
        AnyEventSource { [self] consumer in
            let watcher = GestureWatcher(button: self, gestures: gestures) { gesture in
                if let event = event(gesture) { consumer(event) }
            }
            return watcher.start()
        }
    }
}

/// Follows a button's gestures for one who listens: each has a timer and a hold time of their own.
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
private final class GestureWatcher: @unchecked Sendable {
    private let button: Button
    private var gestures: ButtonGestures
    private let alarm: Alarm
    private let tell: @Sendable (ButtonGestures.Gesture) -> Void

    init(button: Button, gestures: ButtonGestures, tell: @escaping @Sendable (ButtonGestures.Gesture) -> Void) {
        self.button = button
        self.gestures = gestures
        self.tell = tell
        alarm = Alarm(on: button.queue)
        alarm.rings(timeCame)
    }

    func start() -> any Disposable {
        button.queue.perform { button.longestHold = max(button.longestHold ?? .zero, gestures.holdTime) }
        let subscription = button.contact.listeners.add { [self] change in follow(change) }
        return AnonymousDisposable { [self] in
            subscription.dispose()
            button.queue.perform { alarm.cancel() }
        }
    }

    private func follow(_ change: Contact.Change) {
        guard change.isSeen else {
            gestures.forget()
            return alarm.set(to: nil)
        }
        perform(change.isActive ? gestures.pressed(at: change.time) : gestures.released(at: change.time))
    }

    /// A hold is told of a button that is pressed: a release whose edges were lost is found here.
    private func timeCame() {
        button.contact.verify()
        perform(gestures.timeCame(at: button.queue.now))
    }

    private func perform(_ actions: ButtonGestures.Actions) {
        alarm.set(to: actions.wakeUp)
        if let gesture = actions.first { tell(gesture) }
        if let gesture = actions.second { tell(gesture) }
    }
}
