import CarillonScheduling
import Dispatch

extension Mobius {
    /// A builder of loops. Each `with…` method returns a changed copy. A builder can start any number of loops.
    public struct Builder<Model, Event, Effect>: Sendable {
        @usableFromInline let update: Update<Model, Event, Effect>
        @usableFromInline let effectHandler: AnyConnectable<Effect, Event>
        @usableFromInline var eventSource: ConnectingEventSource?
        @usableFromInline var logger: AnyMobiusLogger<Model, Event, Effect>?
        @usableFromInline var eventConsumerTransformer: ConsumerTransformer<Event>?

        /// A function that connects an event source to a consumer. It returns the function that takes the models, if the
        /// source takes any.
        @usableFromInline
        typealias ConnectingEventSource =
            @Sendable (@escaping Consumer<Event>) -> (connection: any Disposable, accept: ((Model) -> Void)?)

        @inlinable
        init(update: Update<Model, Event, Effect>, effectHandler: AnyConnectable<Effect, Event>) {
            self.update = update
            self.effectHandler = effectHandler
        }

        /// Returns a copy whose loops take events from `eventSource`, which replaces an event source set earlier.
        ///
        /// - Parameter eventSource: Subscribed when a loop starts, and disposed when the loop ends. To use several
        ///   event sources, combine them with ``CompositeEventSourceBuilder``.
        public func withEventSource<S: EventSource & Sendable>(_ eventSource: S) -> Builder where S.Event == Event {
            var copy = self
            copy.eventSource = { consumer in (eventSource.subscribe(consumer: consumer), nil) }
            return copy
        }

        /// Returns a copy whose loops take events from `eventSource` and pass each model to it. `eventSource` replaces an event
        /// source set earlier.
        ///
        /// - Parameter eventSource: Connected when a loop starts, and disposed when the loop ends. It receives the
        ///   first model and each new one.
        public func withEventSource<S: Connectable & Sendable>(_ eventSource: S) -> Builder
        where S.Input == Model, S.Output == Event {
            var copy = self
            copy.eventSource = { consumer in
                let connection = eventSource.connect(consumer)
                return (connection, { model in connection.accept(model) })
            }
            return copy
        }

        /// Returns a copy whose loops also pass the first model and each new one to `observer`, on the loop's queue.
        @inlinable
        package func observing(_ observer: @escaping @Sendable (Model) -> Void) -> Builder {
            var copy = self
            copy.eventSource = { [eventSource] consumer in
                let source = eventSource?(consumer)
                return (
                    source?.connection ?? EmptyDisposable(),
                    { model in
                        source?.accept?(model)
                        observer(model)
                    }
                )
            }
            return copy
        }

        /// Returns a copy whose loops report to `logger`, which replaces a logger set earlier.
        public func withLogger<L: MobiusLogger & Sendable>(_ logger: L) -> Builder
        where L.Model == Model, L.Event == Event, L.Effect == Effect {
            var copy = self
            copy.logger = AnyMobiusLogger(logger)
            return copy
        }

        /// Returns a copy whose events also pass through `transformer`, before the transformers added earlier.
        ///
        /// - Parameter transformer: Wraps the consumer to which effect handlers, event sources and views send events.
        ///   The first transformer wraps the loop's own consumer; the second one wraps the result of the first.
        public func withEventConsumerTransformer(_ transformer: @escaping ConsumerTransformer<Event>) -> Builder {
            var copy = self
            if let inner = eventConsumerTransformer {
                copy.eventConsumerTransformer = { consumer in transformer(inner(consumer)) }
            } else {
                copy.eventConsumerTransformer = transformer
            }
            return copy
        }

        /// Starts a loop that has no queue of its own: each event is processed on the thread that sends it.
        ///
        /// - Parameters:
        ///   - model: The model that the loop begins with.
        ///   - effects: The first effects, dispatched before any event is processed.
        /// - Returns: The running loop, which ends when it is disposed or when its last reference is released.
        @inlinable
        public func start(from model: Model, effects: [Effect] = []) -> MobiusLoop<Model, Event, Effect> {
            let input = LoopInput(core: LoopCore(model: model, update: update, logger: logger))
            input.inTurn { core in
                connect(core, to: transformed { event in input.send(event) })
                core.begin(with: effects)
            }
            return MobiusLoop(input: input)
        }

