import Dispatch
import MobiusCore
import Synchronization
import TestSupport
import Testing

@Suite struct LoopTests {
    @Test func observerReceivesTheModelAndEachNewOne() {
        let told = Recorder<Int>()
        let loop = counterLoop().start(from: 1)
        let observation = loop.addObserver { told.append($0) }
        loop.dispatchEvent(1)
        loop.unguardedDispatchEvent(2)
        observation.dispose()
        loop.dispatchEvent(1)
        expectEqual(told.values, [1, 2, 4])
        expectEqual(loop.latestModel, 5)
    }

    @Test func observersAreNotifiedInTheOrderOfRegistration() {
        let told = Recorder<String>()
        let loop = counterLoop().start(from: 0)
        for name in ["a", "b", "c", "d", "e"] { loop.addObserver { told.append("\(name)\($0)") } }
        loop.dispatchEvent(1)
        expectEqual(told.values.suffix(5), ["a1", "b1", "c1", "d1", "e1"])
    }

    @Test func observersReceiveTheModelBeforeItsEffectsAreHandled() {
        let order = Recorder<String>()
        let handler = EffectRouter<String, Int>().routeEffects(withParameters: { $0 }).to { order.append($0) }
        let loop = counterLoop(handler.asConnectable) { _ in ["effect"] }.start(from: 0)
        loop.addObserver { order.append("model \($0)") }
        loop.dispatchEvent(1)
        expectEqual(order.values, ["model 0", "model 1", "effect"])
    }

    @Test func firstEffectsAreHandledBeforeAnyEvent() {
        let order = Recorder<String>()
        let handler = EffectRouter<String, Int>().routeEffects(withParameters: { $0 }).to { order.append($0) }
        let eager = AnyEventSource<Int> { consumer in
            consumer(1)
            return EmptyDisposable()
        }
        let loop = counterLoop(handler.asConnectable) { ["of event \($0)"] }
            .withEventSource(eager).start(from: 0, effects: ["first", "second"])
        expectEqual(order.values, ["first", "second", "of event 1"])
        expectEqual(loop.latestModel, 1)
    }

    @Test func eventSourceMayFollowTheModel() {
        let source = Probe<Int, Int>()
        let loop = counterLoop().withEventSource(source).start(from: 0)
        source.send(1)
        source.send(2)
        loop.dispose()
        expectEqual(source.accepted.values, [0, 1, 3])
        expectEqual(source.connections.values, [true, false])
    }

    @Test func lastGivenEventSourceIsUsed() {
        let first = Probe<Int, Int>()
        let second = Probe<Int, Int>()
        let loop = counterLoop().withEventSource(first).withEventSource(second).start(from: 0)
        first.send(1)
        second.send(10)
        expectEqual(loop.latestModel, 10)
    }

    @Test func severalEventSourcesAreJoined() {
        let consumers = Recorder<Consumer<Int>>()
        let disposed = Recorder<Int>()
        var builder = CompositeEventSourceBuilder<Int>()
        for number in 1...3 {
            builder = builder.addEventSource(
                AnyEventSource { consumer in
                    consumers.append(consumer)
                    return AnonymousDisposable { disposed.append(number) }
                })
        }
        let loop = counterLoop().withEventSource(builder.build()).start(from: 0)
        for consumer in consumers.values { consumer(1) }
        expectEqual(loop.latestModel, 3)
        loop.dispose()
        expectEqual(disposed.values, [1, 2, 3])
    }

    @Test func transformersOfEventsAreComposed() {
        let source = Probe<Int, Int>()
        let loop = counterLoop().withEventSource(source)
            .withEventConsumerTransformer { consumer in { consumer($0 * 10) } }
            .withEventConsumerTransformer { consumer in { consumer($0 + 1) } }
            .start(from: 0)
        source.send(1)
        expectEqual(loop.latestModel, 20)
    }

    @Test func unreferencedLoopEnds() {
        let source = Probe<Int, Int>()
        _ = counterLoop().withEventSource(source).start(from: 0)
        expectEqual(source.connections.values, [true, false])
    }

    @Test func loopThatIsDisposedTwiceEndsOnce() {
        let handler = Probe<String, Int>()
        let loop = counterLoop(handler).start(from: 0)
        loop.dispose()
        loop.dispose()
        expectEqual(handler.connections.values, [true, false])
    }

    @Test func eventsFromManyThreadsAreProcessedOneAtATime() {
        let source = Probe<Int, Int>()
        let loop = counterLoop().withEventSource(source).start(from: 0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 1...10_000 { source.send(1) }
        }
        expectEqual(loop.latestModel, 40_000)
        expectEqual(source.accepted.values, Array(0...40_000))
    }

    @Test func twoLoopsMayReadEachOthersModelsAtTheSameTime() {
        let (first, second) = (Peer(), Peer())
        first.meet(second)
        second.meet(first)
        let finished = DispatchGroup()
        for (number, peer) in [first, second].enumerated() {
            DispatchQueue(label: "thread \(number)").async(group: finished) { peer.loop.dispatchEvent(number + 1) }
        }
        finished.wait()
        expectEqual(first.seen.values, [2])
        expectEqual(second.seen.values, [1])
    }

    /// A loop whose effect waits until another loop is processing an event, too, and then reads that loop's model.
    ///
    /// Unchecked Sendable: the other peer is set before the threads start.
    private final class Peer: @unchecked Sendable {
        let seen = Recorder<Int>()
        private(set) var loop: MobiusLoop<Int, Int, String>!
        private let isAtWork = DispatchSemaphore(value: 0)
        private weak var other: Peer?

        init() {
            let handler = AnyConnectable<String, Int> { [weak self] _ in
                Connection(acceptClosure: { _ in self?.readTheOther() }, disposeClosure: {})
            }
            loop = counterLoop(handler) { _ in ["read"] }.start(from: 0)
        }

        func meet(_ other: Peer) {
            self.other = other
        }

        private func readTheOther() {
            guard let other else { return }
            other.isAtWork.signal()
            isAtWork.wait()
            seen.append(other.loop.latestModel)
        }
    }

    @Test func descriptionHasTheModelAndTheEffects() {
        expectEqual(Next<Int, String>.next(1, effects: ["a", "b"]).debugDescription, "(1, [\"a\", \"b\"])")
        expectEqual(Next<Int, String>.noChange.debugDescription, "(nil, [])")
        let loop = Mobius.loop(
            update: { (_: String, event: String) in Next<String, String>.next(event) },
            effectHandler: Probe<String, String>()
        ).start(from: "hello")
        expectEqual(loop.debugDescription, "MobiusLoop<String, String, String>{ \"hello\" }")
        loop.dispose()
        expectEqual(loop.debugDescription, "disposed MobiusLoop<String, String, String>!")
    }
}
