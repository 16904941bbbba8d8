import Foundation
import TestSupport
import Testing

extension RealKernel {
    @Suite struct Buttons {
        @Test func eachPressCountsAndTheLEDsShowTheCountInBinary() throws {
            try CounterPanel.run { panel in
                for count in 1...6 {
                    try panel.press(.plus)
                    try panel.waitUntilShown(count)
                }
                try panel.press(.minus)
                try panel.waitUntilShown(5)
                expectEqual(try panel.leds.map { try $0.level }, [.high, .low, .high, .low])
            }
        }

        @Test func bouncingPressAndPressesShorterThanTheDebounceTimeCountOnceEach() throws {
            try CounterPanel.run { panel in
                try panel.pressWithBounces(.plus, count: 3, each: .milliseconds(2))
                try panel.waitUntilShown(1)
                // If the bounces had caused further presses, they would be counted before these ones.
                for count in 2...4 {
                    try panel.line(.plus).play([(.low, .milliseconds(1)), (.high, CounterPanel.hold)])
                    try panel.waitUntilShown(count)
                }
                try panel.press(.plus)
                try panel.waitUntilShown(5)
            }
        }

        @Test func pressLightsTheLEDWithin50Milliseconds() throws {
            try CounterPanel.run { panel in
                let latencies = try (1...20).map { _ in try panel.latencyOfLight() }.sorted()
                let (median, longest) = (latencies[10], latencies[19])
                let text = "lit after \(median.inMilliseconds) (median), \(longest.inMilliseconds) (longest of 20)\n"
                FileHandle.standardError.write(Data(text.utf8))
                #expect(longest < .milliseconds(50))
            }
        }
    }
}

extension CounterPanel {
    /// Presses and releases a button whose contact bounces when it closes and when it opens.
    fileprivate func pressWithBounces(_ button: Button, count: Int, each bounce: Duration) throws {
        for (level, other) in [(GPIOSimLine.Level.low, GPIOSimLine.Level.high), (.high, .low)] {
            let bounces = Array(repeating: [(level, bounce), (other, bounce)], count: count).joined()
            try line(button).play(bounces + [(level, Self.hold)])
        }
    }

    /// Measures the time from a press to the light. Then releases the button, and switches the light off again.
    fileprivate func latencyOfLight() throws -> Duration {
        let start = ContinuousClock.now
        try line(.plus).pull(.low)
        try wait(until: "the first LED is lit", details: program.errors) { try leds[0].level == .high }
        let latency = start.duration(to: .now)
        try line(.plus).play([(.low, Self.hold), (.high, Self.hold)])
        try press(.minus)
        try waitUntilShown(0)
        return latency
    }
}

extension Duration {
    fileprivate var inMilliseconds: String { String(format: "%.1f ms", self / .milliseconds(1)) }
}
