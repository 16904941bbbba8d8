import CarillonTest
import Testing

@testable import GuestBook

@Suite struct GuestBookTests {
    @Test func messageEndsWhenTheReceiverIsHungUp() throws {
        let bench = try Bench(sounds: ["greeting": .seconds(4), "beep": .seconds(1)], makeGuestBook)
        try bench.flip("hook", to: true)
        bench.advance(by: .seconds(25))
        #expect(bench.model.phase == .recording)
        try bench.flip("hook", to: false)
        bench.advance(by: .seconds(1))
        #expect(bench.recordings.map(\.end) == [.stopped])
        #expect(bench.recordings.first.map { $0.duration > .seconds(19) && $0.duration < .seconds(21) } == true)
        try bench.press("listen")
        #expect(bench.sounds == ["greeting", "beep", "/recordings/0001.wav"])
    }

    @Test func messageEndsAfterThreeMinutes() throws {
        let bench = try Bench(makeGuestBook)
        try bench.flip("hook", to: true)
        bench.advance(by: .seconds(600))
        #expect(bench.model.phase == .full)
        #expect(bench.recordings.first?.end == .limit)
        #expect(bench.recordings.first?.duration == .seconds(180))
    }

    @Test func hangingUpEarlyLeavesNoMessage() throws {
        let bench = try Bench(sounds: ["greeting": .seconds(4)], makeGuestBook)
        try bench.flip("hook", to: true)
        bench.advance(by: .seconds(2))
        try bench.flip("hook", to: false)
        bench.advance(by: .seconds(10))
        #expect(bench.recordings.isEmpty)
        #expect(bench.model == Model())
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func lampOfTheWiringIsLitDuringARecording() throws {
        let bench = try Bench(wiring: "guest-book", makeGuestBook)
        try bench.flip("hook", to: true)
        bench.advance(by: .seconds(5))
        #expect(bench.lit == ["recording"])
        try bench.flip("hook", to: false)
        bench.advance(by: .seconds(1))
        #expect(bench.lit.isEmpty)
    }
}
