import TestSupport
import Testing

@testable import MobiusCore

@Suite struct ControllerStateTests {
    @Test func runLeavesItsModelToTheNextStart() throws {
        var state = stopped
        #expect(try state.start() == "saved")
        state.started(1)
        #expect(try state.stop { run in "reached by \(run)" } == 1)
        #expect(try state.start() == "reached by 1")
    }

    @Test func onlyAStoppedControllerStarts() throws {
        for var state in try [starting, running] {
            #expect(misuse { () throws(ControllerMisuse) in _ = try state.start() } == .startedWhileRunning)
        }
    }

    @Test func onlyARunningControllerStops() throws {
        for var state in try [stopped, starting] {
            #expect(misuse { () throws(ControllerMisuse) in _ = try state.stop { _ in "" } } == .stoppedWhileNotRunning)
            #expect(!state.isRunning)
        }
    }

    @Test func modelsAreReplacedBetweenTwoRuns() throws {
        var state = stopped
        try state.replaceModel("other")
        #expect(try state.start() == "other")
        for var state in try [starting, running] {
            #expect(
                misuse { () throws(ControllerMisuse) in try state.replaceModel("late") } == .modelReplacedWhileRunning)
        }
    }

    @Test func viewsComeAndGoBetweenTwoRuns() throws {
        try stopped.mayConnectView()
        try stopped.mayDisconnectView()
        for state in try [starting, running] {
            #expect(misuse(state.mayConnectView) == .viewConnectedWhileRunning)
            #expect(misuse(state.mayDisconnectView) == .viewDisconnectedWhileRunning)
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
