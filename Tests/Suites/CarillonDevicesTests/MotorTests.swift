import CarillonGPIO
import CarillonScheduling
import MobiusCore
import TestSupport
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
    func speedIsClamped(drive: MotorDrive, expected: MotorDrive) { expectEqual(drive.inRange, expected) }

    /// Times are in milliseconds. `speed` and `rests` are expectations.
    enum Step {
        case aim(Double, Int)
        case speed(Double, Int? = nil)
        case rests
    }

    static let softStarts: [Row<Duration, [Step]>] = [
        Row(
            "the speed rises slowly and falls at once", .milliseconds(500),
            [
                .aim(0.8, 0), .speed(0, 0), .speed(0.2, 100), .speed(0.4, 200), .speed(0.6, 300), .speed(0.8, 400),
                .speed(0.8, 500), .rests, .aim(0.3, 600), .speed(0.3), .aim(0.5, 600), .speed(0.3, 600),
                .speed(0.5, 700), .speed(0.5, 800),
            ]),
        Row(
            "the other direction begins from a standstill", .milliseconds(500),
            [.aim(1, 0), .speed(1, 1000), .aim(-1, 1000), .speed(0), .speed(-0.2, 1100), .speed(-0.4, 1200)]),
        Row(
            "without a soft start, the speed is reached at once", .zero,
            [.aim(1, 0), .speed(1), .aim(-1, 0), .speed(-1), .aim(0.5, 0), .speed(0.5), .aim(0, 0), .speed(0)]),
    ]

    @Test(arguments: softStarts) func softStartHasTheseSpeeds(row: Row<Duration, [Step]>) {
        var start = SoftStart(row.given)
        for step in row.expected {
            switch step {
            case .aim(let speed, let time): start.aim(at: speed, at: .milliseconds(time))
            case .speed(let speed, let time):
                if let time { start.advance(to: .milliseconds(time)) }
                // A speed in between is rounded.
                let seen = time == nil ? start.speed : (start.speed * 100).rounded() / 100
                expectEqual(seen, speed, "\(step)", sourceLocation: row.place)
            case .rests: #expect(!start.isRising, "\(step)", sourceLocation: row.place)
            }
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

    @Test func eachDriveSetsAllLinesInOneCall() {
        let motor = motor()
        for drive in [MotorDrive.turning(1), .turning(-1), .braking, .coasting] { motor.set(drive) }
        // enable, in2, in1
        expectEqual(devices.lines.calls, [0b101, 0b110, 0b111, 0])
        expectEqual(devices.failures, 0)
    }

    @Test func speedIsTheDutyCycleOfTheLine() {
        let motor = motor()
        motor.set(.turning(-0.5))
        let drawing = devices.draw("GPIO6", for: 10_000, each: .microseconds(100))
        let share = Double(drawing.filter { $0 == "-" }.count) / 10_000
        #expect(abs(share - 0.5) < 0.02)
        #expect(!devices.draw("GPIO5", for: 100, each: .milliseconds(1)).contains("-"))
    }

    @Test func softStartEndsAtTheRequestedSpeed() {
        let motor = motor(softStart: .seconds(1))
        motor.set(.turning(0.5))
        devices.time.advance(by: .milliseconds(250))
        #expect(abs(motor.speed - 0.24) < 0.03)
        devices.time.advance(by: .seconds(1))
        expectEqual(motor.speed, 0.5)
        motor.brake()
        #expect(devices.levels.hasSuffix("---"))
        devices.time.advance(by: .seconds(1))
        #expect(devices.levels.hasSuffix("---"))
    }

    @Test func eachChangeIsReportedOnce() {
        let motor = motor()
        for speed in [0.5, 0.5, -2, 0, 0] { motor.set(.turning(speed)) }
        expectEqual(devices.changes.map(\.description), ["motor belt 50 %", "motor belt -100 %", "motor belt 0 %"])
    }

    @Test func motorStopsWhenTheLoopOfItsViewOrOfItsEffectsEnds() {
        let motor = motor()
        let view = motor.view { (model: Double) in .turning(model) }.connect { _ in }
        view.accept(0.75)
        expectEqual(motor.drive, .turning(0.75))
        view.dispose()
        expectEqual(motor.drive, .coasting)
        let handler: AnyEffectHandler<Double, Never> = motor.handler { .turning($0) }
        let effects = EffectRouter<Double, Never>().routeEffects(withParameters: { $0 }).to(handler).asConnectable
        let connection = effects.connect { _ in }
        for speed in [0.5, -0.5, 0.25] { connection.accept(speed) }
        expectEqual(motor.drive, .turning(0.25))
        connection.dispose()
        expectEqual(motor.drive, .coasting)
    }

    @Test func motorStopsWhenTheBoardIsClosed() {
        let motor = motor(softStart: .seconds(1))
        motor.set(.turning(1))
        motor.close()
        devices.bank.close()
        expectEqual(motor.drive, .coasting)
        motor.set(.turning(-1))
        devices.time.advance(by: .seconds(1))
        expectEqual(motor.speed, 0)
    }

    @Test func limitStopsTheMotorUntilTheModelHasStoppedTheMotor() {
        let motor = motor(limits: OutputLimits(longestOn: .seconds(10)))
        let connection = motor.view { (model: Double) in .turning(model) }.connect { _ in }
        connection.accept(1)
        devices.time.advance(by: .seconds(11))
        expectEqual(motor.drive, .coasting)
        connection.accept(1)
        expectEqual(motor.drive, .coasting)
        connection.accept(0)
        connection.accept(0.5)
        expectEqual(motor.drive, .turning(0.5))
    }

    @Test func featureIsTheSpeedInPercent() {
        let motor = motor()
        motor.setFeature(0, to: .level(-30))
        expectEqual(motor.drive, .turning(-0.3))
        expectEqual(motor.value(of: 0).number, -30)
    }
}

@Suite struct FanTests {
    private let devices = OutputDevices()

    private func fan(minimum: Double = 0) -> Fan {
        let fan = Fan(name: "case", output: devices.bank.output(0), observer: devices.observer)
        fan.minimum = minimum
        return devices.add(fan)
    }

    @Test(arguments: [(0.0, 0.0), (-1, 0), (0.1, 0.4), (0.4, 0.4), (0.6, 0.6), (1, 1), (3, 1)])
    func speedIsAtLeastTheMinimum(speed: Double, expected: Double) {
        let fan = fan(minimum: 0.4)
        fan.set(speed)
        #expect(abs(fan.speed - expected) < 0.01)
        fan.setFeature(0, to: .toggle(.dimmed(to: speed)))
        #expect(abs(fan.speed - expected) < 0.01)
    }

    @Test func viewTurnsTheFan() {
        let fan = fan()
        let connection = fan.view { (isWarm: Bool) in isWarm ? 1 : 0 }.connect { _ in }
        connection.accept(true)
        expectEqual(devices.level(of: "GPIO5"), .active)
        connection.accept(false)
        expectEqual(devices.level(of: "GPIO5"), .inactive)
        expectEqual(devices.changes.map(\.description), ["fan case on", "fan case off"])
    }
}
