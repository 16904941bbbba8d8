import TestSupport
import Testing

@testable import CarillonAudio

@Suite struct PlayOrderTests {
    private struct Counter: RandomNumberGenerator {
        private var state: UInt64 = 1

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state
        }
    }

    private func order(
        _ count: Int, first: Int = 0, isShuffled: Bool = false, repetition: Playlist.Repetition = .none
    ) throws -> PlayOrder {
        var random = Counter()
        return try #require(
            PlayOrder(
                (0..<count).map(String.init), first: first, isShuffled: isShuffled, repetition: repetition,
                shuffle: { $0.shuffled(using: &random) }))
    }

    /// Returns the tracks that follow by themselves, up to a number of them.
    private func tracks(of order: PlayOrder, atMost count: Int = 100) -> [Int] {
        var (order, tracks) = (order, [order.current])
        while tracks.count < count, order.advance() { tracks.append(order.current) }
        return tracks
    }

    @Test func listPlaysFromTheGivenTrackToTheEndOrRepeats() throws {
        try expectEqual(tracks(of: order(4)), [0, 1, 2, 3])
        try expectEqual(tracks(of: order(4, first: 2)), [2, 3])
        try expectEqual(tracks(of: order(4, first: 9)), [0, 1, 2, 3])
        try expectEqual(tracks(of: order(3, first: 1, repetition: .all), atMost: 7), [1, 2, 0, 1, 2, 0, 1])
    }

    @Test func listWithoutTracksHasNoOrder() {
        #expect(PlayOrder([], first: 0, isShuffled: false, repetition: .all) == nil)
    }

    @Test func shuffledListHasEachTrackOnceAndBeginsWithTheGivenOne() throws {
        let shuffled = try tracks(of: order(50, first: 7, isShuffled: true))
        expectEqual(shuffled.first, 7)
        expectEqual(shuffled.sorted(), Array(0..<50))
        #expect(shuffled != [7] + Array(0..<7) + Array(8..<50))
    }

    @Test func oneTrackRepeatsUntilTheUserSkipsIt() throws {
        var order = try order(3, repetition: .one)
        expectEqual(tracks(of: order, atMost: 3), [0, 0, 0])
        let isNext = order.next()
        #expect(isNext && tracks(of: order, atMost: 2) == [1, 1])
    }

    @Test func userSkipsForwardAndBack() throws {
        var order = try order(2)
        expectEqual(order.current, 0)
        order.previous()
        expectEqual(order.current, 0)
        let (second, third) = (order.next(), order.next())
        #expect(second && !third && order.current == 1)
        order.previous()
        expectEqual(order.current, 0)
    }

    @Test(arguments: [Playlist.Repetition.none, .one, .all]) func tenFailuresInSuccessionEndAList(
        repetition: Playlist.Repetition
    ) throws {
        var order = try order(1_000, repetition: repetition)
        for _ in 0..<9 {
            let goesOn = order.hasFailed()
            #expect(goesOn)
        }
        order.hasStarted()
        var failures = 0
        while order.hasFailed() { failures += 1 }
        expectEqual(failures, 9)
    }

    @Test func failureOfTheLastTrackEndsAList() throws {
        var order = try order(2, first: 1)
        let goesOn = order.hasFailed()
        #expect(!goesOn)
    }

    @Test func trackHasTheNameOfItsFile() {
        expectEqual(Track(number: 0, path: "/srv/music/red/01 - A. B.flac").name, "01 - A. B")
        expectEqual(Track(number: 0, path: "plain").name, "plain")
        expectEqual(Track(number: 0, path: "").name, "")
    }
}
