import CarillonScheduling
import TestSupport
import Testing

@testable import CarillonDevices

@Suite struct PatternTests {
    @Test(arguments: [
        (Pattern.on, "on"), (.off, "off"), (.dimmed(to: 0.3), "30 %"), (.dimmed(to: 2), "on"),
        (.dimmed(to: .nan), "off"),
        (.blinking(), "blinking"), (.pulsing(times: 3), "pulsing 3 times"), (.blinking(times: 1), "blinking once"),
        (.blinking(times: 0), "off"), (.on(for: .seconds(5)), "on for 5 s"),
        (.dimmed(to: 0.3, over: .seconds(60)), "30 % over 60 s"), (.on(for: .milliseconds(250)), "on for 0.25 s"),
        (.sequence("-_5x", each: .seconds(1)), "-_5_"),
    ])
    func patternHasThisDescription(pattern: Pattern, text: String) {
        expectEqual("\(pattern)", text)
    }

    @Test func invalidTimesAreReplacedByOneMillisecond() {
        expectEqual(
            Pattern.blinking(on: .zero, off: .seconds(-1)), .blinking(on: .milliseconds(1), off: .milliseconds(1)))
    }
}

@Suite struct PatternPlayerTests {
    @Test func blinkingStaysOnTimeForYears() {
        let player = PatternPlayer(.blinking(on: .milliseconds(3), off: .milliseconds(4)), at: .seconds(1))
        let year = Duration.seconds(1 + 7 * 5_000_000)
        expectEqual(player.moment(at: year), .init(brightness: .full, end: year + .milliseconds(3)))
        expectEqual(
            player.moment(at: year + .milliseconds(3)), .init(brightness: .dark, end: year + .milliseconds(7)))
    }

    @Test func finitePatternEnds() {
        let player = PatternPlayer(.blinking(on: .seconds(1), off: .seconds(1), times: 2), at: .zero)
        expectEqual(player.moment(at: .milliseconds(2500)).brightness, .full)
        expectEqual(player.moment(at: .seconds(4)), .init(brightness: .dark, end: nil))
    }

    @Test func patternThatEndsBeyondTheClockHasNoEnd() {
        let pattern = Pattern.blinking(on: .seconds(10), off: .seconds(10), times: .max)
        for start in [Duration.zero, .nanoseconds(Int64.max)] {
            expectEqual(PatternPlayer(pattern, at: start).over, nil)
        }
        let year = Duration.seconds(366 * 24 * 3600)
        let long = Pattern.blinking(on: year, off: year, times: 100)
        expectEqual(PatternPlayer(long, at: .zero).over, year * 200)
        expectEqual(PatternPlayer(long, at: year * 100).over, nil)
    }

    @Test func pulseHasAQuarterOfItsPeakBrightnessHalfway() {
        let player = PatternPlayer(.pulsing(rise: .seconds(2), fall: .seconds(1)), at: .zero)
        let brightnesses = [0, 1000, 2000, 2500, 2999].map {
            player.moment(at: .milliseconds($0)).brightness.level
        }
        expectEqual(brightnesses, [0, 64, 255, 64, 0])
    }

    @Test func slowChangeOfTheBrightnessLooksEvenAndItsEndIsKept() {
        let rise = PatternPlayer(.dimmed(to: 1, over: .seconds(2)), at: .zero)
        expectEqual([0, 1, 2, 9].map { rise.moment(at: .seconds($0)).brightness.level }, [0, 64, 255, 255])
        let fall = PatternPlayer(.dimmed(to: 0.25, over: .seconds(2)), from: .full, at: .seconds(1))
        expectEqual([1, 2, 3, 9].map { fall.moment(at: .seconds($0)).brightness.level }, [255, 144, 64, 64])
        expectEqual(fall.moment(at: .seconds(3)).end, nil)
        let dark = PatternPlayer(.dimmed(to: 0, over: .seconds(2)), from: Brightness(level: 1), at: .zero)
        expectEqual([0, 2].map { dark.moment(at: .seconds($0)).brightness.level }, [1, 0])
    }

