import TestSupport
import Testing

@testable import MobiusCore

@Suite struct LoopHoldTests {
    private let queue = ManualQueue()
    private let source = Probe<Int, Int>()
    private let view = Probe<Int, Never>()
    private let controller: MobiusController<Int, Int, String>

    init() {
        controller = counterLoop().withEventSource(source).makeController(from: 0, on: queue)
        controller.connectView(view)
        controller.start()
    }

    enum Step {
        case start
        case stop
        case hold
        case release
        /// Processes one event of a held loop.
        case step
        case send([Int])
        case isHeld(Bool)
        case model(Int)
        /// Expects the models that the view was shown so far.
        case shown([Int])
    }

    static let courses: [Course<Step>] = [
        Course(
            "events wait while a loop is held",
            .hold, .send([1, 2, 3]), .isHeld(true), .model(0), .release, .isHeld(false), .shown([0, 1, 3, 6]),
            .send([4]), .model(10)),
        Course(
            "step processes one event",
            .hold, .step, .send([1, 2]), .step, .model(1), .step, .step, .model(3), .send([5]), .model(3)),
        Course(
            "held loop stops with its model and is not held after its next start",
            .hold, .send([1]), .stop, .model(0), .start, .isHeld(false), .send([2]), .model(2)),
        Course("stopped loop is not held", .stop, .hold, .isHeld(false), .start),
    ]

    @Test(arguments: courses) func eventsWaitInAHeldLoop(course: Course<Step>) {
        for step in course.steps {
            switch step {
            case .start: controller.start()
            case .stop: controller.stop()
            case .hold: controller.hold(true)
            case .release: controller.hold(false)
            case .step: controller.step()
            case .send(let events): queue.enter { for event in events { source.send(event) } }
            case .isHeld(let isHeld):
                expectEqual(controller.isHeld, isHeld, "\(step)", sourceLocation: course.place)
            case .model(let model): expectEqual(controller.model, model, "\(step)", sourceLocation: course.place)
            case .shown(let models):
                expectEqual(view.accepted.values, models, "\(step)", sourceLocation: course.place)
            }
        }
        controller.stop()
    }
}
