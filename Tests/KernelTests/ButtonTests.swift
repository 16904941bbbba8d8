import Foundation
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
                #expect(try panel.leds.map { try $0.level } == [.high, .low, .high, .low])
            }
        }

        /// Emulation can stretch a bounce beyond the debounce time; then it is a press, and the attempt proves nothing.
        @Test func threeBouncesOfTwoMillisecondsAreOnePress() throws {
            for _ in 1...10 {
                var longest = Duration.zero
                try CounterPanel.run { panel in
                    longest = try panel.pressWithBounces(.plus, count: 3, each: .milliseconds(2))
                    guard longest < .milliseconds(18) else { return }
                    try panel.waitUntilShown(1)

                    // Whatever else the bounces counted was counted before this press.
                    try panel.press(.plus)
                    try panel.waitUntilShown(2)
                }
                if longest < .milliseconds(18) { return }
            }
            Issue.record("a bounce was too long in each of ten attempts")
        }

        /// The kernel's older interface reads a line's level a little after its edge: a press that is over by then is
        /// one that never was. So not each of these has to count, but none may leave the button stuck.
        @Test func afterPressesShorterThanTheDebounceTimeTheNextOneCounts() throws {
            try CounterPanel.run { panel in
                for _ in 1...5 {
                    _ = try panel.line(.plus).play([(.low, .milliseconds(2)), (.high, CounterPanel.hold)])
                }
                let counted = try panel.shown
                #expect((1...5).contains(counted))

                try panel.press(.plus)
                try panel.waitUntilShown(counted + 1)
            }
        }

        /// The worst of 20 presses. The machine below the virtual one may take the processor away for a while: a round
        /// that it spoilt is played again, but a counter that is too slow is so in each.
        @Test func aPressIsLitWithin50Milliseconds() throws {
            try CounterPanel.run { panel in
                let rounds = 3
                for round in 1...rounds {
                    let latencies = try (1...20).map { _ in try panel.latencyOfLight() }.sorted()
                    let (median, longest) = (latencies[10], latencies[19])
                    let text = "lit after \(median.inMilliseconds) (median), \(longest.inMilliseconds) (longest)\n"
                    FileHandle.standardError.write(Data(text.utf8))
                    if longest < .milliseconds(50) { break }
                    #expect(round < rounds, "a press was lit after \(longest)")
                }
            }
        }
    }
}

extension CounterPanel {
    /// Presses and releases a button whose contact bounces when it closes and when it opens.
    ///
    /// - Returns: How long the longest bounce really was.
    fileprivate func pressWithBounces(_ button: Button, count: Int, each bounce: Duration) throws -> Duration {
        func bounces(to level: GPIOSimLine.Level, from other: GPIOSimLine.Level) throws -> Duration {
            let pulls = Array(repeating: [(level, bounce), (other, bounce)], count: count).joined()
            let longest = try line(button).play(Array(pulls))
            _ = try line(button).play([(level, Self.hold)])
            return longest
        }
        return max(try bounces(to: .low, from: .high), try bounces(to: .high, from: .low))
    }

    /// How long it takes from a press to light. The button is released, and the light put out again.
    fileprivate func latencyOfLight() throws -> Duration {
        let start = ContinuousClock.now
        try line(.plus).pull(.low)
        try wait(until: "the first LED is lit", details: program.errors) { try leds[0].level == .high }
        let latency = start.duration(to: .now)
        _ = try line(.plus).play([(.low, Self.hold), (.high, Self.hold)])
        try press(.minus)
        try waitUntilShown(0)
        return latency
    }
}

extension Duration {
    fileprivate var inMilliseconds: String { String(format: "%.1f ms", self / .milliseconds(1)) }
}
