import CarillonGPIO
import CarillonScheduling
import TestSupport
import Testing

@testable import CarillonDevices

@Suite struct ServoTests {
    private let devices = OutputDevices()

    private func servo(pulse: ClosedRange<Duration> = .milliseconds(1)...(.milliseconds(2))) -> Servo {
        var settings = Servo.Settings()
        settings.pulse = pulse
        return devices.add(
            Servo(name: "arm", settings, output: devices.bank.output(0), observer: devices.observer))
    }

    @Test(arguments: [(-90, 100), (0, 150), (45, 175), (90, 200)])
    func lengthOfAPulseEncodesTheAngle(angle: Int, hundredths: Int) {
        servo().set(Double(angle))
        let drawing = devices.draw("GPIO5", for: 4000, each: .microseconds(10))
        let period = String(repeating: "-", count: hundredths) + String(repeating: "_", count: 2000 - hundredths)
        expectEqual(drawing, period + period)
    }

    @Test func wiringSetsTheLengthsOfThePulses() {
        servo(pulse: .microseconds(500)...(.microseconds(2500))).set(90)
        expectEqual(devices.draw("GPIO5", for: 6, each: .microseconds(500)), "-----_")
    }

    @Test(arguments: [(-90, 4), (0, 3), (90, 2)])
    func reversedServoHasTheLongestPulseAtTheLowestAngle(angle: Int, halves: Int) {
        var settings = Servo.Settings()
        settings.isReversed = true
        let servo = devices.add(
            Servo(name: "arm", settings, output: devices.bank.output(0), observer: devices.observer))
        servo.set(Double(angle))
        let drawing = String(repeating: "-", count: halves) + String(repeating: "_", count: 6 - halves)
        expectEqual(devices.draw("GPIO5", for: 6, each: .microseconds(500)), drawing)
        expectEqual(servo.angle, Double(angle))
    }

    @Test func servoHasNoPulsesBeforeTheFirstAngleAndAfterOff() {
        let servo = servo()
        devices.time.advance(by: .seconds(1))
        expectEqual(servo.angle, nil)
        #expect(devices.lines.calls.isEmpty)
        servo.set(30)
        devices.time.advance(by: .milliseconds(5))
        servo.off()
        devices.time.advance(by: .seconds(1))
        expectEqual(servo.angle, nil)
        expectEqual(devices.lines.calls, [1, 0])
    }

    @Test func eachChangeIsReportedOnce() {
        let servo = servo()
        for angle in [20.0, 20, 100] { servo.set(angle) }
        servo.off()
        servo.off()
        expectEqual(devices.changes.map(\.description), ["servo arm 20°", "servo arm 90°", "servo arm off"])
    }
}
