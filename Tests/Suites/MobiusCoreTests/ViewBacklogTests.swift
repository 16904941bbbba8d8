import Testing

@testable import MobiusCore

@Suite struct ViewBacklogTests {
    private var backlog = ViewBacklog<Int>()

    @Test mutating func modelsBeforeTheConnectionWait() {
        #expect(backlog.put(1) == false)
        #expect(backlog.open() == true)
        #expect(backlog.takeAll() == [1])
    }

    @Test mutating func viewWithoutModelsIsNotCalled() {
        #expect(backlog.open() == false)
        #expect(backlog.takeAll() == [])
    }

    @Test mutating func viewIsCalledOnceForModelsThatArriveMeanwhile() {
        _ = backlog.open()
        #expect(backlog.put(1) == true)
        #expect(backlog.put(2) == false)
        #expect(backlog.takeAll() == [1, 2])
        #expect(backlog.put(3) == true)
        #expect(backlog.takeAll() == [3])
    }

    @Test mutating func viewThatFallsBehindSkipsTheOldest() {
        _ = backlog.open()
        for model in 1...(ViewBacklog<Int>.limit + 2) { _ = backlog.put(model) }
        #expect(backlog.takeAll() == Array(3...(ViewBacklog<Int>.limit + 2)))
    }

    @Test mutating func closedViewIsShownNothing() {
        _ = backlog.open()
        _ = backlog.put(1)
        backlog.close()
        #expect(backlog.put(2) == false)
        #expect(backlog.open() == false)
        #expect(backlog.takeAll() == [])
        #expect(backlog.isClosed)
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
