import Dispatch
import MobiusCore
import Synchronization
import TestSupport
import Testing

/// The defects of Mobius.swift: one test each, repeated 1000 times for a race.
@Suite struct DefectTests {
    @Test func effectMayBeEndedByTheEventItSends() {
        let callback = Mutex<EffectCallback<Int>?>(nil)
        let sent = Recorder<Int>()
        callback.withLock {
            $0 = EffectCallback(
                onSend: { value in
                    sent.append(value)
                    callback.withLock { $0 }?.end()
                }, onEnd: {})
        }
        let effect = callback.withLock { $0! }
        effect.send(1)
        effect.send(2)
        #expect(effect.ended)
        expectEqual(sent.values, [1])
        callback.withLock { $0 = nil }
    }

    @Test func eventOfAnEffectMayCancelThatEffect() {
        enum Effect: Equatable { case request, cancel }
        let request = Mutex<EffectCallback<Int>?>(nil)
        let handler = EffectRouter<Effect, Int>()
            .routeCase(Effect.request).to { _, callback in
                request.withLock { $0 = callback }
                return EmptyDisposable()
            }
            .routeCase(Effect.cancel).to { request.withLock { $0 }?.end() }
            .asConnectable
        let loop = Mobius.loop(
            update: { (model: Int, event: Int) in .next(model + event, effects: event == 0 ? [.request] : [.cancel]) },
            effectHandler: handler
        ).start(from: 0)
        loop.dispatchEvent(0)
        let callback = request.withLock { $0! }
        callback.send(5)
        callback.send(7)
        #expect(callback.ended)
        expectEqual(loop.latestModel, 5)
    }

    @Test func viewMayStopItsControllerWhileItReceivesAModel() {
        let viewQueue = DispatchQueue(label: "view")
        let controller = Mutex<MobiusController<Int, Int, String>?>(nil)
        let stopped = DispatchSemaphore(value: 0)
        let view = Probe<Int, Int> { model in
            guard model == 1 else { return }
            controller.withLock { $0 }?.stop()
            stopped.signal()
        }
        let running = counterLoop().makeController(
            from: 0, loopQueue: DispatchQueue(label: "loop"), viewQueue: viewQueue)
        running.connectView(view)
        controller.withLock { $0 = running }
        running.start()
        view.send(1)
        stopped.wait()
        #expect(!running.running)
        expectEqual(running.model, 1)
        viewQueue.sync {}
        expectEqual(view.accepted.values, [0, 1])
        expectEqual(view.connections.values, [true, false])
        controller.withLock { $0 = nil }
    }

    @Test func viewOnTheLoopsQueueMayStopItsController() {
        let queue = ManualQueue()
        let controller = Mutex<MobiusController<Int, Int, String>?>(nil)
        let view = Probe<Int, Int> { model in
            if model == 1 { controller.withLock { $0 }?.stop() }
        }
        let running = counterLoop().makeController(from: 0, on: queue)
        running.connectView(view)
        controller.withLock { $0 = running }
        running.start()
        queue.enter { view.send(1) }
        #expect(!running.running)
        expectEqual(view.accepted.values, [0, 1])
        expectEqual(view.connections.values, [true, false])
        controller.withLock { $0 = nil }
    }

    @Test func viewMayReadTheModelWhileAnotherThreadStopsTheController() {
        let controller = Mutex<MobiusController<Int, Int, String>?>(nil)
        let read = DispatchSemaphore(value: 0)
        let view = Probe<Int, Int> { model in
            guard model % 2 == 1 else { return }
            _ = controller.withLock { $0 }?.model
            read.signal()
        }
        let running = counterLoop().makeController(
            from: 0, loopQueue: DispatchQueue(label: "loop"), viewQueue: DispatchQueue(label: "view"))
        running.connectView(view)
        controller.withLock { $0 = running }
        for _ in 1...1000 {
            running.replaceModel(0)
            running.start()
            view.send(1)
            running.stop()
        }
        running.replaceModel(1)
        running.start()
        read.wait()
        running.stop()
        controller.withLock { $0 = nil }
    }

    @Test func lastReleaseOfARunningControllerMayBeOnItsOwnQueue() {
        for _ in 1...1000 {
            let queue = DispatchQueue(label: "loop")
            let disposed = DispatchSemaphore(value: 0)
            let handler = AnyConnectable<String, Int> { _ in
                Connection(acceptClosure: { _ in }, disposeClosure: { disposed.signal() })
            }
            let controller = Mutex<MobiusController<Int, Int, String>?>(
                counterLoop(handler).makeController(from: 0, loopQueue: queue, viewQueue: queue))
            controller.withLock { $0 }?.start()
            queue.async { controller.withLock { $0.take() }.map { _ in } }
            disposed.wait()
        }
    }

