import CarillonScheduling

/// The effects that a route's handler has begun and not ended. They are cancelled when the loop ends.
///
/// It belongs to the queue on which the route's connection is used. An effect may end on any thread. Ended effects are
/// removed before the list doubles, so that a long-lived handler keeps at most twice as many entries as there are
/// ongoing effects.
@usableFromInline
final class OngoingEffects<EffectParameters, Event> {
    private struct Ongoing {
        private var callback: EffectCallback<Event>
        private let disposable: any Disposable

        init(sendingTo consumer: @escaping Consumer<Event>, begin: (EffectCallback<Event>) -> any Disposable) {
            callback = EffectCallback(onSend: consumer, onEnd: {})
            disposable = begin(callback)
        }

        /// Whether nothing is left to cancel: the effect has ended, or the last other reference to its callback has
        /// been released and its disposable does nothing.
        var isOver: Bool {
            mutating get { callback.ended || disposable is EmptyDisposable && isKnownUniquelyReferenced(&callback) }
        }

        /// Disposes before it ends the callback, so that an event that the handler sends while it is disposed arrives.
        func cancel() {
            guard !callback.ended else { return }
            disposable.dispose()
            callback.end()
        }
    }

    /// The minimum length at which the list is searched for ended effects.
    private static var minimumToSearch: Int { 4 }

    private let handle: (EffectParameters, EffectCallback<Event>) -> any Disposable
    private let consumer: Consumer<Event>
    /// Numbers the effects if a session is being recorded or replayed.
    private let counter = EffectCounter.current
    private var ongoing: [Ongoing] = []
    /// The length at which the list is searched next.
    private var fullCount = OngoingEffects.minimumToSearch
    private var isDisposed = false

    @usableFromInline
    init(
        handle: @escaping (EffectParameters, EffectCallback<Event>) -> any Disposable,
        consumer: @escaping Consumer<Event>
    ) {
        self.handle = handle
        self.consumer = consumer
    }

    /// Disposes the effects if the connection was released without being disposed.
    deinit {
        dispose()
    }

    @usableFromInline
    func begin(_ parameters: EffectParameters) {
        var effect = Ongoing(sendingTo: consumerOfEffect) { callback in handle(parameters, callback) }
        // The handler may have ended the loop.
        guard !isDisposed else { return effect.cancel() }
        guard !effect.isOver else { return }
        if ongoing.count == fullCount { removeEnded() }
        ongoing.append(effect)
    }

    @usableFromInline
    func dispose() {
        isDisposed = true
        let ongoing = self.ongoing
        self.ongoing = []
        for effect in ongoing { effect.cancel() }
    }

    /// The consumer for a new effect. In a session, it marks its events as those of the effect.
    private var consumerOfEffect: Consumer<Event> {
        guard let counter else { return consumer }
        let (number, consumer) = (counter.next(), consumer)
        return { event in EffectCounter.during(number) { consumer(event) } }
    }

    private func removeEnded() {
        var kept = 0
        for index in ongoing.indices where !ongoing[index].isOver {
            ongoing.swapAt(kept, index)
            kept += 1
        }
        ongoing.removeLast(ongoing.count - kept)
        fullCount = max(Self.minimumToSearch, kept * 2)
    }
}
