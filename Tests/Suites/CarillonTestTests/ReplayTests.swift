import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonScheduling
import CarillonSession
import CarillonTest
import MobiusCore
import SessionTestSupport
import TestSupport
import Testing

/// A bench that has replayed a session goes on where the session has ended, and finds where a program has changed.
@Suite struct ReplayTests {
    private let wiring = try! Wiring(.button("plus", line: "A"), .button("minus", line: "B"), .led("lamp", line: "C"))

    /// A count, with a timer that resets it after a pause, and a sound at the top.
    private struct Count {
        struct Model: Equatable, Sendable {
            var count = 0
            var resets = 0
        }
        enum Event: Sendable {
            case add(Int)
            case pause, ended
        }
        enum Effect: Sendable { case wait, ring }

        var step = 1
        var waits = true
        var pause = Duration.milliseconds(250)

        func make(on board: Board) throws -> MobiusController<Model, Event, Effect> {
            let handler = EffectRouter<Effect, Event>()
                .routeCase(Effect.wait).to(board.timer().start(after: pause, send: .pause))
                .routeCase(Effect.ring).to(try board.speaker.handler(.alert, then: .ended))
                .asConnectable
            return Mobius.loop(
                update: { [step, waits] (model: Model, event: Event) in
                    var next = model
                    switch event {
                    case .add(let number):
                        next.count += number * (model.count == 2 ? step : 1)
                        return .next(next, effects: (waits ? [.wait] : []) + (next.count == 3 ? [.ring] : []))
                    case .pause:
                        next.resets += 1
                        next.count = 0
                    case .ended: next.resets += 100
                    }
                    return .next(next)
                }, effectHandler: handler
            ).withEventSource(try board.buttons(["plus": Event.add(1), "minus": Event.add(-1)]))
                .makeController(from: Model(), on: board.queue)
        }
    }

    private func recorded(seed: UInt64 = 7) throws -> HostileSession {
        try HostileSession(of: wiring, seed: seed, lasting: .seconds(30), Count().make)
    }

    @Test func replayEndsWithTheLastModelOfTheSession() throws {
        let session = try recorded()
        let bench = try Bench(replaying: session.session, wiring: wiring, Count().make)
        expectEqual(bench.divergence, nil)
        expectEqual(session.lastModel, "\(bench.model)")
        #expect(bench.now <= .seconds(31))
        expectEqual(bench.eventLog.map(\.text), session.session.eventLog.map(\.text))
    }

    @Test func testContinuesAfterTheReplayedSession() throws {
        let bench = try Bench(replaying: recorded().session, wiring: wiring, Count().make)
        bench.plugInChip()
        try bench.release("plus")
        bench.advance(by: .seconds(2))
        let model = bench.model
        expectEqual(model.count, 0)
        try bench.press("plus")
        expectEqual(bench.model, Count.Model(count: 1, resets: model.resets))
        bench.advance(by: .milliseconds(250))
        expectEqual(bench.model, Count.Model(count: 0, resets: model.resets + 1))
    }

    @Test func timerOfTheSessionFiresInTheTest() throws {
        var session = try recorded().session
        let fires = try #require(
            session.entries.lastIndex { entry in
                session.eventLog.contains { $0.time == entry.time && $0.text.contains("pause") }
            })
        let (time, before) = (session.entries[fires].time, session.entries[fires - 1].time)
        session.entries = Array(session.entries[..<fires])
        let bench = try Bench(replaying: session, wiring: wiring, Count().make)
        let resets = bench.model.resets
        bench.advance(by: time - before)
        expectEqual(bench.model.resets, resets + 1)
    }

    @Test func slowChangesOfALightAndAVolumeAreNotRecordedAsInputs() throws {
        func make(on board: Board) throws -> MobiusController<Bool, Bool, Never> {
            let controller = Mobius.beginnerLoop { (_: Bool, isOn: Bool) in isOn }
                .withEventSource(try board.buttons(["plus": true, "minus": false]))
                .makeController(from: false, on: board.queue)
            controller.connectView(try board.led("lamp").view(over: .seconds(2)) { .on(if: $0) })
            controller.connectView(board.speaker.volume.view(over: .seconds(2)) { $0 ? .full : .percent(40) })
            return controller
        }
        let session = try HostileSession(of: wiring, seed: 7, isGentle: true, lasting: .seconds(30), make).session
        // An edge, and the timer that debounces it.
        let edges = session.entries.count { if case .edge = $0.input { true } else { false } }
        let timers = session.entries.count { if case .timer = $0.input { true } else { false } }
        #expect(edges > 10 && timers == edges)
        let bench = try Bench(replaying: session, wiring: wiring, make)
        expectEqual(bench.divergence, nil)
        bench.advance(by: .seconds(2))
        expectEqual(bench.volume(), (bench.model ? .full : .percent(40)))
        expectEqual(try bench.led("lamp").brightness, (bench.model ? 1 : 0))
    }

    @Test func divergenceNamesTheEventWithAnotherModel() throws {
        let session = try recorded().session
        let bench = try Bench(replaying: session, wiring: wiring, Count(step: 10).make)
        let divergence = try #require(bench.divergence)
        let number = try #require(divergence.event)
        let line = try #require(session.eventLog.first { $0.number == number })
        #expect(line.text.contains("count: 3") || line.text.contains("count: 1,"))
        #expect("\(divergence)".hasPrefix("event \(number) after "))
        #expect("\(divergence)".hasSuffix("count: 3 -> 12") || "\(divergence)".hasSuffix("count: 1 -> -8"))
        // The inputs fit all the same: the replay continues to the end, with all events.
        #expect(bench.eventLog.count >= session.eventLog.count - 1)
    }

    @Test func programWithoutTheTimerReceivesTheSameInputs() throws {
        let session = try recorded().session
        let bench = try Bench(replaying: session, wiring: wiring, Count(waits: false).make)
        expectEqual(bench.divergence?.event, 1)
        expectEqual(bench.model.resets % 100, 0)
        // Each press of the session is there, with the natural times of the contacts.
        let presses = session.eventLog.filter { $0.text.contains(" add(") }.count
        let replayed = bench.eventLog.filter { $0.text.contains(" add(") }.count
        #expect(abs(presses - replayed) <= presses / 20)
    }

    @Test func missingDeviceIsReportedAsADivergence() throws {
        let session = try recorded().session
        let bench = try Bench(
            replaying: session, wiring: Wiring(.button("plus", line: "A")),
            { board in
                Mobius.beginnerLoop(update: { (count: Int, event: Int) in count + event })
                    .withEventSource(try board.button("plus").pressed(send: 1)).makeController(from: 0, on: board.queue)
            })
        #expect(bench.divergence != nil)
    }
}
