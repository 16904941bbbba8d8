/// The effects that a route's handler has begun and not ended: cancelled when the loop ends.
///
/// Belongs to the queue on which the route is handled. Those that have ended, on whatever thread, are forgotten now and
/// then, before the list would grow.
@usableFromInline
final class OngoingEffects<EffectParameters, Event> {
    private struct Ongoing {
        weak var callback: EffectCallback<Event>?
        let disposable: any Disposable
    }

    private let handle: (EffectParameters, EffectCallback<Event>) -> any Disposable
    private let consumer: Consumer<Event>
    private var ongoing: [Ongoing] = []

    @usableFromInline
    init(
        handle: @escaping (EffectParameters, EffectCallback<Event>) -> any Disposable,
        consumer: @escaping Consumer<Event>
    ) {
        self.handle = handle
        self.consumer = consumer
    }

    @usableFromInline
    func begin(_ parameters: EffectParameters) {
        let callback = EffectCallback<Event>(onSend: consumer, onEnd: {})
        let disposable = handle(parameters, callback)
        guard !callback.ended else { return }
        if ongoing.count == ongoing.capacity {
            ongoing.removeAll { $0.callback?.ended ?? true }
        }
        ongoing.append(Ongoing(callback: callback, disposable: disposable))
    }

    @usableFromInline
    func dispose() {
        let ongoing = self.ongoing
        self.ongoing = []
        for effect in ongoing {
            guard let callback = effect.callback, !callback.ended else { continue }
            callback.end()
            effect.disposable.dispose()
        }
    }
}
