import TestSupport
import Testing

@testable import MobiusCore

@Suite struct ViewBacklogTests {
    enum Step {
        /// Puts models in, for the first of which the view is called or not, and for the others not.
        case put(ClosedRange<Int>, calls: Bool)
        case open(calls: Bool)
        case close
        /// The view takes its models.
        case takeAll([Int])
        case isClosed(Bool)
    }

    static let courses: [Course<Step>] = [
        Course("models before the connection wait", .put(1...1, calls: false), .open(calls: true), .takeAll([1])),
        Course("view without models is not called", .open(calls: false), .takeAll([])),
        Course(
            "view is called once for models that arrive meanwhile",
            .open(calls: false), .put(1...2, calls: true), .takeAll([1, 2]), .put(3...3, calls: true), .takeAll([3])),
        Course(
            "view that falls behind skips the oldest",
            .open(calls: false), .put(1...(ViewBacklog<Int>.limit + 2), calls: true),
            .takeAll(Array(3...(ViewBacklog<Int>.limit + 2)))),
        Course(
            "closed view receives nothing",
            .open(calls: false), .put(1...1, calls: true), .isClosed(false), .close, .put(2...2, calls: false),
            .open(calls: false), .takeAll([]), .isClosed(true)),
    ]

    @Test(arguments: courses) func viewIsCalledWhenModelsAreWaiting(course: Course<Step>) {
        var backlog = ViewBacklog<Int>()
        for step in course.steps {
            switch step {
            case .put(let models, let calls):
                let called = models.filter { backlog.put($0) }
                expectEqual(called, calls ? [models.lowerBound] : [], "\(step)", sourceLocation: course.place)
            case .open(let calls): expectEqual(backlog.open(), calls, "\(step)", sourceLocation: course.place)
            case .close: backlog.close()
            case .takeAll(let models):
                expectEqual(backlog.takeAll(), models, "\(step)", sourceLocation: course.place)
            case .isClosed(let isClosed):
                expectEqual(backlog.isClosed, isClosed, "\(step)", sourceLocation: course.place)
            }
        }
    }

    @Test func closingReleasesTheWaitingModels() {
        final class Model {}
        var backlog = ViewBacklog<Model>()
        weak var model: Model?
        do {
            let waiting = Model()
            model = waiting
            _ = backlog.put(waiting)
        }
        #expect(model != nil)
        backlog.close()
        #expect(model == nil)
    }
}
