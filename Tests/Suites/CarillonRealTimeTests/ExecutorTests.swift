import CarillonRealTime
import TestSupport
import Testing

@Suite struct ExecutorTests {
    @Test func actorRunsOnItsQueueAndContinuesAfterTheQueueStops() async throws {
        let resident = try Resident()
        #expect(await resident.isHome)
        expectEqual(await resident.visit(times: 1_000), 1_000)
        resident.queue.stop()
        expectEqual(await resident.visit(times: 10), 1_010)
        #expect(await resident.isHome)
    }

    @Test func workOnTheQueueIsIsolatedToTheActor() throws {
        let resident = try Resident()
        var isHome = false
        resident.queue.sync { isHome = resident.assumeIsolated { $0.isHome } }
        #expect(isHome)
        resident.queue.stop()
    }

    @Test func nonisolatedFunctionsCanPreferTheQueue() async throws {
        let queue = try RealTimeQueue(name: "preferred")
        let isThere = await withTaskExecutorPreference(queue) { queue.isCurrent }
        #expect(isThere)
        queue.stop()
    }

    @Test func actorAnswersWhileItsQueueStops() async throws {
        let resident = try Resident()
        async let visits = resident.visit(times: 1_000)
        resident.queue.stop()
        expectEqual(await visits, 1_000)
    }
}

private actor Resident {
    nonisolated let queue: RealTimeQueue
    private var visits = 0

    init() throws {
        queue = try RealTimeQueue(name: "actor", capacity: 16)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    var isHome: Bool { queue.isCurrent }

    func visit(times: Int) async -> Int {
        for _ in 0..<times {
            visits += 1
            await Task.yield()
        }
        return visits
    }
}
