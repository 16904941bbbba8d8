import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonScheduling
import CarillonSession
import MobiusCore
import SessionTestSupport
import TestSupport
import Testing

/// The search for the words of a test ends in time, however long the session is.
@Suite struct ExportTimeTests {
    private let wiring = try! Wiring(.button("plus", line: "A"))
    /// The events of the program, in all its runs.
    private let events = Locked(0)

    /// Counts presses, and ticks with a period.
    private func make(ticks: Duration?) -> (Board) throws -> MobiusController<Int, Int, Int> {
        { board in
            let update: Update<Int, Int, Int> = Update { [events] count, step in
                events.withLock { $0 += 1 }
                return step > 0 ? .next(count + step) : .noChange
            }
            let presses = try board.button("plus").pressed(send: 1)
            let source = ticks.map { board.events(presses, board.every($0, send: 0)) } ?? board.events(presses)
            return Mobius.loop(update: update, effectHandler: EffectRouter<Int, Int>().asConnectable)
                .withEventSource(source).makeController(from: 0, on: board.queue)
        }
    }

    /// Exports a session. The search ends when `calls` questions about its time have been answered.
    private func export(_ length: Duration, ticks: Duration? = nil, calls: Int) throws -> SessionExport.Test {
        let make = make(ticks: ticks)
        let session = try HostileSession(of: wiring, seed: 4, isGentle: true, lasting: length, make).session
        let rest = Locked(calls)
        let program = SessionProgram(wiring: wiring, make)
        events.withLock { $0 = 0 }
        let export = try SessionExport(session, of: program) {
            rest.withLock { rest in
                rest -= 1
                return rest >= 0
            }
        }
        return try export.file(wiring: "wiring", module: "Counter", path: "session.carillon").test
    }

    @Test func exportWithoutTimeForASearchReplaysTheSession() throws {
        let test = try export(.seconds(20), calls: 0)
        #expect(!test.isInWords)
        #expect(test.isTooLong)
        // The replay alone has worked.
        expectEqual(events.withLock { $0 }, test.actCount)
    }

    @Test func searchEndsWithinOneRunOfTheProgram() throws {
        let test = try export(.seconds(600), ticks: .milliseconds(100), calls: 100)
        #expect(test.isTooLong)
        #expect(events.withLock { $0 } <= 6000 + test.actCount + 100)
    }

    @Test(arguments: [100, 200, 400]) func costOfAnExportIsLinear(seconds: Int) throws {
        let calls = 20_000
        let test = try export(.seconds(seconds), calls: calls)
        #expect(test.isInWords)
        #expect(!test.isTooLong)
        #expect(events.withLock { $0 } <= test.actCount + calls)
    }

    @Test func scriptThatWasFoundIsKeptWhenTimeRunsOut() throws {
        // Enough for the script, too few for its simplification.
        let calls = try #require(
            stride(from: 10, to: 5000, by: 10).first { calls in
                try export(.seconds(40), calls: calls).isInWords
            })
        let test = try export(.seconds(40), calls: calls)
        #expect(test.lines.contains { $0.contains("advance") })
        let simple = try export(.seconds(40), calls: .max)
        #expect(simple.isInWords)
        #expect(simple.lines.count < test.lines.count)
    }

    @Test func timesAtTheEndOfTheClockAreExported() throws {
        let make = make(ticks: nil)
        var session = try HostileSession(of: wiring, seed: 4, isGentle: true, lasting: .seconds(2), make).session
        let last = Duration.nanoseconds(Int64.max)
        for level in [Level.active, .inactive] {
            session.entries.append(Session.Entry(time: last, .edge(line: 0, level, time: last, missed: 0)))
        }
        session.header.start = .nanoseconds(Int64.min)
        let export = try SessionExport(session, of: SessionProgram(wiring: wiring, make))
        #expect(try export.file(wiring: "wiring", module: "Counter", path: "session.carillon").test.actCount > 1)
    }

    @Test func replayReportsItsProgress() throws {
        let session = try HostileSession(of: wiring, seed: 4, isGentle: true, lasting: .seconds(20), make(ticks: nil))
        let times = Locked<[Duration]>([])
        let outcome = try SessionProgram(wiring: wiring, make(ticks: nil)).replay(session.session) { time in
            times.withLock { $0.append(time) }
        }
        expectEqual(times.withLock { $0.first }, .zero)
        #expect(times.withLock { $0.count } > outcome.eventLog.count)
        #expect(times.withLock { $0 == $0.sorted() && $0.last! <= outcome.duration })
    }
}
