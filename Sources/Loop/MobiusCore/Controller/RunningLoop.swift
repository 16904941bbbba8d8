/// The operations that a controller needs from its loop. Created where the loop's types are known, so that the code is
/// specialised.
@usableFromInline
struct RunningLoop<Model, Event, Effect> {
    @usableFromInline let core: LoopCore<Model, Event, Effect>
    @usableFromInline let entrance: LoopEntrance<Model, Event, Effect>
    /// Sends an event to the entrance, through the transformers. May be called from any thread.
    @usableFromInline let consumer: Consumer<Event>
    /// Connects the effect handler and the event source. On the loop's queue.
    @usableFromInline let connect: () -> Void
    /// Dispatches the first effects, and then starts to process events. On the loop's queue.
    @usableFromInline let begin: ([Effect]) -> Void

    @inlinable
    init(
        core: LoopCore<Model, Event, Effect>, entrance: LoopEntrance<Model, Event, Effect>,
        consumer: @escaping Consumer<Event>, connect: @escaping () -> Void, begin: @escaping ([Effect]) -> Void
    ) {
        self.core = core
        self.entrance = entrance
        self.consumer = consumer
        self.connect = connect
        self.begin = begin
    }

    /// Ends the loop. On the loop's queue. Events that handlers send while they are disposed are ignored, because the
    /// controller has stopped.
    func dispose() {
        entrance.close()
        core.dispose(processingLastEvents: false)
    }
}
