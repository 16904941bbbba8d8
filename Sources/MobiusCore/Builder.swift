import CarillonScheduling
import Dispatch

extension Mobius {
    /// All that a loop is made of. Each `with…` answers a changed copy; a builder may be started any number of times.
    public struct Builder<Model, Event, Effect>: Sendable {
        @usableFromInline let update: Update<Model, Event, Effect>
        @usableFromInline let effectHandler: AnyConnectable<Effect, Event>
        @usableFromInline var eventSource: AnyConnectable<Model, Event>?
        @usableFromInline var logger: AnyMobiusLogger<Model, Event, Effect>?
        @usableFromInline var eventConsumerTransformer: ConsumerTransformer<Event>?

        @inlinable
        init(update: Update<Model, Event, Effect>, effectHandler: AnyConnectable<Effect, Event>) {
            self.update = update
            self.effectHandler = effectHandler
        }

        /// A copy whose loops take events from `eventSource`, instead of the one given before.
        ///
        /// - Parameter eventSource: Subscribed when a loop starts, and disposed when it ends. Several are joined with
        ///   ``CompositeEventSourceBuilder``.
        public func withEventSource<S: EventSource & Sendable>(_ eventSource: S) -> Builder where S.Event == Event {
            withEventSource(
                AnyConnectable<Model, Event> { consumer in
                    let subscription = eventSource.subscribe(consumer: consumer)
                    return Connection(acceptClosure: { _ in }, disposeClosure: subscription.dispose)
                })
        }

        /// A copy whose loops take events from `eventSource`, which is told of each model, instead of the one given
        /// before.
        ///
        /// - Parameter eventSource: Connected when a loop starts, told of the first model and of each new one, and disposed
        ///   when the loop ends.
        public func withEventSource<S: Connectable & Sendable>(_ eventSource: S) -> Builder
        where S.Input == Model, S.Output == Event {
            var copy = self
            copy.eventSource = AnyConnectable(eventSource)
            return copy
        }

        /// A copy whose loops are watched by `logger`, instead of the one given before.
        public func withLogger<L: MobiusLogger & Sendable>(_ logger: L) -> Builder
        where L.Model == Model, L.Event == Event, L.Effect == Effect {
            var copy = self
            copy.logger = AnyMobiusLogger(logger)
            return copy
        }

        /// A copy whose events pass through `transformer` too, before what was given before.
        ///
        /// - Parameter transformer: Wraps the consumer that effect handlers, event sources and views send events to. Given
        ///   twice, the first wraps the loop's own consumer, and the second wraps what the first made.
        public func withEventConsumerTransformer(_ transformer: @escaping ConsumerTransformer<Event>) -> Builder {
            var copy = self
            if let inner = eventConsumerTransformer {
                copy.eventConsumerTransformer = { consumer in transformer(inner(consumer)) }
            } else {
                copy.eventConsumerTransformer = transformer
            }
            return copy
        }

        /// Starts a loop without a queue of its own.
        ///
        /// - Parameters:
        ///   - model: The model that the loop begins with.
        ///   - effects: The first effects, handed out before any event is processed.
        /// - Returns: The running loop. It ends when it is disposed or no longer held.
        @inlinable
        public func start(from model: Model, effects: [Effect] = []) -> MobiusLoop<Model, Event, Effect> {
            let input = LoopInput(core: LoopCore(model: model, update: update, logger: logger))
            input.inTurn { core in
                connect(core, to: transformed { event in input.send(event) })
                core.begin(with: effects)
            }
            return MobiusLoop(input: input)
        }

        /// A controller on a new serial queue, with its views on the main queue.
        ///
        /// - Parameters:
        ///   - model: The model that the controller is first started from.
        ///   - initiate: Called at each start with the model to start from.
        ///   - qos: The quality of service of the new queue.
        @inlinable
        public func makeController(
            from model: Model, initiate: Initiate<Model, Effect>? = nil, qos: DispatchQoS.QoSClass = .userInitiated
        ) -> MobiusController<Model, Event, Effect> where Model: Sendable, Event: Sendable, Effect: Sendable {
            makeController(from: model, initiate: initiate, loopQueue: .global(qos: qos))
        }