    @Test func eventToAReleasedLoopIsReported() {
        let source = Probe<Int, Int>()
        var loop: MobiusLoop<Int, Int, String>? = counterLoop().withEventSource(source).start(from: 0)
        source.send(1)
        expectEqual(loop?.latestModel, 1)
        loop = nil
        let misuse = misuse { source.send(2) }
        expectEqual(misuse?.contains("event submitted after dispose"), true)
    }

    @Test func effectMayDisposeTheLoopAfterAnEffectThatSendsAnEvent() {
        for _ in 1...1000 {
            let loop = Mutex<MobiusLoopBox?>(nil)
            let handled = Recorder<String>()
            let handler = EffectRouter<String, Int>()
                .routeEffects(equalTo: "ping").toEvent { _ in
                    handled.append("ping")
                    return 1
                }
                .routeEffects(equalTo: "dispose").to { _ in loop.withLock { $0 }?.loop.dispose() }
                .routeEffects(equalTo: "after").to { handled.append($0) }
                .asConnectable
            let started = counterLoop(handler) { $0 == 0 ? ["ping", "dispose", "after"] : ["after"] }.start(from: 0)
            loop.withLock { $0 = MobiusLoopBox(loop: started) }
            started.dispatchEvent(0)
            expectEqual(handled.values, ["ping"])
            loop.withLock { $0 = nil }
        }
    }

    @Test func effectsAndEventsAreProcessedInTheirOrder() {
        for _ in 1...1000 {
            let handled = Recorder<String>()
            let events = Recorder<Int>()
            let handler = AnyConnectable<String, Int> { consumer in
                Connection(
                    acceptClosure: { effect in
                        handled.append(effect)
                        if let event = Int(effect) { consumer(event) }
                    }, disposeClosure: {})
            }
            let loop = Mobius.loop(
                update: { (_: Int, event: Int) in
                    events.append(event)
                    return .next(event, effects: event == 0 ? ["1", "a", "2", "b", "3"] : ["of \(event)"])
                }, effectHandler: handler
            ).start(from: 0)
            loop.dispatchEvent(0)
            expectEqual(events.values, [0, 1, 2, 3])
            expectEqual(handled.values, ["1", "a", "2", "b", "3", "of 1", "of 2", "of 3"])
        }
    }

    @Test func observerDisposedDuringANotificationIsNotNotified() {
        for _ in 1...1000 {
            let loop = counterLoop().start(from: 0)
            let second = Mutex<AnonymousDisposableBox?>(nil)
            let told = Recorder<Int>()
            loop.addObserver { model in
                if model == 1 { second.withLock { $0.take() }?.disposable.dispose() }
            }
            let observation = loop.addObserver { told.append($0) }
            second.withLock { $0 = AnonymousDisposableBox(disposable: observation) }
            loop.dispatchEvent(1)
            loop.dispatchEvent(1)
            expectEqual(told.values, [0])
        }
    }

    @Test func builderWithAnEffectHandlerMayBeStartedTwiceAtOnce() {
        let handler = EffectRouter<String, Int>()
            .routeEffects(equalTo: "double").to(
                AnyEffectHandler { _, callback in
                    callback.end(with: 10)
                    return EmptyDisposable()
                }
            )
            .asConnectable
        let builder = counterLoop(handler) { $0 == 1 ? ["double"] : [] }
        let first = builder.start(from: 0)
        let second = builder.start(from: 100)
        first.dispatchEvent(1)
        second.dispatchEvent(1)
        expectEqual(first.latestModel, 11)
        expectEqual(second.latestModel, 111)
    }

    @Test func oneEventMayHaveAHundredThousandEffectsThatSendEvents() {
        let handler = EffectRouter<String, Int>().routeEffects(equalTo: "one").toEvent { _ in 1 }.asConnectable
        let loop = counterLoop(handler) { $0 == 0 ? Array(repeating: "one", count: 100_000) : [] }.start(from: 0)
        loop.dispatchEvent(0)
        expectEqual(loop.latestModel, 100_000)
    }
}

// Unchecked Sendable: each is used on the one thread of its test.
private struct MobiusLoopBox: @unchecked Sendable {
    let loop: MobiusLoop<Int, Int, String>
}

private struct AnonymousDisposableBox: @unchecked Sendable {
    let disposable: any Disposable
}
