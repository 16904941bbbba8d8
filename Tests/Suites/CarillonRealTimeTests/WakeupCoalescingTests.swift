import TestSupport
import Testing

@testable import CarillonRealTime

@Suite struct WakeupCoalescingTests {
    enum Step {
        /// A wake-up at which the thread finds that much work, and runs all of it.
        case finds(Int)
        /// A wake-up at which the thread finds more work than it runs.
        case findsMoreThan(Int)
        case rests(Bool)
        /// Expects this number of wake-ups for one piece of work until the thread rests.
        case restsAfter(wakeUps: Int)
        /// Wake-ups at each of which the thread finds that much work.
        case wakesUp(Int, times: Int)
    }

    static let courses: [Course<Step>] = [
        Course(
            "thread rests while it finds many items",
            .finds(16), .rests(true), .finds(1000), .rests(true), .finds(15), .rests(false)),
        Course(
            "owner with more work does not rest",
            .findsMoreThan(1000), .rests(false), .finds(1000), .findsMoreThan(1000), .rests(false)),
        Course(
            "owner woken for few items rests sometimes, and useless rests become rare",
            .restsAfter(wakeUps: 16), .finds(0), .restsAfter(wakeUps: 32), .finds(0), .restsAfter(wakeUps: 64),
            .finds(0), .restsAfter(wakeUps: 128), .finds(0), .restsAfter(wakeUps: 256), .finds(0),
            .restsAfter(wakeUps: 512), .finds(0), .restsAfter(wakeUps: 1024), .finds(0), .restsAfter(wakeUps: 2048),
            .finds(0), .restsAfter(wakeUps: 4096), .finds(0), .restsAfter(wakeUps: 4096)),
        Course(
            "useful rest makes the thread try again soon",
            .wakesUp(1, times: 4000), .finds(100), .finds(0), .restsAfter(wakeUps: 32)),
        Course("wake-up for other reasons is not counted", .wakesUp(0, times: 10_000), .rests(false)),
    ]

    @Test(arguments: courses) func threadRestsWhenThatSavesWakeUps(course: Course<Step>) {
        var coalescing = WakeupCoalescing()
        for step in course.steps {
            switch step {
            case .finds(let count): coalescing.found(count)
            case .findsMoreThan(let count): coalescing.found(count, isAll: false)
            case .rests(let isResting):
                expectEqual(coalescing.isResting, isResting, "\(step)", sourceLocation: course.place)
            case .restsAfter(let wakeUps):
                var count = 0
                repeat {
                    coalescing.found(1)
                    count += 1
                } while !coalescing.isResting && count <= wakeUps
                expectEqual(count, wakeUps, "\(step)", sourceLocation: course.place)
            case .wakesUp(let found, let times): for _ in 1...times { coalescing.found(found) }
            }
        }
    }
}
