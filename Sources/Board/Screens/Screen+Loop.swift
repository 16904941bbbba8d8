import CarillonScheduling
import MobiusCore

extension Screen {
    /// Returns the view that shows the result of `view` for each model of a loop. Its controls send events.
    ///
    ///     controller.connectView(try board.screen("oled").view { model in
    ///         Text("Count: \(model)")
    ///         Button("Increment", send: CounterEvent.increment)
    ///     })
    ///
    /// - Parameter view: Called on the screen's queue. An `EmptyView` switches the display off.
    public func view<Model, Event>(
        @ViewBuilder _ view: @escaping @Sendable (Model) -> any View
    ) -> ScreenView<Model, Event> {
        ScreenView(screen: self) { model, _ in view(model) }
    }

    /// Returns the view that shows the result of `view` for each model of a loop.
    ///
    ///     controller.connectView(try board.screen("oled").view { model, send in
    ///         Text("Count: \(model)")
    ///         Button("Increment") { send(.increment) }
    ///     })
    ///
    /// - Parameter view: Called on the screen's queue with the model, and with the function that sends an event to the loop.
    public func view<Model, Event>(
        @ViewBuilder _ view: @escaping @Sendable (Model, @escaping (Event) -> Void) -> any View
    ) -> ScreenView<Model, Event> {
        ScreenView(screen: self, view: view)
    }
}

/// A screen as the view of a loop.
public struct ScreenView<Model, Event>: Connectable, Sendable {
    let screen: Screen
    let view: @Sendable (Model, @escaping (Event) -> Void) -> any View

    /// Shows each model that the connection accepts, and passes the events of the controls to `consumer`. When the connection is
    /// disposed of, the display keeps showing the last model.
    public func connect(_ consumer: @escaping Consumer<Event>) -> Connection<Model> {
        let receiver = EventReceiver(type: Event.self) { if let event = $0 as? Event { consumer(event) } }
        // Unsafe only to the compiler: the receiver is used on the queue only.
        nonisolated(unsafe) let events = receiver
        return Connection(
            acceptClosure: { [screen, view] model in
                guard !screen.queue.isCurrent else { return screen.show(view(model, consumer), events) }
                // Unsafe only to the compiler: the loop hands the model over.
                nonisolated(unsafe) let model = model
                screen.performLater { $0.show(view(model, consumer), events) }
            },
            disposeClosure: { [screen] in screen.queue.performOrEnqueue { screen.disconnect() } })
    }
}
