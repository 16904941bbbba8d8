import CarillonGPIO
import TestSupport
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
        expectEqual(bench.log, ["on", "off", "on"])
        subscription.dispose()
        try bench.play("__________")
        expectEqual(bench.log.count, 3)
    }

    @Test func changesHaveTheTimesOfTheirEdgesOnALateQueue() throws {
        let line = LateLine()
        let device = try Switch(
            name: "armed", line: line, debounce: .milliseconds(5), queue: bench.time, observer: bench.observer)
        bench.follow(device.changed { isOn, time in "\(isOn) at \(time)" })
        bench.time.advance(by: .seconds(1))
        line.handle(.active, at: .milliseconds(500))
        expectEqual(bench.log, ["false at 0.0 seconds", "true at 0.5 seconds"])
    }
}

@Suite struct SensorTests {
    private let bench = InputBench()
    private let sensor: Sensor

    init() throws {
        sensor = try Sensor(
            name: "hall", line: bench.input("GPIO2"), inactivityTimeout: .milliseconds(10), queue: bench.time,
            observer: bench.observer)
        bench.follow(sensor.detected(send: "somebody"))
        bench.follow(sensor.quiet(send: "nobody"))
    }

    @Test func signalsWithShortPausesAreOneDetectionAndALaterSignalIsAnother() throws {
        try bench.play("_---____---_______--________________")
        expectEqual(bench.log, ["somebody", "nobody"])
        try bench.play("--________________")
        expectEqual(bench.log, ["somebody", "nobody", "somebody", "nobody"])
    }

    @Test func sensorDetectsUntilTheInactivityTimeout() throws {
        try bench.play("_" + String(repeating: "-", count: 50) + "_________")
        #expect(sensor.isDetecting)
        try bench.play("__")
        #expect(!sensor.isDetecting)
    }

    @Test func lostEndOfASignalIsFoundByTheNextSignal() throws {
        try bench.play("_-----?_____---_______________")
        expectEqual(bench.log.last, "nobody")
        expectEqual(sensor.lostEdges, 1)
    }
}
