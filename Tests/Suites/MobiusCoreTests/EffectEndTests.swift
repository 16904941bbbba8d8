import CarillonScheduling
import Dispatch
import MobiusCore
import Synchronization
import TestSupport
import Testing

/// The end of effects: by themselves, with their loop, or with a connection that is dropped.
@Suite struct EffectEndTests {
    private let disposed = Recorder<String>()

    /// The ends of an effect that ignores its callback. The log has "end" before each of them.
    static let ends: [Row<@Sendable (AnyConnectable<String, Int>, Recorder<String>) -> Void, [String]>] = [
        Row("effects are disposed when their loop ends", ["end", "first", "second"]) { handler, log in
            let loop = counterLoop(handler).start(from: 0, effects: ["first", "second"])
            log.append("end")
            loop.dispose()
        },
        Row("effect is disposed when its controller stops", ["end", "first", "end", "first"]) { handler, log in
            let controller = counterLoop(handler).makeController(
                from: 0, initiate: { First(model: $0, effects: ["first"]) }, on: ManualQueue())
            for _ in 1...2 {
                controller.start()
                log.append("end")
                controller.stop()
            }
        },
        Row("effect is disposed when its connection is dropped", ["end", "dropped"]) { handler, log in
            let connection = handler.connect { _ in }
            connection.accept("dropped")
            withExtendedLifetime(connection) { log.append("end") }
        },
    ]

    @Test(arguments: ends) func effectThatIgnoresItsCallbackIsDisposed(
        row: Row<@Sendable (AnyConnectable<String, Int>, Recorder<String>) -> Void, [String]>
    ) {
        row.given(ignoringCallbacks.asConnectable, disposed)
        expectEqual(disposed.values, row.expected, sourceLocation: row.place)
    }

    @Test func effectThatHasEndedIsNotDisposed() {
        let router = EffectRouter<String, Int>().routeEffects(withParameters: { $0 }).to { [disposed] name, callback in
            callback.end()
            return AnonymousDisposable { disposed.append(name) }
        }
        do {
            let connection = router.asConnectable.connect { _ in }
            connection.accept("ended")
            connection.dispose()
        }
        #expect(disposed.values.isEmpty)
    }

    @Test func effectThatEndsItsLoopIsDisposed() {
        let loop = Mutex<DisposableBox?>(nil)
        let router = EffectRouter<String, Int>().routeEffects(withParameters: { $0 }).to { [disposed] name, _ in
            loop.withLock { $0 }?.disposable.dispose()
            return AnonymousDisposable { disposed.append(name) }
        }
        let started = counterLoop(router.asConnectable) { _ in ["last"] }.start(from: 0)
        loop.withLock { $0 = DisposableBox(disposable: started) }
        started.dispatchEvent(1)
        expectEqual(disposed.values, ["last"])
        loop.withLock { $0 = nil }
    }

    @Test func eventThatAnEffectSendsWhileItIsDisposedIsProcessed() {
        let router = EffectRouter<String, Int>().routeEffects(withParameters: { $0 }).to { [disposed] name, callback in
            AnonymousDisposable {
                callback.send(5)
                disposed.append("\(name) \(callback.ended)")
            }
        }
        let loop = counterLoop(router.asConnectable).start(from: 0, effects: ["save"])
        let models = Recorder<Int>()
        loop.addObserver { models.append($0) }
        loop.dispose()
        expectEqual(disposed.values, ["save false"])
        expectEqual(loop.latestModel, 5)
        expectEqual(models.values, [0, 5])
    }

    @Test func stoppedControllerIgnoresAnEventThatAnEffectSendsWhileItIsDisposed() {
        let router = EffectRouter<String, Int>().routeEffects(withParameters: { $0 }).to { _, callback in
            AnonymousDisposable { callback.send(5) }
        }
        let queue = ManualQueue()
        let controller = counterLoop(router.asConnectable).makeController(
            from: 0, initiate: { First(model: $0, effects: ["save"]) }, on: queue)
        controller.start()
        queue.enter { controller.stop() }
        queue.run()
        expectEqual(controller.model, 0)
    }

    @Test func endedEffectsAreReleased() {
        let living = LivingEffects()
        let callbacks = Recorder<EffectCallback<Int>>()
        let router = EffectRouter<String, Int>().routeEffects(withParameters: { $0 }).to { name, callback in
            if name == "short" { callbacks.append(callback) }
            return living.makeDisposable()
        }
        let connection = router.asConnectable.connect { _ in }
        for _ in 1...10 { connection.accept("long") }
        for count in 1...1000 {
            connection.accept("short")
            callbacks.values[count - 1].end()
        }
        #expect(living.count <= 2 * 10 + 1)
        connection.dispose()
    }

    @Test func effectWithNothingToCancelIsReleasedAtOnce() {
        let living = LivingEffects()
        let router = EffectRouter<String, Int>().routeEffects(withParameters: { $0 }).to { _, _ in
            living.makeEmptyDisposable()
        }
        let connection = router.asConnectable.connect { _ in }
        for _ in 1...10 { connection.accept("forget") }
        expectEqual(living.count, 0)
        connection.dispose()
    }

    private var ignoringCallbacks: EffectRouter<String, Int> {
        EffectRouter<String, Int>().routeEffects(withParameters: { $0 }).to { [disposed] name, _ in
            AnonymousDisposable { disposed.append(name) }
        }
    }
}

/// Counts the disposables that effects have returned and that are still held.
private final class LivingEffects: Sendable {
    private struct Held {
        weak var disposable: (any Disposable)?
    }

    private let made = Locked<[Held]>([])

    var count: Int { made.withLock { $0.count { $0.disposable != nil } } }

    func makeDisposable() -> any Disposable { note(AnonymousDisposable {}) }

    func makeEmptyDisposable() -> any Disposable { note(EmptyDisposable()) }

    private func note(_ disposable: any Disposable) -> any Disposable {
        made.withLock { $0.append(Held(disposable: disposable)) }
        return disposable
    }
}

/// Unchecked Sendable: used on the one thread of its test.
private struct DisposableBox: @unchecked Sendable {
    let disposable: any Disposable
}
