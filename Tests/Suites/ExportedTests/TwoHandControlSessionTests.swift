import CarillonTest
import Testing

@testable import TwoHandControl

/// A session of 39.852 seconds, recorded by TwoHandControl on a bench.
@Suite struct TwoHandControlSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("TwoHandControl", "two-hand-control"), makeTwoHandControl)
        try bench.press("left")
        try bench.press("right")
        for _ in 1...3 { try bench.press("left") }
        try bench.press("right")
        for _ in 1...2 { try bench.press("left") }
        try bench.press("right")
        try bench.press("left")
        try bench.press("right")
        try bench.press("left")
        try bench.press("right")
        for _ in 1...2 { try bench.press("left") }
        try bench.hold("right")
        try bench.press("right")
        try bench.hold("left")
        try bench.press("right")
        try bench.hold("left")
        try bench.press("left")
        let model = [
            "Model(isLeftDown: false, isRightDown: false, isReady: true, isWorking: ",
            "false)",
        ].joined()
        #expect("\(bench.model)" == model)
    }
}
