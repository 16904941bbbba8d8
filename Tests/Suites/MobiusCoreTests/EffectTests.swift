import CarillonScheduling
import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import MobiusCore

@Suite struct EffectTests {
    @Test func runningHandlerIsCancelledWhenTheLoopEnds() {
        let cancelled = Recorder<String>()
        let callbacks = Recorder<EffectCallback<Int>>()
        let handler = EffectRouter<String, Int>()
            .routeEffects(withParameters: { $0 }).to { name, callback in
                callbacks.append(callback)
                return AnonymousDisposable { cancelled.append(name) }
            }
        let loop = counterLoop(handler.asConnectable).start(from: 0, effects: ["done", "first", "second"])
        callbacks.values[0].end(with: 1, 2)
        expectEqual(loop.latestModel, 3)
        loop.dispose()
        expectEqual(cancelled.values, ["first", "second"])
        #expect(callbacks.values.allSatisfy { $0.ended })
        callbacks.values[1].send(5)
        expectEqual(loop.latestModel, 3)
    }

    @Test func unreferencedCallbackIsEnded() {
        let ended = Recorder<Bool>()
        do {
            let callback = EffectCallback<Int>(onSend: { _ in }, onEnd: { ended.append(true) })
            callback.send(1)
            #expect(ended.values.isEmpty)
        }
        expectEqual(ended.values, [true])
    }

    @Test func callbackEndsOnce() {
        let ended = Recorder<Bool>()
        let sent = Recorder<Int>()
        let callback = EffectCallback<Int>(onSend: { sent.append($0) }, onEnd: { ended.append(true) })
        callback.end(with: [1, 2])
        callback.end(with: 3)
        callback.end()
        expectEqual(sent.values, [1, 2])
        expectEqual(ended.values, [true])
    }

    @Test func taskIsCancelledWhenTheLoopEnds() async {
        let (ends, continuation) = AsyncStream.makeStream(of: Bool.self)
        let (starts, started) = AsyncStream.makeStream(of: Void.self)
        let handler = EffectRouter<String, Int>().routeEffects(equalTo: "wait").to { _ async -> Void in
            await withTaskCancellationHandler {
                started.yield()
                let (never, _) = AsyncStream.makeStream(of: Never.self)
                for await _ in never {}
                continuation.yield(Task.isCancelled)
            } onCancel: {
            }
        }
        let loop = counterLoop(handler.asConnectable).start(from: 0, effects: ["wait"])
        for await _ in starts { break }
        loop.dispose()
        for await wasCancelled in ends {
            #expect(wasCancelled)
            break
        }
    }

    @Test func answersAfterTheEndAreNotSent() async {
        let (tasks, finished) = AsyncStream.makeStream(of: Void.self)
        let (starts, started) = AsyncStream.makeStream(of: Void.self)
        let handler = EffectRouter<String, Int>().routeEffects(equalTo: "ask").toEvent { _ async -> Int? in
            started.yield()
            let (never, _) = AsyncStream.makeStream(of: Never.self)
            for await _ in never {}
            defer { finished.yield() }
            return 7
        }
        let loop = counterLoop(handler.asConnectable).start(from: 0, effects: ["ask"])
        for await _ in starts { break }
        loop.dispose()
        for await _ in tasks { break }
        expectEqual(loop.latestModel, 0)
    }

    @Test func routeMayBeHandledOnAnotherQueue() {
        let queue = DispatchQueue(label: "effects")
        let place = DispatchScheduler(queue)
        let places = Recorder<String>()
        @Sendable func note(_ name: String) {
            places.append("\(name) \(place.isCurrent)")
        }
        let connectable = AnyConnectable<String, Int> { _ in
            Connection(acceptClosure: note, disposeClosure: { note("disposed") })
        }
        let handler = EffectRouter<String, Int>()
            .routeEffects(equalTo: "forget").on(queue: queue).to { note($0) }
            .routeEffects(equalTo: "event").on(queue: queue).toEvent {
                note($0)
                return 1
            }
            .routeEffects(equalTo: "handle").on(queue: queue).to { name, callback in
                note(name)
                callback.end(with: 10)
                return EmptyDisposable()
            }
            .routeEffects(equalTo: "connect").on(queue: queue).to(connectable)
        let loop = counterLoop(handler.asConnectable).start(
            from: 0, effects: ["forget", "event", "handle", "connect"])
        queue.sync {}
        expectEqual(loop.latestModel, 11)
        loop.dispose()
        queue.sync {}
        expectEqual(places.values, ["forget true", "event true", "handle true", "connect true", "disposed true"])
    }

