import TestSupport
import Testing

@testable import CarillonPage

@Suite struct ConnectionLimitTests {
    @Test(arguments: [(0, 4, 3), (7, 4, 3), (13, 6, 4), (60, 30, 22), (1000, 64, 48), (Int.max, 64, 48)])
    func pageUsesAtMostHalfOfTheFreeDescriptors(free: Int, accepted: Int, kept: Int) {
        let limit = ConnectionLimit(freeDescriptors: free)
        #expect((limit.accepted, limit.kept) == (accepted, kept))
    }

    @Test func idleConnectionsDoNotBlockANewOneOnASmallServer() throws {
        let bench = try ServerBench(limit: ConnectionLimit(freeDescriptors: 8))
        defer { bench.close() }
        let idle = (1...100).map { _ in bench.connect() }
        for _ in 1...5 { expectEqual(bench.connect().ask("GET / HTTP/1.1\nHost: localhost\n\n").status, 200) }
        withExtendedLifetime(idle) {}
    }

    @Test func connectionsWithoutTheKeyDoNotReplaceOneWithTheKey() throws {
        let bench = try ServerBench()
        defer { bench.close() }
        let request = "GET /api/act HTTP/1.1\nHost: localhost\nAuthorization: Carillon \(bench.key)\n\n"
        let owner = bench.connect()
        expectEqual(owner.ask(request).status, 202)
        let others = (1...100).map { _ in bench.connect() }
        expectEqual(bench.connect().ask("GET / HTTP/1.1\nHost: localhost\n\n").status, 200)
        expectEqual(owner.ask(request).status, 202)
        withExtendedLifetime(others) {}
    }
}
