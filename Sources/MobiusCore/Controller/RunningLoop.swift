/// What a controller needs of a loop that it runs, made where the loop's types are known so that it is specialised.
@usableFromInline
struct RunningLoop<Model, Event, Effect> {
    @usableFromInline let core: LoopCore<Model, Event, Effect>
    /// The way into the loop for events, from any thread.
    @usableFromInline let consumer: Consumer<Event>
    /// Connects the effect handler and the event source; on the loop's queue.
    @usableFromInline let connect: () -> Void
    /// Hands out the first effects, and from then on processes events; on the loop's queue.
    @usableFromInline let begin: ([Effect]) -> Void

    @inlinable
    init(
        core: LoopCore<Model, Event, Effect>, consumer: @escaping Consumer<Event>, connect: @escaping () -> Void,
        begin: @escaping ([Effect]) -> Void
    ) {
        self.core = core
        self.consumer = consumer
        self.connect = connect
        self.begin = begin
    }
}
