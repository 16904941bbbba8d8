import CarillonScheduling
import MobiusCore

/// The events of a button. Each method returns an event source; `Board.events(_:)` joins several.
extension Button {
    /// Sends `event` on each press.
    ///
    /// - Parameter repeating: Whether the event is repeated while the button is held: first after `timing.hold`, then
    ///   every `timing.repeatInterval`, like the keys of a keyboard.
    public func pressed<Event: Sendable>(repeating: Bool = false, send event: Event) -> AnyEventSource<Event> {
        let presses = AnyEventSource<Event> { [self] consumer in
            contact.listeners.add { change in
                if change.isActive, change.isSeen { consumer(event) }
            }
        }
        guard repeating else { return presses }
        return CompositeEventSourceBuilder().addEventSource(presses).addEventSource(held(repeating: true, send: event))
            .build()
    }

    /// Sends `event` on each release, and when the chip goes away while the button is pressed.
    public func released<Event: Sendable>(send event: Event) -> AnyEventSource<Event> { becomes(false, event) }

    /// Sends `event` when the button has been held for `time`.
    ///
    /// - Parameters:
    ///   - time: The hold time; nil stands for `timing.hold`.
    ///   - repeating: Whether the event is repeated every `timing.repeatInterval` while the button is held.
    public func held<Event: Sendable>(
        for time: Duration? = nil, repeating: Bool = false, send event: Event
    ) -> AnyEventSource<Event> {
        let gestures = ButtonGestures(
            holdTime: time ?? timing.hold, repeatInterval: repeating ? timing.repeatInterval : nil,
            multiClickInterval: timing.multiClickInterval)
        return events(gestures) { gesture in
            if case .held = gesture { event } else { nil }
        }
    }

    /// Sends `event` when the button has been clicked `times` times in succession.
    ///
    /// A click is a press that ends before it becomes a hold. A single click is reported only after
    /// `timing.multiClickInterval`, because it could be the first half of a double click.
    ///
    /// - Parameter times: The number of clicks, at least 1.
    public func clicked<Event: Sendable>(times: Int = 1, send event: Event) -> AnyEventSource<Event> {
        events(gestures()) { gesture in gesture == .clicked(times) ? event : nil }
    }

    /// Sends the result of `event` for a number of clicks in succession.
    ///
    /// - Parameters:
    ///   - most: The number of clicks after which `event` is called at once, without waiting for another click. nil always
    ///     waits for `timing.multiClickInterval`.
    ///   - event: Returns the event for the number of clicks; nil for no event.
    public func clicks<Event: Sendable>(
        atMost most: Int? = nil, send event: @escaping @Sendable (Int) -> Event?
    ) -> AnyEventSource<Event> {
        events(gestures(maximumClicks: most ?? .max)) { gesture in
            if case .clicked(let times) = gesture { event(times) } else { nil }
        }
    }

    /// Calls a handler for each press, release, hold and multiple click. The handler sends nothing to the program, so the timer
    /// is not an input of a session.
    ///
    /// - Returns: A disposable that ends the calls; never nil for a button.
    public func observeGestures(
        of feature: Int, _ handler: @escaping @Sendable (Feature.Gesture) -> Void
    ) -> (any Disposable)? {
        let watcher = GestureWatcher(button: self, gestures: gestures(), on: queue.unrecorded) { gesture in
            switch gesture {
            case .held: handler(.held)
            case .clicked(let times): handler(.clicked(times))
            }
        }
        return watcher.start { change in
            if !change.isActive { handler(.released) } else if change.isSeen { handler(.pressed) }
        }
    }

    private func gestures(maximumClicks: Int = .max) -> ButtonGestures {
        ButtonGestures(
            holdTime: timing.hold, multiClickInterval: timing.multiClickInterval, maximumClicks: maximumClicks)
    }

    private func events<Event: Sendable>(
        _ gestures: ButtonGestures, _ event: @escaping @Sendable (ButtonGestures.Gesture) -> Event?
    ) -> AnyEventSource<Event> {
        AnyEventSource { [self] consumer in
            let watcher = GestureWatcher(button: self, gestures: gestures, on: queue) { gesture in
                if let event = event(gesture) { consumer(event) }
            }
            return watcher.start()
        }
    }
}

/// The recognition of a button's gestures for one listener, with its own timer and hold time.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
private final class GestureWatcher: @unchecked Sendable {
    private let button: Button
    private let queue: any Scheduler
    private var gestures: ButtonGestures
    private let timer: ResettableTimer
    private let onGesture: @Sendable (ButtonGestures.Gesture) -> Void

    /// - Parameter queue: The button's queue, or the one under a session.
    init(
        button: Button, gestures: ButtonGestures, on queue: any Scheduler,
        onGesture: @escaping @Sendable (ButtonGestures.Gesture) -> Void
    ) {
        self.button = button
        self.queue = queue
        self.gestures = gestures
        self.onGesture = onGesture
        timer = ResettableTimer(on: queue)
        timer.onFire(timerFired)
    }

