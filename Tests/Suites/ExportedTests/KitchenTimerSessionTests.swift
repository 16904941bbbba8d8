import CarillonTest
import Testing

@testable import KitchenTimer

/// A session of 40.844 seconds, recorded by KitchenTimer on a bench.
@Suite struct KitchenTimerSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("KitchenTimer", "kitchen-timer"), makeKitchenTimer)
        try bench.press("minute")
        try bench.press("start")
        bench.advance(by: .milliseconds(400))
        try bench.press("start")
        bench.advance(by: .milliseconds(400))
        try bench.press("minute")
        try bench.press("start")
        bench.advance(by: .milliseconds(1400))
        try bench.press("minute")
        bench.advance(by: .milliseconds(2200))
        try bench.press("minute")
        bench.advance(by: .milliseconds(2200))
        try bench.press("start")
        bench.advance(by: .milliseconds(900))
        try bench.press("minute")
        try bench.press("start", for: .milliseconds(1328))
        try bench.press("start")
        bench.advance(by: .seconds(2))
        try bench.press("start", for: .milliseconds(1478))
        bench.advance(by: .seconds(2))
        try bench.press("minute", for: .milliseconds(1315))
        bench.advance(by: .seconds(2))
        try bench.press("start", for: .milliseconds(87))
        bench.advance(by: .milliseconds(900))
        try bench.press("start")
        bench.advance(by: .seconds(2))
        try bench.press("start", for: .milliseconds(241))
        bench.advance(by: .milliseconds(800))
        try bench.press("start")
        bench.advance(by: .seconds(2))
        try bench.press("start")
        bench.advance(by: .seconds(2))
        try bench.press("start")
        bench.advance(by: .seconds(2))
        try bench.press("minute")
        try bench.press("start")
        bench.advance(by: .seconds(2))
        try bench.press("start")
        bench.advance(by: .milliseconds(500))
        try bench.press("minute", for: .milliseconds(1360))
        bench.advance(by: .milliseconds(400))
        #expect("\(bench.model)" == "Model(seconds: 937, isRunning: true)")
    }
}
