import Foundation
import TestSupport
import Testing

@testable import CarillonAudio

@Suite struct VolumeTests {
    @Test(arguments: [(100, 0.0), (75, -9.0), (50, -18.5), (25, -29.9), (10, -40.8), (5, -47.7)])
    func percentagesFollowTheLoudnessCurve(percent: Int, decibels: Double) {
        #expect(abs(Volume.percent(percent).decibels - decibels) < 0.1)
    }

    @Test func endsOfTheRangeAreExactAndDecibelsBeyondThemAreClamped() {
        expectEqual(Volume.percent(0).amplitude, 0)
        expectEqual(Volume.percent(100).amplitude, 1)
        expectEqual(Volume.silent.decibels, -.infinity)
        expectEqual(Volume.full.decibels, 0)
        expectEqual(Volume.decibels(6), .full)
        expectEqual(Volume.decibels(-.infinity), .silent)
        expectEqual(Volume.decibels(.nan), .silent)
    }

    @Test(arguments: [0.0, -0.1, -6, -20, -60]) func decibelsAreExact(decibels: Double) {
        #expect(abs(Volume.decibels(decibels).decibels - decibels) < 0.0001)
    }

    @Test(arguments: [(-5.0, 0.0), (130, 100), (.nan, 0), (.infinity, 100)])
    func percentageBeyondTheRangeIsClamped(percent: Double, result: Double) {
        expectEqual(Volume.percent(percent).percent, result)
        var volume = Volume.full
        volume.percent = percent
        expectEqual(volume.percent, result)
    }

    @Test func volumeIsEncodedAsItsPercentage() throws {
        let text = try JSONEncoder().encode([Volume.percent(35), .percent(33.5)])
        expectEqual(String(decoding: text, as: UTF8.self), "[35,33.5]")
        expectEqual(try JSONDecoder().decode([Volume].self, from: text), [.percent(35), .percent(33.5)])
        expectEqual(try JSONDecoder().decode([Volume].self, from: Data("[250]".utf8)), [.full])
    }

    @Test func volumeIsPrintedToATenthOfAPercent() {
        expectEqual("\(Volume.percent(50)), \(Volume.percent(33.333))", "50 %, 33.3 %")
    }
}
