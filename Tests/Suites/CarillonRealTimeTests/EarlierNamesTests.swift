import CarillonRealTime
import Testing

/// Programs with the earlier names compile and do the same.
@Suite struct EarlierNamesTests {
    @Test func denialsAreTheSame() throws {
        let names: any Names = EarlierNames()
        try names.denials()
    }
}

/// Calls of this protocol cause no warning, although the method of `EarlierNames` is deprecated.
private protocol Names {
    func denials() throws
}

private struct EarlierNames: Names {
    @available(*, deprecated)
    func denials() throws {
        let denial = RealTimeRefusal.priority(asked: 50, granted: 0)
        #expect(denial == .priority(requested: 50, granted: 0))
        #expect(
            RealTimeRefusal.noRealTimeRuntime(asked: 50, cgroup: "/app")
                == .noRealTimeRuntime(requested: 50, cgroup: "/app"))
        #expect(RealTimeError.refused([denial]) == .denied([denial]))
        let queue = try RealTimeQueue(
            name: "earlier", configuration: RealTimeConfiguration(priority: 0), onRefusal: { _ in })
        defer { queue.stop() }
        #expect(queue.refusals == queue.denials)
    }
}