        /// Creates a controller on a new serial queue. Its views are on the main queue.
        ///
        /// - Parameters:
        ///   - model: The model that the controller is first started from.
        ///   - initiate: Called at each start with the model to start from, on the new queue.
        ///   - qos: The quality of service of the new queue.
        @inlinable
        public func makeController(
            from model: Model, initiate: Initiate<Model, Effect>? = nil, qos: DispatchQoS.QoSClass = .userInitiated
        ) -> MobiusController<Model, Event, Effect> where Model: Sendable, Event: Sendable, Effect: Sendable {
            makeController(from: model, initiate: initiate, loopQueue: .global(qos: qos))
        }

        /// Creates a controller whose loop and views use libdispatch queues.
        ///
        /// - Parameters:
        ///   - model: The model that the controller is first started from.
        ///   - initiate: Called at each start with the model to start from, on `loopQueue`.
        ///   - loopQueue: The loop's queue. Even on a concurrent queue, the loop's work runs one item at a time.
        ///   - viewQueue: The queue on which the views receive models.
        @inlinable
        public func makeController(
            from model: Model, initiate: Initiate<Model, Effect>? = nil, loopQueue: DispatchQueue,
            viewQueue: DispatchQueue = .main
        ) -> MobiusController<Model, Event, Effect> where Model: Sendable, Event: Sendable, Effect: Sendable {
            let loopScheduler = DispatchScheduler(loopQueue)
            let viewScheduler = DispatchScheduler(viewQueue)
            return makeController(
                from: model, initiate: initiate, on: loopScheduler,
                viewQueue: viewScheduler.isSame(as: loopScheduler) ? loopScheduler : viewScheduler)
        }

        /// Creates a controller whose loop and views use `queue`.
        ///
        /// An event sent on the queue itself is processed synchronously, before the sending call returns. The views
        /// receive the new model in the same call. An event from another thread is enqueued.
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

        /// Creates a controller. Inlinable, so that the calling module specialises the loop.
        @inlinable
        func makeController(
            from model: Model, initiate: Initiate<Model, Effect>?, on queue: any LoopQueue, viewQueue: any LoopQueue,
            timing: LoopTiming? = nil
        ) -> MobiusController<Model, Event, Effect> {
            MobiusController(
                model: model, loopQueue: queue, viewQueue: viewQueue, timing: timing,
                initiate: { [logger] model in
                    logger?.willInitiate(model: model)
                    let first = initiate?(model) ?? First(model: model)
                    logger?.didInitiate(model: model, first: first)
                    return first
                },
                makeLoop: { model in
                    let core = LoopCore(model: model, update: update, logger: logger)
                    let entrance = LoopEntrance(to: core, on: queue)
                    entrance.joinSession()
                    let consumer = transformed { event in entrance.send(event) }
                    return RunningLoop(
                        core: core, entrance: entrance, consumer: consumer, connect: { connect(core, to: consumer) },
                        begin: { effects in core.begin(with: effects) })
                })
        }

        /// Connects the effect handler and the event source to a loop that has not begun. Either of them may end the
        /// loop while it is being connected; its connection is then disposed at once.
        ///
        /// - Parameters:
        ///   - core: The loop.
        ///   - consumer: Sends events to the loop. May be called from any thread.
        @inlinable
        func connect(_ core: LoopCore<Model, Event, Effect>, to consumer: @escaping Consumer<Event>) {
            let handlerConnection = effectHandler.connect(consumer)
            guard core.phase != .disposed else { return handlerConnection.dispose() }
            core.effectHandler = handlerConnection
            guard let eventSource else { return }
            let (connection, accept) = eventSource(consumer)
            guard core.phase != .disposed else { return connection.dispose() }
            core.eventSource = connection
            guard let accept else { return }
            core.observers.add(accept)
            accept(core.model)
        }

        @inlinable
        func transformed(_ consumer: @escaping Consumer<Event>) -> Consumer<Event> {
            eventConsumerTransformer?(consumer) ?? consumer
        }
    }
}
