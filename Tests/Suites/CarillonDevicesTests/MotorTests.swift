import CarillonGPIO
import CarillonScheduling
import MobiusCore
import Testing

@testable import CarillonDevices

@Suite struct MotorDriveTests {
    /// Texas Instruments DRV8833 and DRV8835 (in/in mode, phase/enable mode), with the share of the time for a speed.
    @Test(arguments: [
        (MotorInputs.inIn, MotorDrive.coasting, 0.0, 0.0), (.inIn, .turning(1), 1, 0), (.inIn, .turning(-1), 0, 1),
        (.inIn, .turning(0.25), 0.25, 0), (.inIn, .turning(-0.25), 0, 0.25), (.inIn, .braking, 1, 1),
        (.phaseEnable, .coasting, 0, 0), (.phaseEnable, .turning(1), 0, 1), (.phaseEnable, .turning(-1), 1, 1),
        (.phaseEnable, .turning(0.5), 0, 0.5), (.phaseEnable, .turning(-0.5), 1, 0.5), (.phaseEnable, .braking, 0, 0),
    ])
    func inputsHaveTheLevelsOfTheTruthTable(inputs: MotorInputs, drive: MotorDrive, in1: Double, in2: Double) {
        #expect(inputs.levels(of: drive) == (in1, in2))
    }

    @Test(arguments: [
        (MotorDrive.turning(2), MotorDrive.turning(1)), (.turning(-7), .turning(-1)), (.turning(0), .coasting),
        (.turning(.nan), .coasting), (.turning(0.5), .turning(0.5)), (.braking, .braking),
    ])
    func speedIsClamped(drive: MotorDrive, expected: MotorDrive) { #expect(drive.inRange == expected) }

    private func speeds(_ start: inout SoftStart, from: Int, to: Int) -> [Double] {
        stride(from: from, through: to, by: 100).map { time in
            start.advance(to: .milliseconds(time))
            return (start.speed * 100).rounded() / 100
        }
    }

    @Test func speedRisesSlowlyAndFallsAtOnce() {
        var start = SoftStart(.milliseconds(500))
        start.aim(at: 0.8, at: .zero)
        #expect(speeds(&start, from: 0, to: 500) == [0, 0.2, 0.4, 0.6, 0.8, 0.8])
        #expect(!start.isRising)
        start.aim(at: 0.3, at: .milliseconds(600))
        #expect(start.speed == 0.3)
        start.aim(at: 0.5, at: .milliseconds(600))
        #expect(speeds(&start, from: 600, to: 800) == [0.3, 0.5, 0.5])
    }

    @Test func otherDirectionBeginsFromAStandstill() {
        var start = SoftStart(.milliseconds(500))
        start.aim(at: 1, at: .zero)
        start.advance(to: .seconds(1))
        start.aim(at: -1, at: .seconds(1))
        #expect(start.speed == 0)
        #expect(speeds(&start, from: 1100, to: 1200) == [-0.2, -0.4])
    }

    @Test func withoutASoftStartTheSpeedIsThereAtOnce() {
        var start = SoftStart(.zero)
        for speed in [1, -1, 0.5, 0] {
            start.aim(at: speed, at: .zero)
            #expect(start.speed == speed)
        }
    }
}

@Suite struct MotorTests {
    private let devices = OutputDevices()

    private func motor(
        _ inputs: MotorInputs = .inIn, softStart: Duration = .zero, limits: OutputLimits = .none
    ) -> Motor {
        devices.add(
            Motor(
                name: "belt", inputs: inputs, in1: devices.bank.output(0), in2: devices.bank.output(1),
                enable: devices.bank.output(2), softStart: softStart, limits: limits, observer: devices.observer))
    }

    @Test func linesFollowTheDrive() {
        let motor = motor()
        var levels: [String] = []
        for drive in [MotorDrive.turning(1), .turning(-1), .braking, .coasting] {
            motor.set(drive)
            levels.append(String(devices.levels.suffix(3)))
        }
        // enable, in2, in1
        #expect(levels == ["-_-", "--_", "---", "___"])
        #expect(devices.failures == 0)
    }

    @Test func bothInputsChangeAtTheSameMoment() {
        let motor = motor()
        motor.set(1)
        motor.set(-1)
        #expect(devices.lines.calls == [0b101, 0b110])
    }

