import Testing

@testable import CarillonDevices

@Suite struct ShutterTravelTests {
    /// The changes of the motor until the shutter rests, each with its time in seconds.
    private func run(_ travel: inout ShutterTravel, from start: Duration) -> [String] {
        var (changes, now) = (["\(start / .seconds(1)) \(travel.name)"], start)
        while let next = travel.wakeUp, changes.count < 10 {
            now = next
            travel.advance(to: now)
            changes.append("\(now / .seconds(1)) \(travel.name)")
        }
        return changes
    }

    private func travel() -> ShutterTravel { ShutterTravel(up: .seconds(20), down: .seconds(10), pause: .seconds(1)) }

    /// A shutter that has been closed, so that its position is known, and has rested.
    private func closed() -> ShutterTravel {
        var travel = travel()
        travel.move(to: 0, at: .seconds(-100))
        _ = run(&travel, from: .seconds(-100))
        return travel
    }

    @Test func positionIsUnknownUntilAnEndIsReached() {
        var travel = travel()
        #expect(travel.position(at: .zero) == nil)
        travel.move(to: 1, at: .zero)
        #expect(travel.position(at: .seconds(10)) == nil)
        #expect(run(&travel, from: .zero) == ["0.0 up", "22.0 off"])
        #expect(travel.position(at: .seconds(22)) == 1)
    }

    @Test func shutterOfUnknownPositionGoesToTheNearerEndFirst() {
        var travel = travel()
        travel.move(to: 0.25, at: .zero)
        #expect(run(&travel, from: .zero) == ["0.0 down", "11.0 off", "12.0 up", "17.0 off"])
        #expect(travel.position(at: .seconds(17)) == 0.25)
    }

    @Test func positionFollowsFromTheTime() {
        var travel = closed()
        travel.move(to: 0.5, at: .zero)
        #expect([0, 4, 10, 99].map { travel.position(at: .seconds($0)) } == [0, 0.2, 0.5, 1])
        travel.advance(to: .seconds(10))
        #expect(travel.position(at: .seconds(99)) == 0.5)
        travel.move(to: 0.25, at: .seconds(20))
        #expect(run(&travel, from: .seconds(20)) == ["20.0 down", "22.5 off"])
    }

    @Test func motorPausesBeforeItTurnsInTheOtherDirection() {
        var travel = closed()
        travel.move(to: 1, at: .zero)
        travel.move(to: 0, at: .seconds(4))
        #expect(travel.position(at: .seconds(4)) == 0.2)
        #expect(run(&travel, from: .seconds(4)) == ["4.0 off", "5.0 down", "8.0 off"])
    }

    @Test func newGoalInTheSameDirectionDoesNotInterruptTheMotor() {
        var travel = closed()
        travel.move(to: 0.5, at: .zero)
        travel.move(to: 0.75, at: .seconds(4))
        #expect(run(&travel, from: .seconds(4)) == ["4.0 up", "15.0 off"])
    }

    @Test func stopIsAtOnceAndTheMotorStillPausesAfterIt() {
        var travel = closed()
        travel.move(to: 1, at: .zero)
        travel.stop(at: .seconds(4))
        #expect(travel.direction == nil && travel.wakeUp == nil && travel.goal == nil)
        travel.move(to: 0, at: .seconds(4.5))
        #expect(run(&travel, from: .seconds(4.5)) == ["4.5 off", "5.0 down", "8.0 off"])
    }

    @Test func shutterAtItsGoalDoesNotMove() {
        var travel = closed()
        travel.move(to: 0, at: .zero)
        #expect(travel.direction == nil && travel.wakeUp == nil)
        travel.advance(to: .seconds(1))
        #expect(travel.position(at: .seconds(1)) == 0)
    }
}

extension ShutterTravel {
    fileprivate var name: String { direction.map { "\($0)" } ?? "off" }
}