    @Test func effectCancelledBeforeItsQueueRunsItIsNotHandled() {
        let queue = DispatchQueue(label: "effects")
        let handled = Recorder<String>()
        let handler = EffectRouter<String, Int>()
            .routeEffects(withParameters: { $0 }).on(queue: queue).to { name, _ in
                handled.append(name)
                return EmptyDisposable()
            }
        queue.sync { counterLoop(handler.asConnectable).start(from: 0, effects: ["late"]).dispose() }
        queue.sync {}
        #expect(handled.values.isEmpty)
    }

    @Test func connectableIsUsedInOrderOnAConcurrentQueue() {
        let uses = Recorder<String>()
        let (mayEnd, isDisposed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let connectable = AnyConnectable<String, Int> { _ in
            Connection(
                acceptClosure: { effect in
                    if effect == "1" { mayEnd.wait() }
                    uses.append(effect)
                },
                disposeClosure: {
                    uses.append("disposed")
                    isDisposed.signal()
                })
        }
        let handler = EffectRouter<String, Int>()
            .routeEffects(withParameters: { $0 }).on(queue: .global()).to(connectable)
        let effects = (1...20).map { "\($0)" }
        counterLoop(handler.asConnectable).start(from: 0, effects: effects).dispose()
        // The queue starts its work in order. So all work of the connection has had the chance to overtake.
        DispatchQueue.global().async { mayEnd.signal() }
        isDisposed.wait()
        expectEqual(uses.values, effects + ["disposed"])
    }

    @Test func effectOnAnotherQueueIsCancelledOnTheLoopsQueue() {
        let queue = DispatchQueue(label: "effects")
        let place = DispatchScheduler(queue)
        let places = Recorder<Bool>()
        let handler = EffectRouter<String, Int>()
            .routeEffects(withParameters: { $0 }).on(queue: queue).to { _, _ in
                places.append(place.isCurrent)
                return AnonymousDisposable { places.append(place.isCurrent) }
            }
        let loop = counterLoop(handler.asConnectable).start(from: 0, effects: ["wait"])
        queue.sync {}
        loop.dispose()
        expectEqual(places.values, [true, false])
    }

    @Test func routerMayBeConnectedTwiceAtOnce() {
        let events = Recorder<String>()
        let router = EffectRouter<String, Int>().routeEffects(withParameters: { Int($0) }).to { number, callback in
            callback.end(with: number)
            return EmptyDisposable()
        }
        let first = router.asConnectable.connect { events.append("first \($0)") }
        let second = router.asConnectable.connect { events.append("second \($0)") }
        second.accept("2")
        first.accept("1")
        expectEqual(events.values, ["second 2", "first 1"])
        first.dispose()
        second.dispose()
    }

    @Test func routeIsMatchedOnce() {
        let asked = Recorder<String>()
        let handler = EffectRouter<String, Int>()
            .routeEffects(withParameters: { effect -> Int? in
                asked.append(effect)
                return Int(effect)
            }).toEvent { $0 }
        let loop = counterLoop(handler.asConnectable).start(from: 0, effects: ["5"])
        expectEqual(loop.latestModel, 5)
        expectEqual(asked.values, ["5"])
    }

    @Test func disposablesDisposeOnce() {
        let disposed = Recorder<Int>()
        let once = AnonymousDisposable { disposed.append(1) }
        let wrapped = AnonymousDisposable(once)
        wrapped.dispose()
        wrapped.dispose()
        once.dispose()
        EmptyDisposable().dispose()
        expectEqual(disposed.values, [1])
    }

    @Test func taskIsCancelledByItsDisposable() async {
        let task = Task {
            let (never, _) = AsyncStream.makeStream(of: Never.self)
            for await _ in never {}
            return Task.isCancelled
        }
        task.asDisposable.dispose()
        #expect(await task.value)
    }
}
