/// The effects that a route's handler has begun and not ended. They are cancelled when the loop ends.
///
/// Belongs to the queue on which the route's connection is used. An effect ends on any thread. Ended effects are removed
/// before the list would double, so that a long-lived handler keeps at most twice as many entries as effects are under way.
@usableFromInline
final class OngoingEffects<EffectParameters, Event> {
    private struct Ongoing {
        private var callback: EffectCallback<Event>
        private let disposable: any Disposable

        init(sendingTo consumer: @escaping Consumer<Event>, begin: (EffectCallback<Event>) -> any Disposable) {
            callback = EffectCallback(onSend: consumer, onEnd: {})
            disposable = begin(callback)
        }

        /// Whether there is nothing left to cancel: the effect has ended, or nobody holds its callback and its disposable
        /// does nothing.
        var isOver: Bool {
            mutating get { callback.ended || disposable is EmptyDisposable && isKnownUniquelyReferenced(&callback) }
        }

        /// Disposes first and ends after, so that an event that the handler sends while it is disposed arrives.
        func cancel() {
            guard !callback.ended else { return }
            disposable.dispose()
            callback.end()
        }
    }

    /// Shorter lists are not searched for ended effects.
    private static var leastToSearch: Int { 4 }

    private let handle: (EffectParameters, EffectCallback<Event>) -> any Disposable
    private let consumer: Consumer<Event>
    private var ongoing: [Ongoing] = []
    /// The length at which the list is searched next.
    private var fullCount = OngoingEffects.leastToSearch
    private var isDisposed = false

    @usableFromInline
    init(
        handle: @escaping (EffectParameters, EffectCallback<Event>) -> any Disposable,
        consumer: @escaping Consumer<Event>
    ) {
        self.handle = handle
        self.consumer = consumer
    }

    /// A connection may be dropped without being disposed.
    deinit {
        dispose()
    }

    @usableFromInline
    func begin(_ parameters: EffectParameters) {
        var effect = Ongoing(sendingTo: consumer) { callback in handle(parameters, callback) }
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

    private func removeEnded() {
        var kept = 0
        for index in ongoing.indices where !ongoing[index].isOver {
            ongoing.swapAt(kept, index)
            kept += 1
        }
        ongoing.removeLast(ongoing.count - kept)
        fullCount = max(Self.leastToSearch, kept * 2)
    }
}
