import Foundation
import Testing

/// However a program ends, its outputs are in their safe states: the LED out, the relay on.
extension RealKernel {
    @Suite struct SafeStates {
        @Test(arguments: [
            ("trap", 128 + SIGILL), ("overflow", 128 + SIGILL), ("fault", 128 + SIGSEGV), ("abort", 128 + SIGABRT),
            ("exit", 3),
        ])
        func aProgramThatEndsByItselfLeavesItsOutputsSafe(how: String, status: Int32) throws {
            try expectSafeOutputs(afterTheEndBy: how, status: status) { _ in }
        }

        // The others are blocked in what a thread of libdispatch starts, as a test is.
        @Test(arguments: [SIGSEGV, SIGBUS, SIGFPE])
        func aProgramThatASignalKillsLeavesItsOutputsSafe(signal: Int32) throws {
            try expectSafeOutputs(afterTheEndBy: "wait", status: 128 + signal) { $0.send(signal) }
        }

        private func expectSafeOutputs(
            afterTheEndBy how: String, status: Int32, _ end: (Program) -> Void
        ) throws {
            let chip = try GPIOSimChip.raspberryPi4B()
            defer { chip.remove() }
            let trace = try GPIOTrace()
            defer { trace.end() }
            let program = try Program.deviceProbe(["pinctrl-bcm2711", "GPIO5", "GPIO6", how])
            defer { program.end() }
            try program.waitForError(containing: "lit")
            end(program)
            #expect(try program.waitForExit() == status)
            #expect(try trace.levels(of: chip["GPIO5"], on: chip).suffix(2) == [.high, .low])
            #expect(try trace.levels(of: chip["GPIO6"], on: chip).suffix(2) == [.low, .high])
        }
    }
}

extension Program {
    fileprivate static func deviceProbe(_ arguments: [String]) throws -> Program {
        try built(builtPath("debug/DeviceProbe"), arguments)
    }
}