    @Test func speedIsTheShareOfTheTime() {
        let motor = motor()
        motor.set(-0.5)
        let drawing = devices.draw("GPIO6", for: 10_000, each: .microseconds(100))
        let share = Double(drawing.filter { $0 == "-" }.count) / 10_000
        #expect(abs(share - 0.5) < 0.02)
        #expect(!devices.draw("GPIO5", for: 100, each: .milliseconds(1)).contains("-"))
    }

    @Test func softStartEndsAtTheSpeed() {
        let motor = motor(softStart: .seconds(1))
        motor.set(0.5)
        devices.time.advance(by: .milliseconds(250))
        #expect(abs(motor.speed - 0.24) < 0.03)
        devices.time.advance(by: .seconds(1))
        #expect(motor.speed == 0.5)
        motor.brake()
        #expect(devices.levels.hasSuffix("---"))
        devices.time.advance(by: .seconds(1))
        #expect(devices.levels.hasSuffix("---"))
    }

    @Test func eachChangeIsReportedOnce() {
        let motor = motor()
        for speed in [0.5, 0.5, -2, 0, 0] { motor.set(speed) }
        #expect(devices.changes.map(\.description) == ["motor belt 50 %", "motor belt -100 %", "motor belt 0 %"])
    }

    @Test func itStopsWhenItsViewIsDisconnected() {
        let motor = motor()
        let connection = motor.turning { (model: Double) in model }.connect { _ in }
        connection.accept(0.75)
        #expect(motor.drive == .turning(0.75))
        connection.dispose()
        #expect(motor.drive == .coasting)
    }

    @Test func itStopsWhenTheLoopOfItsEffectsEnds() {
        let motor = motor()
        let handler: AnyEffectHandler<Double, Never> = motor.driving()
        let effects = EffectRouter<Double, Never>().routeEffects(withParameters: { $0 }).to(handler).asConnectable
        let connection = effects.connect { _ in }
        for speed in [0.5, -0.5, 0.25] { connection.accept(speed) }
        #expect(motor.drive == .turning(0.25))
        connection.dispose()
        #expect(motor.drive == .coasting)
    }

    @Test func itStopsWhenTheBoardIsClosed() {
        let motor = motor(softStart: .seconds(1))
        motor.set(1)
        motor.close()
        devices.bank.close()
        #expect(motor.drive == .coasting)
        #expect(devices.lines.isClosed)
        motor.set(-1)
        devices.time.advance(by: .seconds(1))
        #expect(motor.speed == 0)
    }

    @Test func limitStopsItUntilTheModelHasStoppedIt() {
        let motor = motor(limits: OutputLimits(longestOn: .seconds(10)))
        let connection = motor.turning { (model: Double) in model }.connect { _ in }
        connection.accept(1)
        devices.time.advance(by: .seconds(11))
        #expect(motor.drive == .coasting)
        connection.accept(1)
        #expect(motor.drive == .coasting)
        connection.accept(0)
        connection.accept(0.5)
        #expect(motor.drive == .turning(0.5))
    }

    @Test func featureIsTheSpeedInPercent() {
        let motor = motor()
        motor.set(0, to: .level(-30))
        #expect(motor.drive == .turning(-0.3))
        #expect(motor.value(of: 0).number == -30)
    }
}

@Suite struct FanTests {
    private let devices = OutputDevices()

    private func fan(minimum: Double = 0) -> Fan {
        devices.add(Fan(name: "case", minimum: minimum, output: devices.bank.output(0), observer: devices.observer))
    }

    @Test(arguments: [(0.0, 0.0), (-1, 0), (0.1, 0.4), (0.4, 0.4), (0.6, 0.6), (1, 1), (3, 1)])
    func speedIsAtLeastTheMinimum(speed: Double, expected: Double) {
        let fan = fan(minimum: 0.4)
        fan.set(speed)
        #expect(abs(fan.speed - expected) < 0.01)
        fan.set(0, to: .toggle(.dimmed(to: speed)))
        #expect(abs(fan.speed - expected) < 0.01)
    }

    @Test func viewTurnsIt() {
        let fan = fan()
        let connection = fan.turning { (isWarm: Bool) in isWarm ? 1 : 0 }.connect { _ in }
        connection.accept(true)
        #expect(devices.level(of: "GPIO5") == .active)
        connection.accept(false)
        #expect(devices.level(of: "GPIO5") == .inactive)
        #expect(devices.changes.map(\.description) == ["fan case on", "fan case off"])
    }
}
