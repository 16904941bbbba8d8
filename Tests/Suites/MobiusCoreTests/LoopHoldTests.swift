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

    @Test func eventsWaitWhileALoopIsHeld() {
        controller.hold(true)
        send(1, 2, 3)
        #expect(controller.isHeld)
        #expect(controller.model == 0)
        controller.hold(false)
        #expect(!controller.isHeld)
        #expect(view.accepted.values == [0, 1, 3, 6])
        send(4)
        #expect(controller.model == 10)
        controller.stop()
    }

    @Test func stepProcessesOneEvent() {
        controller.hold(true)
        controller.step()
        send(1, 2)
        controller.step()
        #expect(controller.model == 1)
        controller.step()
        controller.step()
        #expect(controller.model == 3)
        send(5)
        #expect(controller.model == 3)
        controller.stop()
    }

    @Test func heldLoopIsStoppedWithItsModelAndStartsFree() {
        controller.hold(true)
        send(1)
        controller.stop()
        #expect(controller.model == 0)
        controller.start()
        #expect(!controller.isHeld)
        send(2)
        #expect(controller.model == 2)
        controller.stop()
    }

    @Test func stoppedLoopIsNotHeld() {
        controller.stop()
        controller.hold(true)
        #expect(!controller.isHeld)
    }

    private func send(_ events: Int...) {
        queue.enter { for event in events { source.send(event) } }
    }
}
