import CarillonBoard
import CarillonDevices
import CarillonScheduling
import CarillonSession
import Dispatch
import MobiusCore
import SessionTestSupport
import TestSupport
import Testing

/// Values that other threads send have their places in a session, and are recorded if they are Codable.
@Suite struct OtherThreadsTests {
    private let wiring = try! Wiring(.button("ask", line: "A"))

    /// An application that asks for a number on each press.
    private struct Asking<Event: Sendable> {
        let pressed: Event
        let answered: @Sendable (Int) -> Event
        let isPressed: @Sendable (Event) -> Bool
        let ask: @Sendable (Int) async -> Int?

        func make(on board: Board) throws -> MobiusController<[String], Event, Int> {
            let handler = EffectRouter<Int, Event>()
                .routeEffects { $0 }.toEvent { [ask, answered] (number: Int) async -> Event? in
                    await ask(number).map(answered)
                }
                .asConnectable
            return Mobius.loop(
                update: { [isPressed] (model: [String], event: Event) in
                    let next = model.suffix(9) + ["\(event)"]
                    return .next(Array(next), effects: isPressed(event) ? [next.count] : [])
                }, effectHandler: handler
            ).withEventSource(try board.button("ask").pressed(send: pressed)).makeController(from: [], on: board.queue)
        }
    }

    private enum Kept: Codable, Sendable {
        case pressed
        case answered(Int)
    }

    private enum Anew: Sendable {
        case pressed
        case answered(Int)
    }

    private func kept(_ ask: @escaping @Sendable (Int) async -> Int?) -> Asking<Kept> {
        Asking(
            pressed: .pressed, answered: Kept.answered, isPressed: { if case .pressed = $0 { true } else { false } },
            ask: ask)
    }

    private func anew(_ ask: @escaping @Sendable (Int) async -> Int?) -> Asking<Anew> {
        Asking(
            pressed: .pressed, answered: Anew.answered, isPressed: { if case .pressed = $0 { true } else { false } },
            ask: ask)
    }

    private func record<Event>(_ application: Asking<Event>) async throws -> HostileSession {
        try await onThread { [wiring] in
            try HostileSession(of: wiring, seed: 5, lasting: .seconds(20), pause: letOthersWork, application.make)
        }
    }

    private func replay<Event>(
        _ recorded: HostileSession, _ application: Asking<Event>, timeout: Duration = .seconds(10)
    ) async throws -> (eventLog: [String], divergence: SessionDivergence?) {
        try await onThread { [wiring] in
            try HostileSession.replay(recorded.session, of: wiring, timeout: timeout, application.make)
        }
    }

    @Test func replayReadsTheValuesOfCodableEventsFromTheSession() async throws {
        let recorded = try await record(kept { $0 * 7 })
        #expect(recorded.eventLog.contains { $0.contains("answered") })
        // The replaying program's own answers never arrive, or are others, which are dropped.
        let answers: [@Sendable (Int) -> Int?] = [{ _ in nil }, { -$0 }]
        for answer in answers {
            let (eventLog, divergence) = try await replay(recorded, kept { answer($0) })
            expectEqual(divergence, nil)
            expectEqual(eventLog, recorded.eventLog)
        }
    }

    @Test func replayUsesTheProgramsOwnAnswersForEventsWithoutValues() async throws {
        let recorded = try await record(anew { $0 * 7 })
        let (eventLog, divergence) = try await replay(recorded, anew { $0 * 7 })
        expectEqual(divergence, nil)
        expectEqual(eventLog, recorded.eventLog)
        // An answer that does not arrive is a divergence with a remedy.
        let (_, missing) = try await replay(recorded, anew { _ in nil }, timeout: .milliseconds(1))
        #expect("\(try #require(missing))".contains("make the events Codable"))
    }

    @Test(arguments: 0..<8)
    func callsAndTimersOfOtherThreadsKeepTheirOrder(seed: UInt64) async throws {
        let wiring = wiring
        let recorded = try await onThread {
            try HostileSession(of: wiring, seed: seed, lasting: .seconds(10), pause: letOthersWork, Scheduling.make)
        }
        #expect(recorded.eventLog.contains { $0.contains("later") })
        #expect(recorded.eventLog.contains { $0.contains("worked") })
        let (eventLog, divergence) = try await onThread {
            try HostileSession.replay(recorded.session, of: wiring, Scheduling.make)
        }
        expectEqual(divergence, nil)
        expectEqual(eventLog, recorded.eventLog)
    }

    /// An application whose effects schedule timers and work on the board's queue from another queue.
    private enum Scheduling {
        enum Event: Sendable { case pressed, later, worked }

        static func make(on board: Board) throws -> MobiusController<Int, Event, Int> {
            let (queue, other) = (board.queue, DispatchQueue(label: "other"))
            let handler = EffectRouter<Int, Event>()
                .routeEffects { $0 }.on(queue: other).to { (number: Int, callback: EffectCallback<Event>) in
                    let timer = queue.schedule(at: queue.now + .milliseconds(3)) { callback.end(with: .later) }
                    queue.async { callback.send(.worked) }
                    return AnonymousDisposable { timer.dispose() }
                }
                .asConnectable
            return Mobius.loop(
                update: { (count: Int, event: Event) in
                    .next(count + 1, effects: event == .pressed ? [count] : [])
                }, effectHandler: handler
            ).withEventSource(try board.button("ask").pressed(send: .pressed)).makeController(from: 0, on: queue)
        }
    }
}