    @Test(arguments: [0, 1, 64, 254, 255]) func changeOverAnHourHasAMomentForEachStep(level: UInt8) {
        for target in [0, 1, 128, 255].map({ Brightness(level: $0) }) {
            let pattern = Pattern.dimmed(to: target.share, over: .seconds(3600))
            let player = PatternPlayer(pattern, from: Brightness(level: level), at: .milliseconds(3))
            var (shown, time): ([Int], Duration?) = ([], .milliseconds(3))
            while let now = time {
                let moment = player.moment(at: now)
                shown.append(Int(moment.brightness.level))
                if let end = moment.end { #expect(end > now) }
                time = moment.end
            }
            let steps = stride(from: Int(level), through: Int(target.level), by: target.level < level ? -1 : 1)
            expectEqual(shown.last, Int(target.level))
            #expect(Set(shown) == Set(steps) && shown.count <= steps.underestimatedCount + 257)
        }
    }

    @Test func fadesThatBeganAtDifferentTimesChangeWithTheSameFrames() {
        let starts = [0, 1, 12_345_678].map { Duration.seconds(1) + .nanoseconds($0) }
        let patterns = [Pattern.pulsing(rise: .milliseconds(95), fall: .seconds(1)), .blinking(fadeIn: .seconds(1))]
        for (start, pattern) in zip(starts + starts, patterns.flatMap { [$0, $0, $0] }) {
            let player = PatternPlayer(pattern, at: start)
            let end = player.moment(at: start + .milliseconds(91)).end!
            expectEqual(end.wholeNanoseconds % BitPlanes.frame, 0)
            #expect(end > start + .milliseconds(91) && player.moment(at: end).end! == end + .milliseconds(10))
        }
    }

    @Test func peakScalesTheBrightnessOfEachStep() {
        let player = PatternPlayer(.sequence("-_", each: .seconds(1)), peak: Brightness(0.5), at: .zero)
        expectEqual(player.moment(at: .zero).brightness, Brightness(0.5))
        expectEqual(player.moment(at: .seconds(1)).brightness, .dark)
    }
}

@Suite struct BitPlanesTests {
    @Test(arguments: [0, 1, 2, 100, 127, 128, 254, 255])
    func lineIsActiveInAsManyPartsOfAFrameAsItsBrightnessLevel(level: UInt8) {
        var planes = BitPlanes()
        planes.set(Brightness(level: level), of: 5)
        planes.set(.full, of: 7)
        // Read in the middle of each of the 255 parts.
        let levels = (0..<255).map { part in
            planes.levels(at: .seconds(3) + .nanoseconds((2 * part + 1) * Int(BitPlanes.frame) / 510))
        }
        expectEqual(levels.count { $0 == 1 << 7 | 1 << 5 }, Int(level))
        expectEqual(levels.count { $0 == 1 << 7 }, 255 - Int(level))
    }

    @Test func frameWithManyBrightnessesHasAtMostEightChanges() {
        var planes = BitPlanes()
        for line in 0..<64 { planes.set(Brightness(level: UInt8(line * 4 + 1)), of: line) }
        var (time, changes) = (Duration.seconds(1), 0)
        while let next = planes.nextChange(after: time), next < .seconds(1) + .nanoseconds(BitPlanes.frame) {
            #expect(planes.levels(at: next) != planes.levels(at: next - .nanoseconds(1)))
            (time, changes) = (next, changes + 1)
        }
        #expect((6...8).contains(changes))
    }

    @Test func linesThatAreOnOrOffCauseNoChanges() {
        var planes = BitPlanes()
        planes.set(.full, of: 0)
        planes.set(.dark, of: 1)
        expectEqual(planes.nextChange(after: .seconds(1)), nil)
        planes.set(Brightness(0.5), of: 1)
        planes.set(.full, of: 1)
        #expect(!planes.isDimming)
        expectEqual(planes.levels(at: .seconds(1)), 0b11)
    }
}
