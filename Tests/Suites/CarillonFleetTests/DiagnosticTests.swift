import CarillonScheduling
import TestSupport
import Testing

@testable import CarillonFleet
@testable import CarillonTest

@Suite struct DiagnosticTests {
    private let bench: Bench<Int>
    private var broker: BenchBroker { bench.broker }

    init() throws { bench = try Self.bench { builder, queue in builder.makeController(from: 0, on: queue) } }

    /// Returns a bench that counts presses.
    private static func bench(
        _ make: (Mobius.Builder<Int, Int, Never>, any Scheduler) -> MobiusController<Int, Int, Never>
    ) throws -> Bench<Int> {
        try Bench(wiring: Wiring([.button("bell", line: "GPIO17")]), fleet: .homeAssistant) { board in
            let builder = Mobius.loop(
                update: { (model: Int, event: Int) in .next(model + event) },
                effectHandler: EffectRouter<Never, Int>().asConnectable
            ).withEventSource(try board.button("bell").pressed(send: 1))
            return make(builder, board.queue)
        }
    }

    private func takeDiagnostics() -> [String] {
        broker.takeMessages().filter { $0.topic.hasPrefix("diagnostics/") }.map(\.description)
    }

    @Test func boxPublishesItsDiagnostics() {
        expectEqual(takeDiagnostics(), ["diagnostics/uptime 0", "diagnostics/lost-edges 0", "diagnostics/xruns 0"])
    }

    @Test func valueThatChangesIsPublishedOnceAMinute() throws {
        _ = broker.takeMessages()
        bench.advance(by: .seconds(59))
        expectEqual(takeDiagnostics(), [])
        bench.advance(by: .seconds(1))
        expectEqual(takeDiagnostics(), ["diagnostics/uptime 60"])
        for level in [Level.active, .inactive, .active, .inactive] {
            try bench.chip.drive("GPIO17", level, isLost: true)
        }
        try bench.press("bell")
        bench.advance(by: .seconds(120))
        expectEqual(
            takeDiagnostics(), ["diagnostics/uptime 120", "diagnostics/lost-edges 4", "diagnostics/uptime 180"])
    }

    @Test func unmeasuredValuesAreAbsent() throws {
        expectEqual(broker["diagnostics/cpu-temperature"], nil)
        expectEqual(broker["diagnostics/missed-deadlines"], nil)
        expectEqual(try #require(broker.discovery).contains("temperature"), false)
    }

    @Test func missedDeadlineIsCounted() throws {
        // Virtual time stands still while an event is processed.
        let bench = try Self.bench { builder, queue in
            builder.makeController(from: 0, on: queue, deadline: .nanoseconds(-1)) { _ in }
        }
        expectEqual(bench.broker["diagnostics/missed-deadlines"], "0")
        try bench.press("bell")
        bench.advance(by: .seconds(60))
        expectEqual(bench.broker["diagnostics/missed-deadlines"], "1")
    }

    @Test func eachDiagnosticIsAnEntityOfItsClass() throws {
        let discovery = try #require(broker.discovery)
        let topic = "carillon/\(broker.id)/diagnostics/uptime"
        #expect(
            discovery.contains(
                #""name":"uptime","state_topic":"\#(topic)","device_class":"duration","unit_of_measurement":"s","#
                    + #""state_class":"total_increasing","entity_category":"diagnostic"}"#))
        // With that of the dropped events.
        expectEqual(discovery.split(separator: #""entity_category":"diagnostic""#).count, 5)
    }

    @Test func diagnosticsAreNotReadAfterTheEnd() {
        bench.close()
        _ = broker.takeMessages()
        bench.advance(by: .seconds(3600))
        expectEqual(takeDiagnostics(), [])
    }

    @Test func diagnosticsAreFormattedAsText() {
        let lateness = LatencyHistogram()
        let diagnostics: [Diagnostic] = [
            .version("1.2"), .temperature { 48.349 }, .temperature { nil }, .lateness(lateness), .missedDeadlines { 3 },
        ]
        expectEqual(diagnostics.map { $0.text() }, ["1.2", "48.3", "None", "None", "3"])
        for microseconds in 1...100 { lateness.record(.microseconds(microseconds)) }
        expectEqual(diagnostics[3].text(), "0.099")
        expectEqual(
            diagnostics.map(\.path),
            [
                "diagnostics/version", "diagnostics/cpu-temperature", "diagnostics/cpu-temperature",
                "diagnostics/lateness-p99", "diagnostics/missed-deadlines",
            ])
    }
}
