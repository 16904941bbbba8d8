import Dispatch
import MobiusCore
import TestSupport
import Testing

/// Handlers that are asynchronous, throw, or run on the main actor, and event sources that are sequences.
@Suite struct AsyncRouteTests {
    private struct Failure: Error {}
    private let route = EffectRouter<String, Int>().routeEffects(equalTo: "ask")

    /// Runs a loop with an effect, and returns its models until one that is at least 100.
    private func models(_ router: EffectRouter<String, Int>) async -> [Int] {
        let (models, continuation) = AsyncStream.makeStream(of: Int.self)
        let router = router.routeEffects(equalTo: "end").toEvent { _ in 100 }
        let loop = counterLoop(router.asConnectable, effects: { $0 == 50 ? ["end"] : [] })
            .start(from: 0, effects: ["ask"])
        loop.addObserver { continuation.yield($0) }
        var all: [Int] = []
        for await model in models {
            all.append(model)
            if model >= 100 { break }
        }
        loop.dispose()
        return all
    }

    @Sendable private static func answer(_ effect: String) async -> Int { 100 + effect.count }

    @Test func asynchronousFunctionReturnsAnEvent() async {
        expectEqual(await models(route.to { _ in await Self.answer("") }).last, 100)
        expectEqual(await models(route.to(Self.answer)).last, 103)
        let throwing = route.to { effect async throws -> Int in
            guard effect == "ask" else { throw Failure() }
            return await Self.answer(effect)
        }
        expectEqual(await models(throwing).last, 103)
        let mayReturnNone = route.toEvent { _ async -> Int? in
            await Task.yield()
            return 107
        }
        expectEqual(await models(mayReturnNone).last, 107)
    }

    @Test func sequenceSendsItsEventsInOrder() async {
        let router = route.to { _ in
            AsyncStream { continuation in
                for number in [1, 2, 3, 100] { continuation.yield(number) }
                continuation.finish()
            }
        }
        expectEqual(await models(router), [0, 1, 3, 6, 106])
    }

    @Test func eventsBeforeTheErrorOfASequenceAreSent() async {
        let (ends, ended) = AsyncStream.makeStream(of: Void.self)
        let router = route.to { _ async throws in
            AsyncThrowingStream(Int.self) { continuation in
                continuation.onTermination = { _ in ended.yield() }
                continuation.yield(100)
                continuation.finish(throwing: Failure())
            }
        }
        expectEqual(await models(router).last, 100)
        for await _ in ends { break }
    }

    @Test func errorEndsTheEffectWithoutAnEvent() async {
        let (ends, ended) = AsyncStream.makeStream(of: EffectCallback<Int>.self)
        let callbacks = Recorder<Int>()
        let router = EffectRouter<String, Int>()
            .routeEffects(equalTo: "fail").to { _ async throws -> Void in throw Failure() }
            .routeEffects(equalTo: "fail with event").to { _ async throws -> Int in throw Failure() }
            .routeEffects(equalTo: "watch").to { _, callback in
                ended.yield(callback)
                return EmptyDisposable()
            }
        let connection = router.asConnectable.connect { callbacks.append($0) }
        for effect in ["fail", "fail with event", "watch"] { connection.accept(effect) }
        for await callback in ends {
            callback.end(with: 7)
            break
        }
        connection.dispose()
        expectEqual(callbacks.values, [7])
    }

    @Test func sequenceIsCancelledWhenTheLoopEnds() async {
        let (starts, started) = AsyncStream.makeStream(of: Void.self)
        let (ends, ended) = AsyncStream.makeStream(of: Bool.self)
        let router = route.to { _ in
            AsyncStream(Int.self) { continuation in
                continuation.onTermination = { reason in
                    if case .cancelled = reason { ended.yield(true) } else { ended.yield(false) }
                }
                started.yield()
            }
        }
        let loop = counterLoop(router.asConnectable).start(from: 0, effects: ["ask"])
        for await _ in starts { break }
        loop.dispose()
        for await isCancelled in ends {
            #expect(isCancelled)
            break
        }
    }

