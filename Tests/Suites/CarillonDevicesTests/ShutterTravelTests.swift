import TestSupport
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

    /// Times are in seconds. `run`, `position`, `rests` and `hasNoGoal` are expectations; `run` is the changes of the motor
    /// until the shutter rests.
    enum Step {
        case closed
        case move(to: Double, at: Double)
        case stop(at: Double)
        case advance(to: Double)
        case run(from: Double, [String])
        case position(at: Double, Double?)
        case rests, hasNoGoal
    }

    static let courses: [Course<Step>] = [
        Course(
            "the position is unknown until an end is reached",
            .position(at: 0, nil), .move(to: 1, at: 0), .position(at: 10, nil), .run(from: 0, ["0.0 up", "22.0 off"]),
            .position(at: 22, 1)),
        Course(
            "a shutter of unknown position moves to the nearer end first",
            .move(to: 0.25, at: 0), .run(from: 0, ["0.0 down", "11.0 off", "12.0 up", "17.0 off"]),
            .position(at: 17, 0.25)),
        Course(
            "the position follows from the time",
            .closed, .move(to: 0.5, at: 0), .position(at: 0, 0), .position(at: 4, 0.2), .position(at: 10, 0.5),
            .position(at: 99, 1), .advance(to: 10), .position(at: 99, 0.5), .move(to: 0.25, at: 20),
            .run(from: 20, ["20.0 down", "22.5 off"])),
        Course(
            "the motor pauses before it turns in the other direction",
            .closed, .move(to: 1, at: 0), .move(to: 0, at: 4), .position(at: 4, 0.2),
            .run(from: 4, ["4.0 off", "5.0 down", "8.0 off"])),
        Course(
            "a new goal in the same direction does not interrupt the motor",
            .closed, .move(to: 0.5, at: 0), .move(to: 0.75, at: 4), .run(from: 4, ["4.0 up", "15.0 off"])),
        Course(
            "a stop takes effect at once and the motor still pauses after it",
            .closed, .move(to: 1, at: 0), .stop(at: 4), .rests, .hasNoGoal, .move(to: 0, at: 4.5),
            .run(from: 4.5, ["4.5 off", "5.0 down", "8.0 off"])),
        Course(
            "a shutter at its goal between the ends does not move",
            .closed, .move(to: 0.5, at: 0), .run(from: 0, ["0.0 up", "10.0 off"]), .move(to: 0.5, at: 20), .rests,
            .position(at: 21, 0.5)),
        Course(
            "a command for the end at which the shutter is runs the whole way",
            .closed, .move(to: 0, at: 0), .position(at: 5, 0), .run(from: 0, ["0.0 down", "11.0 off"]),
            .position(at: 11, 0), .move(to: 1, at: 20), .run(from: 20, ["20.0 up", "42.0 off"]), .move(to: 1, at: 50),
            .run(from: 50, ["50.0 up", "72.0 off"]), .position(at: 72, 1)),
        Course(
            "a position that rounds to an end is the end",
            .closed, .move(to: 1, at: 0), .stop(at: 19.95), .move(to: 1, at: 30),
            .run(from: 30, ["30.0 up", "52.0 off"])),
        Course(
            "a repeated command does not prolong the movement",
            .closed, .move(to: 0, at: 0), .move(to: 0, at: 4), .run(from: 4, ["4.0 down", "11.0 off"])),
        Course(
            "the position is unknown after a stop on the way to the same end",
            .closed, .move(to: 0, at: 0), .stop(at: 4), .position(at: 4, nil), .move(to: 0.25, at: 10),
            .run(from: 10, ["10.0 down", "21.0 off", "22.0 up", "27.0 off"])),
    ]

    @Test(arguments: courses) func shutterHasTheseMovementsAndPositions(course: Course<Step>) {
        var travel = travel()
        for step in course.steps {
            switch step {
            case .closed: travel = closed()
            case .move(let goal, let time): travel.move(to: goal, at: .seconds(time))
            case .stop(let time): travel.stop(at: .seconds(time))
            case .advance(let time): travel.advance(to: .seconds(time))
            case .run(let time, let changes):
                expectEqual(run(&travel, from: .seconds(time)), changes, "\(step)", sourceLocation: course.place)
            case .position(let time, let position):
                expectEqual(travel.position(at: .seconds(time)), position, "\(step)", sourceLocation: course.place)
            case .rests:
                #expect(travel.direction == nil && travel.wakeUp == nil, "\(step)", sourceLocation: course.place)
            case .hasNoGoal: expectEqual(travel.goal, nil, "\(step)", sourceLocation: course.place)
            }
        }
    }
}

extension ShutterTravel {
    fileprivate var name: String { direction.map { "\($0)" } ?? "off" }
}
