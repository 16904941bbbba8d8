import CarillonTest
import Testing

@testable import RemoteControl

@Suite struct RemoteControlTests {
    @Test func powerSwitchesTheLight() throws {
        let bench = try Bench(makeRemoteControl)
        let light = try bench.rgb("light")
        try bench.enter("KEY_POWER", at: "remote")
        #expect(light.color == .white && light.pattern == .on)
        try bench.enter("KEY_POWER", at: "remote")
        #expect(light.pattern == .off)
    }

    @Test func colouredKeySwitchesTheLightOnInItsColour() throws {
        let bench = try Bench(makeRemoteControl)
        try bench.enter("KEY_BLUE", at: "remote")
        #expect(try bench.rgb("light").color == .blue)
    }

    @Test func volumeKeysDimTheLight() throws {
        let bench = try Bench(makeRemoteControl)
        try bench.enter("KEY_RED", at: "remote")
        for _ in 0..<5 { try bench.enter("KEY_VOLUMEDOWN", at: "remote") }
        #expect(try bench.rgb("light").color == Color(red: 0.5, green: 0, blue: 0))
        for _ in 0..<20 { try bench.enter("KEY_VOLUMEDOWN", at: "remote") }
        #expect(bench.model.brightness == 1)
        try bench.enter("KEY_VOLUMEUP", at: "remote")
        #expect(bench.model.brightness == 2)
    }

    @Test(.enabled(if: Wiring.canReadFiles)) func wiringHasTheDevicesOfTheProgram() throws {
        let bench = try Bench(wiring: "remote-control", makeRemoteControl)
        try bench.enter("KEY_GREEN", at: "remote")
        #expect(try bench.rgb("light").color == .green)
    }
}