    /// Starts reporting. Gestures that were due before a change are reported before any listener is notified of the
    /// change, so that a hold never follows the release that ends it.
    ///
    /// - Parameter first: Called with each change, before the gestures that it completes.
    func start(_ first: @escaping @Sendable (Contact.Change) -> Void = { _ in }) -> any Disposable {
        button.queue.perform { button.maximumHold = max(button.maximumHold ?? .zero, gestures.holdTime) }
        let due = button.contact.dueListeners.add { [self] time in perform(gestures.timerFired(at: time)) }
        let changes = button.contact.listeners.add { [self] change in
            first(change)
            follow(change)
        }
        return AnonymousDisposable { [self] in
            due.dispose()
            changes.dispose()
            button.queue.perform { timer.cancel() }
        }
    }

    private func follow(_ change: Contact.Change) {
        guard change.isSeen else {
            gestures.forget()
            return timer.set(to: nil)
        }
        perform(change.isActive ? gestures.pressed(at: change.time) : gestures.released(at: change.time))
    }

    /// Reads the line first, to detect a release whose edges were lost. A hold is reported only while the button is
    /// pressed. A reading is an input of a session, so a timer that is none does not read.
    private func timerFired() {
        if button.queue.isCurrent { button.contact.verify() }
        perform(gestures.timerFired(at: queue.now))
    }

    private func perform(_ actions: ButtonGestures.Actions) {
        timer.set(to: actions.wakeUp)
        if let time = actions.wakeUp { button.contact.willBeDue(at: time) }
        if let gesture = actions.first { onGesture(gesture) }
        if let gesture = actions.second { onGesture(gesture) }
    }
}

/// The events of a button with their times, for measurements.
///
///     .withEventSource(try board.button("lap").pressed { .lap(at: $0) })
///
/// The time is the moment at which the contact changed, on the clock of `Board.queue`. The time does not depend on when the
/// program handles the change, so a busy loop measures as precisely as an idle one.
extension Button {
    /// Sends the result of `event` for the time of each press.
    public func pressed<Event: Sendable>(
        send event: @escaping @Sendable (_ time: Duration) -> Event
    ) -> AnyEventSource<Event> {
        AnyEventSource { [self] consumer in
            contact.listeners.add { change in
                if change.isActive, change.isSeen { consumer(event(change.time)) }
            }
        }
    }

    /// Sends the result of `event` for the time of each release. If the chip goes away while the button is pressed, that moment
    /// is the time of the release.
    public func released<Event: Sendable>(
        send event: @escaping @Sendable (_ time: Duration) -> Event
    ) -> AnyEventSource<Event> {
        AnyEventSource { [self] consumer in
            contact.listeners.add { change in
                if !change.isActive { consumer(event(change.time)) }
            }
        }
    }

    /// Sends the result of `event` when the loop starts, and on each change. At the start, `event` receives the button's
    /// state and the current time, and on a change, the new state and the time of the change.
    public func changed<Event: Sendable>(
        send event: @escaping @Sendable (_ isPressed: Bool, _ time: Duration) -> Event
    ) -> AnyEventSource<Event> { contact.changes(event) }
}

extension Switch {
    /// Sends the result of `event` when the loop starts, and on each change. At the start, `event` receives the switch's
    /// state and the current time, and on a change, the new state and the time at which the contact changed.
    public func changed<Event: Sendable>(
        send event: @escaping @Sendable (_ isOn: Bool, _ time: Duration) -> Event
    ) -> AnyEventSource<Event> { contact.changes(event) }
}

extension Contact {
    fileprivate func changes<Event: Sendable>(
        _ event: @escaping @Sendable (Bool, Duration) -> Event
    ) -> AnyEventSource<Event> {
        AnyEventSource { [self] consumer in
            queue.perform {
                consumer(event(level == .active, queue.now))
                return listeners.add { change in consumer(event(change.isActive, change.time)) }
            }
        }
    }
}

/// An event source for several buttons. Each press of a button sends the button's event to the loop.
public final class ButtonPresses<Event: Sendable>: EventSource, Sendable {
    private let events: [(button: Button, event: Event)]

    /// Creates an event source for several buttons.
    ///
    /// - Parameter events: The buttons, each with the event that a press sends.
    public init(_ events: [(button: Button, event: Event)]) {
        self.events = events
    }

    /// Starts sending events, on the buttons' queue. A loop on that queue is updated at once.
    public func subscribe(consumer: @escaping Consumer<Event>) -> any Disposable {
        let subscriptions = events.map { button, event in button.pressed(send: event).subscribe(consumer: consumer) }
        return AnonymousDisposable {
            for subscription in subscriptions { subscription.dispose() }
        }
    }
}
