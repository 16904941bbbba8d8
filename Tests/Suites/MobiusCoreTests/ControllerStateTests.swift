import TestSupport
import Testing

@testable import MobiusCore

@Suite struct ControllerStateTests {
    @Test func nextStartUsesTheModelOfTheLastRun() throws {
        var state = stopped
        expectEqual(try state.start(), "saved")
        state.started(1)
        expectEqual(try state.stop { run in "reached by \(run)" }, 1)
        expectEqual(try state.start(), "reached by 1")
    }

    @Test func onlyAStoppedControllerCanBeChangedAndStarted() throws {
        var state = stopped
        try state.mayConnectView()
        try state.mayDisconnectView()
        try state.replaceModel("other")
        expectEqual(try state.start(), "other")
        for var state in try [starting, running] {
            expectEqual(misuse { () throws(ControllerMisuse) in _ = try state.start() }, .startedWhileRunning)
            expectEqual(
                misuse { () throws(ControllerMisuse) in try state.replaceModel("late") }, .modelReplacedWhileRunning)
            expectEqual(misuse(state.mayConnectView), .viewConnectedWhileRunning)
            expectEqual(misuse(state.mayDisconnectView), .viewDisconnectedWhileRunning)
        }
    }

    @Test func onlyARunningControllerCanBeStopped() throws {
        for var state in try [stopped, starting] {
            expectEqual(
                misuse { () throws(ControllerMisuse) in _ = try state.stop { _ in "" } }, .stoppedWhileNotRunning)
            #expect(!state.isRunning)
        }
    }

    private let stopped = ControllerState<String, Int>(model: "saved")

    private var starting: ControllerState<String, Int> {
        get throws {
            var state = stopped
            _ = try state.start()
            return state
        }
    }

    private var running: ControllerState<String, Int> {
        get throws {
            var state = try starting
            state.started(1)
            return state
        }
    }

    private func misuse(_ use: () throws(ControllerMisuse) -> Void) -> ControllerMisuse? {
        do throws(ControllerMisuse) {
            try use()
            return nil
        } catch {
            return error
        }
    }
}