    @MainActor private final class Screen {
        var shown: [String] = []
    }

    @Test func routeOnTheMainActorKeepsTheOrder() async {
        let screen = await MainActor.run { Screen() }
        let (ends, ended) = AsyncStream.makeStream(of: Void.self)
        let router = EffectRouter<String, Int>().routeEffects(withParameters: { $0 }).onMainActor().to { text in
            screen.shown.append(text)
            if text == "20" { ended.yield() }
        }
        let texts = (1...20).map { "\($0)" }
        let loop = counterLoop(router.asConnectable).start(from: 0, effects: texts)
        for await _ in ends { break }
        loop.dispose()
        expectEqual(await screen.shown, texts)
    }

    @Test func effectOfAnEndedLoopIsNotHandledOnTheMainActor() async {
        let screen = await MainActor.run { Screen() }
        let router = route.onMainActor().to { screen.shown.append($0) }
        await MainActor.run {
            counterLoop(router.asConnectable).start(from: 0, effects: ["ask"]).dispose()
        }
        await MainActor.run {}
        expectEqual(await screen.shown, [])
    }

    // MARK: Without parameters

    private enum Effect: Equatable { case save, ask, count, log, end }

    @Sendable private static func save() async throws { throw Failure() }
    @Sendable private static func ask() async -> Int { 1 }
    @Sendable private static func count() async -> AsyncStream<Int> {
        AsyncStream { continuation in
            for number in [10, 100] { continuation.yield(number) }
            continuation.finish()
        }
    }

    @Test(arguments: [true, false])
    func effectWithoutParametersCanHaveAsynchronousHandlers(_ isNamed: Bool) async {
        let (events, continuation) = AsyncStream.makeStream(of: Int.self)
        let named = EffectRouter<Effect, Int>()
            .routeCase(Effect.save).to(Self.save).routeCase(Effect.ask).to(Self.ask)
            .routeCase(Effect.count).to(Self.count)
        let closures = EffectRouter<Effect, Int>()
            .routeCase(Effect.save).to { try await Self.save() }.routeCase(Effect.ask).to { await Self.ask() }
            .routeCase(Effect.count).to { await Self.count() }
        let connection = (isNamed ? named : closures)
            .routeCase(Effect.log).to { continuation.yield(0) }
            .routeCase(Effect.end).toEvent { 1000 }
            .asConnectable.connect { continuation.yield($0) }
        for effect in [Effect.save, .ask, .count, .log, .end] { connection.accept(effect) }
        var sum = 0
        for await event in events {
            sum += event
            if sum == 1111 { break }
        }
        connection.dispose()
        expectEqual(sum, 1111)
    }

    // MARK: Event sources

    @Test(arguments: [nil, DispatchQueue(label: "events")])
    func sequenceCanBeAnEventSource(_ queue: DispatchQueue?) async {
        let (events, sender) = AsyncStream.makeStream(of: Int.self)
        let (models, continuation) = AsyncStream.makeStream(of: Int.self)
        let source = CompositeEventSourceBuilder<Int>().addEventSource(events, receiveOn: queue).build()
        let loop = counterLoop().withEventSource(source).start(from: 0)
        loop.addObserver { continuation.yield($0) }
        for number in 1...4 { sender.yield(number) }
        var all: [Int] = []
        for await model in models {
            all.append(model)
            if model == 10 { break }
        }
        expectEqual(all, [0, 1, 3, 6, 10])
        loop.dispose()
    }

    @Test func sequenceIsCancelledWhenItsLoopEnds() async {
        let (events, sender) = AsyncStream.makeStream(of: Int.self)
        let (ends, ended) = AsyncStream.makeStream(of: Void.self)
        sender.onTermination = { _ in ended.yield() }
        let source = CompositeEventSourceBuilder<Int>().addEventSource(events).build()
        counterLoop().withEventSource(source).start(from: 0).dispose()
        for await _ in ends { break }
    }
}
