import Fluxer
import TestSupport
import Testing

/// Objects are released when they are no longer used.
@Suite struct LeakTests {
    private final class Held: Sendable {}

    @Test func capturesOfADisposedObserverAreReleased() {
        let value = ObservableValue(0)
        let disposables = CompositeDisposable()
        weak var held: Held?
        do {
            let object = Held()
            held = object
            disposables += value.subscribe { _ in _ = object }
            disposables += value.map { _ in object }.subscribe { _ in }
            disposables += value.filter { _ in object === object }.share().subscribe { _ in }
            disposables += value.asRender().subscribe { _ in _ = object }
            disposables += value.startingWithValue.subscribe { _ in _ = object }
            let connectable = ConnectableObservable(value)
            disposables += connectable.connect()
            disposables += connectable.subscribe { _ in _ = object }
        }
        #expect(held != nil)
        disposables.dispose()
        #expect(held == nil)
        value.value = 1
    }

    @Test func valueIsReleasedWithItsObservers() {
        weak var held: Held?
        weak var gone: ObservableValue<Int>?
        do {
            let object = Held()
            let value = ObservableValue(0)
            (held, gone) = (object, value)
            _ = value.subscribe { _ in _ = object }
            let shared = value.share()
            _ = shared.subscribe { _ in _ = object }
            value.value = 1
        }
        #expect(gone == nil)
        #expect(held == nil)
    }

    @Test func capturesOfAnUnregisteredHandlerAreReleased() {
        let dispatcher = Dispatcher()
        weak var held: Held?
        do {
            let object = Held()
            held = object
            let tokens = (1...3).map { _ in dispatcher.register { _ in _ = object } }
            dispatcher.dispatch(Ring())
            for token in tokens { dispatcher.unregister(registrationToken: token) }
        }
        #expect(held == nil)
    }

    @Test func contentsOfABagAreReleased() {
        weak var held: Held?
        do {
            let object = Held()
            held = object
            let bag = DisposeBag()
            BlockDisposable { _ = object }.addTo(bag)
        }
        #expect(held == nil)
    }

    @Test func deinitializerMayUseTheReleasingObject() {
        /// An object that calls a function when it is released.
        final class Guest: Sendable {
            let leave: @Sendable () -> Void

            init(leave: @escaping @Sendable () -> Void) {
                self.leave = leave
            }

            deinit { leave() }
        }
        let (count, left) = (ObservableValue(0), ObservableValue<Guest?>(nil))
        left.value = Guest { [weak left] in if left?.value == nil { count.value += 1 } }
        left.value = nil
        let dispatcher = Dispatcher()
        dispatcher.unregister(registrationToken: register(in: dispatcher))
        expectEqual(count.value, 2)

        func register(in dispatcher: Dispatcher) -> String {
            let guest = Guest { [weak dispatcher] in
                dispatcher?.register { _ in }
                count.value += 1
            }
            return dispatcher.register { _ in _ = guest }
        }
    }
}
