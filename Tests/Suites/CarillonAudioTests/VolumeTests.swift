import Foundation
import Testing

@testable import CarillonAudio

@Suite struct VolumeTests {
    @Test(arguments: [(100, 0.0), (75, -9.0), (50, -18.5), (25, -29.9), (10, -40.8), (5, -47.7)])
    func percentsFollowTheEar(percent: Int, decibels: Double) {
        #expect(abs(Volume.percent(percent).decibels - decibels) < 0.1)
    }

    @Test func endsAreExact() {
        #expect(Volume.percent(0).amplitude == 0)
        #expect(Volume.percent(100).amplitude == 1)
        #expect(Volume.silent.decibels == -.infinity)
        #expect(Volume.full.decibels == 0)
    }

    @Test(arguments: [0.0, -0.1, -6, -20, -60]) func decibelsAreExact(decibels: Double) {
        #expect(abs(Volume.decibels(decibels).decibels - decibels) < 0.0001)
    }

    @Test(arguments: [(-5.0, 0.0), (130, 100), (.nan, 0), (.infinity, 100)])
    func percentageBeyondTheEndsIsTheNearerEnd(percent: Double, result: Double) {
        #expect(Volume.percent(percent).percent == result)
        var volume = Volume.full
        volume.percent = percent
        #expect(volume.percent == result)
    }

    @Test func decibelsBeyondTheEndsAreTheNearerEnd() {
        #expect(Volume.decibels(6) == .full)
        #expect(Volume.decibels(-.infinity) == .silent)
        #expect(Volume.decibels(.nan) == .silent)
    }

    @Test func codedVolumeIsItsPercentage() throws {
        let text = try JSONEncoder().encode([Volume.percent(35), .percent(33.5)])
        #expect(String(decoding: text, as: UTF8.self) == "[35,33.5]")
        #expect(try JSONDecoder().decode([Volume].self, from: text) == [.percent(35), .percent(33.5)])
        #expect(try JSONDecoder().decode([Volume].self, from: Data("[250]".utf8)) == [.full])
    }

    @Test func volumeIsPrintedToATenth() {
        #expect("\(Volume.percent(50)), \(Volume.percent(33.333))" == "50 %, 33.3 %")
    }
}
