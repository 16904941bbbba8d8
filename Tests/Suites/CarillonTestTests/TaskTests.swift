import CarillonTest
import TestSupport
import Testing

/// A bench and the tasks of the test and of the application.
@Suite struct TaskTests {
    @Test func virtualTimeStandsStillWhileATaskWorks() async throws {
        let bench = try Bench(FrostWarning { -5 }.make)
        try bench.press("ask")
        #expect(await bench.settle { bench.model == -5 })
        expectEqual(bench.now, .milliseconds(80))
    }

    @Test func settleReturnsAtItsConditionOrItsLimit() async throws {
        let bench = try Bench(FrostWarning { -5 }.make)
        #expect(await !bench.settle(atMost: .milliseconds(1)) { bench.model == -5 })
        expectEqual(bench.now, .zero)
        #expect(await bench.settle(atMost: .zero) { bench.model == 0 })
    }

    @Test(arguments: 1...20)
    func callsAfterAnAwaitStillTakeEffectAtOnce(_: Int) async throws {
        let bench = try Bench()
        let lamp = try bench.led("lamp")
        for isOn in [true, false, true] {
            await changeThread()
            lamp.toggle()
            expectEqual(lamp.isOn, isOn)
        }
    }

    @Test(arguments: 1...20)
    func callsOfAnotherTaskWaitForTheTest(_: Int) async throws {
        let bench = try Bench()
        let lamp = try bench.led("lamp")
        await Task.detached { lamp.toggle() }.value
        #expect(!lamp.isOn)
        #expect(await bench.settle { lamp.isOn })
    }

    @MainActor @Test func testOnTheMainActorCanAwait() async throws {
        let bench = try Bench(FrostWarning { -5 }.make)
        try bench.press("ask")
        #expect(await bench.settle { bench.model == -5 })
    }

    /// Continues on any thread of the pool.
    private func changeThread() async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...8 { group.addTask { await Task.yield() } }
        }
    }
}