        /// A controller whose loop and views live on queues of libdispatch.
        ///
        /// - Parameters:
        ///   - model: The model that the controller is first started from.
        ///   - initiate: Called at each start with the model to start from, on `loopQueue`.
        ///   - loopQueue: The loop's queue. On a concurrent one the loop's work still runs one piece at a time.
        ///   - viewQueue: The views' queue.
        @inlinable
        public func makeController(
            from model: Model, initiate: Initiate<Model, Effect>? = nil, loopQueue: DispatchQueue,
            viewQueue: DispatchQueue = .main
        ) -> MobiusController<Model, Event, Effect> where Model: Sendable, Event: Sendable, Effect: Sendable {
            let home = DispatchScheduler(loopQueue)
            let viewHome = DispatchScheduler(viewQueue)
            return makeController(
                from: model, initiate: initiate, on: home, viewQueue: viewHome.isSame(as: home) ? home : viewHome)
        }

        /// A controller whose loop and views live on `queue`.
        ///
        /// An event that is sent on the queue itself is processed there, at once, before the sender goes on; views are
        /// told of the model in the same breath. An event from another thread is enqueued.
        ///
        /// - Parameters:
        ///   - model: The model that the controller is first started from.
        ///   - initiate: Called at each start with the model to start from, on `queue`.
        ///   - queue: The queue of the loop and of its views.
        @inlinable
        public func makeController(
            from model: Model, initiate: Initiate<Model, Effect>? = nil, on queue: any LoopQueue
        ) -> MobiusController<Model, Event, Effect> where Model: Sendable, Event: Sendable, Effect: Sendable {
            makeController(from: model, initiate: initiate, on: queue, viewQueue: queue)
        }

        /// A controller; specialised in the module that makes it, so that its loop is.
        @inlinable
        func makeController(
            from model: Model, initiate: Initiate<Model, Effect>?, on queue: any LoopQueue, viewQueue: any LoopQueue
        ) -> MobiusController<Model, Event, Effect> {
            MobiusController(
                model: model, loopQueue: queue, viewQueue: viewQueue,
                initiate: { [logger] model in
                    logger?.willInitiate(model: model)
                    let first = initiate?(model) ?? First(model: model)
                    logger?.didInitiate(model: model, first: first)
                    return first
                },
                makeLoop: { model in
                    let core = LoopCore(model: model, update: update, logger: logger)
                    let entrance = LoopEntrance(to: core, on: queue)
                    let consumer = transformed { event in entrance.send(event) }
                    return RunningLoop(
                        core: core, entrance: entrance, consumer: consumer, connect: { connect(core, to: consumer) },
                        begin: { effects in core.begin(with: effects) })
                })
        }

        /// Connects the effect handler and the event source to a loop that has not begun. Either of them may end the loop
        /// while it is connected, and is then disposed at once.
        ///
        /// - Parameters:
        ///   - core: The loop.
        ///   - consumer: The way back into it for events, callable from any thread.
        @inlinable
        func connect(_ core: LoopCore<Model, Event, Effect>, to consumer: @escaping Consumer<Event>) {
            let handlerConnection = effectHandler.connect(consumer)
            guard core.phase != .disposed else { return handlerConnection.dispose() }
            core.effectHandler = handlerConnection
            guard let eventSource else { return }
            let connection = eventSource.connect(consumer)
            guard core.phase != .disposed else { return connection.dispose() }
            core.eventSource = connection
            core.observers.add(connection.accept)
            connection.accept(core.model)
        }

        @inlinable
        func transformed(_ consumer: @escaping Consumer<Event>) -> Consumer<Event> {
            eventConsumerTransformer?(consumer) ?? consumer
        }
    }
}
