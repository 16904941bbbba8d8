import CarillonGPIO
import CarillonScheduling
import MobiusCore
import Testing

@testable import CarillonDevices

@Suite struct ServoTests {
    private let devices = OutputDevices()

    private func servo(pulse: ClosedRange<Duration> = .milliseconds(1)...(.milliseconds(2))) -> Servo {
        devices.add(Servo(name: "arm", pulse: pulse, output: devices.bank.output(0), observer: devices.observer))
    }

    @Test(arguments: [(-90, 100), (0, 150), (45, 175), (90, 200)])
    func lengthOfAPulseSaysTheAngle(angle: Int, hundredths: Int) {
        servo().set(Double(angle))
        let drawing = devices.draw("GPIO5", for: 4000, each: .microseconds(10))
        let period = String(repeating: "-", count: hundredths) + String(repeating: "_", count: 2000 - hundredths)
        #expect(drawing == period + period)
    }

    @Test func wiringSaysHowLongPulsesAre() {
        servo(pulse: .microseconds(500)...(.microseconds(2500))).set(90)
        #expect(devices.draw("GPIO5", for: 6, each: .microseconds(500)) == "-----_")
    }

    @Test(arguments: [(-90, 4), (0, 3), (90, 2)])
    func reversedServoHasLongestPulseAtLowestAngle(angle: Int, halves: Int) {
        let servo = devices.add(
            Servo(name: "arm", isReversed: true, output: devices.bank.output(0), observer: devices.observer))
        servo.set(Double(angle))
        let drawing = String(repeating: "-", count: halves) + String(repeating: "_", count: 6 - halves)
        #expect(devices.draw("GPIO5", for: 6, each: .microseconds(500)) == drawing)
        #expect(servo.angle == Double(angle))
    }

    @Test func servoHasNoPulsesBeforeTheFirstAngleAndAfterOff() {
        let servo = servo()
        devices.time.advance(by: .seconds(1))
        #expect(servo.angle == nil)
        #expect(devices.lines.calls.isEmpty)
        servo.set(30)
        devices.time.advance(by: .milliseconds(5))
        servo.off()
        devices.time.advance(by: .seconds(1))
        #expect(servo.angle == nil)
        #expect(devices.lines.calls == [1, 0])
    }

    @Test func eachChangeIsReportedOnce() {
        let servo = servo()
        for angle in [20.0, 20, 100] { servo.set(angle) }
        servo.off()
        servo.off()
        #expect(devices.changes.map(\.description) == ["servo arm 20°", "servo arm 90°", "servo arm off"])
    }

    @Test func effectTurnsIt() {
        let servo = servo()
        let effect: AnyEffectHandler<Void, Never> = servo.set(-30)
        _ = effect.handle((), EffectCallback(onSend: { _ in }, onEnd: {}))
        #expect(servo.angle == -30)
    }

    @Test func itFailsAsOtherOutputsDoAndTurnsWhenItsLineWorks() {
        let servo = servo()
        devices.lines.error = .system(operation: "setting the lines arm", errno: 121)
        servo.set(0)
        devices.time.advance(by: .seconds(2))
        #expect(devices.failures == 1)
        devices.lines.error = nil
        devices.time.advance(by: .seconds(1))
        #expect(Set(devices.draw("GPIO5", for: 20, each: .milliseconds(1))) == ["-", "_"])
    }
}
