import CarillonScheduling
import Testing

@testable import CarillonDevices

@Suite struct PatternTests {
    @Test(arguments: [
        (Pattern.on, "on"), (.off, "off"), (.dimmed(to: 0.3), "30 %"), (.dimmed(to: 2), "on"),
        (.dimmed(to: .nan), "off"),
        (.blinking(), "blinking"), (.pulsing(times: 3), "pulsing 3 times"), (.blinking(times: 1), "blinking once"),
        (.blinking(times: 0), "off"), (.on(for: .seconds(5)), "on for 5 s"),
        (.on(for: .milliseconds(250)), "on for 0.25 s"), (.sequence("-_5x", each: .seconds(1)), "-_5_"),
    ])
    func patternDescribesItself(pattern: Pattern, text: String) {
        #expect("\(pattern)" == text)
    }

    @Test func timesThatCannotBeAreAMillisecond() {
        #expect(
            Pattern.blinking(on: .zero, off: .seconds(-1)) == .blinking(on: .milliseconds(1), off: .milliseconds(1)))
    }
}

@Suite struct PatternPlayerTests {
    @Test func blinkingKeepsItsTimeForYears() {
        let player = PatternPlayer(.blinking(on: .milliseconds(3), off: .milliseconds(4)), at: .seconds(1))
        let year = Duration.seconds(1 + 7 * 5_000_000)
        #expect(player.moment(at: year) == .init(brightness: .full, end: year + .milliseconds(3)))
        #expect(
            player.moment(at: year + .milliseconds(3)) == .init(brightness: .dark, end: year + .milliseconds(7)))
    }

    @Test func finitePatternEnds() {
        let player = PatternPlayer(.blinking(on: .seconds(1), off: .seconds(1), times: 2), at: .zero)
        #expect(player.moment(at: .milliseconds(2500)).brightness == .full)
        #expect(player.moment(at: .seconds(4)) == .init(brightness: .dark, end: nil))
    }

    @Test func pulseIsBrightestInTheMiddleAndAQuarterOfItHalfwayThere() {
        let player = PatternPlayer(.pulsing(rise: .seconds(2), fall: .seconds(1)), at: .zero)
        let brightnesses = [0, 1000, 2000, 2500, 2999].map {
            player.moment(at: .milliseconds($0)).brightness.level
        }
        #expect(brightnesses == [0, 64, 255, 64, 0])
    }

    @Test func lessThanAllOfTheLightIsLessOfEachStep() {
        let player = PatternPlayer(.sequence("-_", each: .seconds(1)), peak: Brightness(0.5), at: .zero)
        #expect(player.moment(at: .zero).brightness == Brightness(0.5))
        #expect(player.moment(at: .seconds(1)).brightness == .dark)
    }
}

@Suite struct BitPlanesTests {
    @Test(arguments: [0, 1, 2, 100, 127, 128, 254, 255])
    func lineIsActiveForAsManyPartsOfAFrameAsItsBrightnessSays(level: UInt8) {
        var planes = BitPlanes()
        planes.set(Brightness(level: level), of: 5)
        planes.set(.full, of: 7)
        // Read in the middle of each of the 255 parts.
        let levels = (0..<255).map { part in
            planes.levels(at: .seconds(3) + .nanoseconds((2 * part + 1) * Int(BitPlanes.frame) / 510))
        }
        #expect(levels.count { $0 == 1 << 7 | 1 << 5 } == Int(level))
        #expect(levels.count { $0 == 1 << 7 } == 255 - Int(level))
    }

    @Test func frameOfAllBrightnessesHasEightMoments() {
        var planes = BitPlanes()
        for line in 0..<64 { planes.set(Brightness(level: UInt8(line * 4 + 1)), of: line) }
        var (time, changes) = (Duration.seconds(1), 0)
        while let next = planes.nextChange(after: time), next < .seconds(1) + .nanoseconds(BitPlanes.frame) {
            #expect(planes.levels(at: next) != planes.levels(at: next - .nanoseconds(1)))
            (time, changes) = (next, changes + 1)
        }
        #expect((6...8).contains(changes))
    }

    @Test func linesThatAreOnOrOffNeedNoMoment() {
        var planes = BitPlanes()
        planes.set(.full, of: 0)
        planes.set(.dark, of: 1)
        #expect(planes.nextChange(after: .seconds(1)) == nil)
        planes.set(Brightness(0.5), of: 1)
        planes.set(.full, of: 1)
        #expect(!planes.isDimming)
        #expect(planes.levels(at: .seconds(1)) == 0b11)
    }
}
