import Dispatch
import MobiusCore
import TestSupport
import Testing

/// Routes whose functions throw: an error is an event or a notice, and is never lost.
@Suite struct RouteErrorTests {
    private struct DiskIsFull: Error {}
    private enum Effect: Equatable {
        case save
        case log(String)
    }
    private typealias Router = EffectRouter<Effect, String>
    private typealias Numbers = AsyncThrowingStream<String, any Error>

    private static func save() throws { throw DiskIsFull() }
    private static func save(_ text: String) throws { throw DiskIsFull() }
    private static func ask() throws -> String? { throw DiskIsFull() }
    @Sendable private static func saveLater() async throws { throw DiskIsFull() }
    private static func askLater() async throws -> String { throw DiskIsFull() }
    private static func count() -> Numbers { Numbers { $0.finish(throwing: DiskIsFull()) } }

    private static func event(_ error: any Error) -> String { "not saved: \(error)" }

    /// Connects a router as a loop of an application does.
    private func connect(
        _ router: Router, _ consumer: @escaping Consumer<String>, report: @escaping MobiusHooks.EffectErrorHandler
    ) -> Connection<Effect> {
        MobiusHooks.$effectErrorHandlerOfTask.withValue(report, operation: { router.asConnectable.connect(consumer) })
    }

    /// Carries out an effect, and returns its event or its notice, without the place of the route.
    private func outcome(of router: Router, _ effect: Effect = .save) async -> String? {
        let (outcomes, continuation) = AsyncStream.makeStream(of: String.self)
        let connection = connect(
            router, { continuation.yield("event: \($0)") }, report: { continuation.yield("notice: \($0.error)") })
        defer { connection.dispose() }
        connection.accept(effect)
        for await outcome in outcomes { return outcome }
        return nil
    }

    @Test func caughtErrorIsSentAsAnEvent() async {
        let route = Router().routeCase(Effect.save)
        let routers: [Router] = [
            route.to {
                try Self.save()
            } catching: {
                Self.event($0)
            },
            route.toEvent {
                try Self.ask()
            } catching: {
                Self.event($0)
            },
            route.to {
                try await Self.saveLater()
            } catching: {
                Self.event($0)
            },
            route.to(Self.saveLater, catching: Self.event),
            route.to {
                try await Self.askLater()
            } catching: {
                Self.event($0)
            },
            route.toEvent {
                try await Self.askLater()
            } catching: {
                Self.event($0)
            },
            route.to {
                Self.count()
            } catching: {
                Self.event($0)
            },
            route.on(queue: DispatchQueue(label: "disk")).to {
                try Self.save()
            } catching: {
                Self.event($0)
            },
        ]
        for (index, router) in routers.enumerated() {
            expectEqual(await outcome(of: router), "event: not saved: DiskIsFull()", "\(index)")
        }
        let parameters = Router().routeCase(Effect.log)
        let withParameters: [Router] = [
            parameters.to {
                try Self.save($0)
            } catching: {
                Self.event($0)
            },
            parameters.to { _ in
                try await Self.saveLater()
            } catching: {
                Self.event($0)
            },
        ]
        for (index, router) in withParameters.enumerated() {
            expectEqual(await outcome(of: router, .log("on")), "event: not saved: DiskIsFull()", "\(index)")
        }
    }

    @Test func uncaughtErrorIsReportedAsANotice() async {
        let route = Router().routeCase(Effect.save)
        let routers: [Router] = [
            route.to { try Self.save() },
            route.toEvent { try Self.ask() },
            route.to { try await Self.saveLater() },
            route.to(Self.saveLater),
            route.to { try await Self.askLater() },
            route.toEvent { try await Self.askLater() },
            route.to { Self.count() },
            route.on(queue: DispatchQueue(label: "disk")).to { try Self.save() },
        ]
        for (index, router) in routers.enumerated() {
            expectEqual(await outcome(of: router), "notice: DiskIsFull()", "\(index)")
        }
    }

    @Test func noticeNamesTheRoute() async {
        let notices = Recorder<String>()
        let router = Router().routeCase(Effect.save).to({ try Self.save() }, file: "box/main.swift", line: 12)
        let connection = connect(router, { _ in }, report: { notices.append("\($0)") })
        connection.accept(.save)
        expectEqual(
            notices.values,
            ["the effect of the route at box/main.swift:12 failed: DiskIsFull(); `catching:` makes an error an event"])
    }

    /// Without `await`, a function that throws runs where one that does not throw runs.
    @Test func throwingFunctionRunsBeforeTheNextEffect() {
        let log = Recorder<String>()
        let connection = Router().routeCase(Effect.log).to { text in
            log.append(text)
            if text.isEmpty { throw DiskIsFull() }
        }.asConnectable.connect { _ in }
        for text in ["one", "two"] { connection.accept(.log(text)) }
        expectEqual(log.values, ["one", "two"])
    }

    /// The condition ends the process if it does not hold.
    @Test func throwingFunctionRunsOnTheQueueOfItsRoute() async {
        let disk = DispatchQueue(label: "disk")
        let router = Router().routeCase(Effect.save).on(queue: disk).to {
            dispatchPrecondition(condition: .onQueue(disk))
            try Self.save()
        } catching: {
            Self.event($0)
        }
        expectEqual(await outcome(of: router), "event: not saved: DiskIsFull()")
    }

    /// Signals that the task of a route has ended, when the last reference is released.
    private final class Witness: Sendable {
        let ended: AsyncStream<Void>.Continuation
        init(_ ended: AsyncStream<Void>.Continuation) { self.ended = ended }
        deinit { ended.yield() }
    }

    @Test func cancelledEffectIsNotAnError() async {
        let (starts, started) = AsyncStream.makeStream(of: Void.self)
        let (ends, ended) = AsyncStream.makeStream(of: Void.self)
        let outcomes = Recorder<String>()
        func connect() -> Connection<Effect> {
            let witness = Witness(ended)
            let router = Router().routeCase(Effect.save).to { () async throws -> Void in
                started.yield()
                defer { withExtendedLifetime(witness) {} }
                try await Task.sleep(for: .seconds(1000))
            }
            return self.connect(router, { outcomes.append($0) }, report: { outcomes.append("\($0)") })
        }
        func run() async {
            let connection = connect()
            connection.accept(.save)
            for await _ in starts { break }
            connection.dispose()
        }
        await run()
        for await _ in ends { break }
        expectEqual(outcomes.values, [])
    }
}
