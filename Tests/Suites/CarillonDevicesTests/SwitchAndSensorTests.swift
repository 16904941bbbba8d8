import CarillonGPIO
import Testing

@testable import CarillonDevices

@Suite struct SwitchTests {
    private let bench = InputBench()

    @Test func loopReceivesTheStateAndEachChange() throws {
        let line = try bench.input("GPIO2")
        try bench.chip.drive("GPIO2", .active)
        let device = try Switch(
            name: "armed", line: line, debounce: .milliseconds(5), queue: bench.time, observer: bench.observer)
        let subscription = bench.follow(device.changed { $0 ? "on" : "off" })
        try bench.play("_-_-__________----------")
        #expect(bench.log == ["on", "off", "on"])
        subscription.dispose()
        try bench.play("__________")
        #expect(bench.log.count == 3)
    }

    @Test func changesHaveTheTimesOfTheirEdgesOnLateQueue() throws {
        let line = LateLine()
        let device = try Switch(
            name: "armed", line: line, debounce: .milliseconds(5), queue: bench.time, observer: bench.observer)
        bench.follow(device.changed { isOn, time in "\(isOn) at \(time)" })
        bench.time.advance(by: .seconds(1))
        line.handle(.active, at: .milliseconds(500))
        #expect(bench.log == ["false at 0.0 seconds", "true at 0.5 seconds"])
    }

    @Test func itStaysAsItIsWhileItsChipIsAway() throws {
        let device = try Switch(
            name: "armed", line: bench.input("GPIO2"), debounce: .milliseconds(5), queue: bench.time,
            observer: bench.observer)
        try bench.play("----------")
        bench.follow(device.changed { $0 ? "on" : "off" })
        bench.chip.unplug()
        #expect(device.isOn)
        try bench.play("_")
        bench.chip.plugIn()
        #expect(bench.log == ["on", "off"])
    }
}

@Suite struct SensorTests {
    private let bench = InputBench()
    private let sensor: Sensor

    init() throws {
        sensor = try Sensor(
            name: "hall", line: bench.input("GPIO2"), inactivityTimeout: .milliseconds(10), queue: bench.time,
            observer: bench.observer)
        bench.follow(sensor.detected("somebody"))
        bench.follow(sensor.quiet("nobody"))
    }

    @Test func signsWithShortPausesAreOneVisit() throws {
        try bench.play("_---____---_______--________________")
        #expect(bench.log == ["somebody", "nobody"])
    }

    @Test func signAfterALongPauseIsAnother() throws {
        try bench.play("_---________________--________________")
        #expect(bench.log == ["somebody", "nobody", "somebody", "nobody"])
    }

    @Test func sensorDetectsUntilTheInactivityTimeout() throws {
        try bench.play("_" + String(repeating: "-", count: 50) + "_________")
        #expect(sensor.isDetecting)
        try bench.play("__")
        #expect(!sensor.isDetecting)
    }

    @Test func endThatTheKernelLosesIsFoundByTheNextSign() throws {
        try bench.play("_-----?_____---_______________")
        #expect(bench.log.last == "nobody")
        #expect(sensor.lostEdges == 1)
    }
}
