import CarillonTest
import Testing

@testable import MorseKey

/// A session of 40.49 seconds, recorded by MorseKey on a bench.
@Suite struct MorseKeySessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("MorseKey", "morse-key"), makeMorseKey)
        try bench.press("key")
        bench.advance(by: .seconds(2))
        try bench.press("key")
        bench.advance(by: .milliseconds(900))
        try bench.hold("key")
        bench.advance(by: .seconds(2))
        try bench.hold("key")
        bench.advance(by: .seconds(1))
        try bench.press("key")
        bench.advance(by: .seconds(2))
        try bench.press("key")
        bench.advance(by: .seconds(1))
        try bench.press("key")
        bench.advance(by: .milliseconds(600))
        try bench.press("key")
        bench.advance(by: .milliseconds(900))
        try bench.press("key")
        bench.advance(by: .seconds(2))
        try bench.press("key")
        bench.advance(by: .seconds(1))
        try bench.press("key")
        bench.advance(by: .seconds(1))
        try bench.press("key")
        bench.advance(by: .milliseconds(900))
        try bench.press("key")
        bench.advance(by: .seconds(1))
        try bench.hold("key")
        bench.advance(by: .seconds(2))
        try bench.press("key")
        bench.advance(by: .seconds(2))
        try bench.hold("key")
        bench.advance(by: .seconds(1))
        try bench.press("key")
        bench.advance(by: .seconds(2))
        try bench.hold("key")
        bench.advance(by: .seconds(2))
        try bench.press("key")
        bench.advance(by: .milliseconds(900))
        try bench.hold("key")
        bench.advance(by: .seconds(1))
        try bench.press("key")
        bench.advance(by: .milliseconds(600))
        #expect("\(bench.model)" == "Model(downSince: nil, marks: \"\", text: \"EETTEEEEEEEEETETETETE\")")
    }
}
