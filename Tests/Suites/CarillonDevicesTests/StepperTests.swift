import CarillonGPIO
import CarillonScheduling
import MobiusCore
import TestSupport
import Testing

@testable import CarillonDevices

@Suite struct StepPlanTests {
    /// The data sheet of the 28BYJ-48: the coils of the eight half steps, the first one on the right.
    @Test(arguments: [(StepMode.half, [1, 3, 2, 6, 4, 12, 8, 9]), (.full, [3, 6, 12, 9])] as [(StepMode, [UInt8])])
    func coilsFollowTheTableOfTheDataSheet(mode: StepMode, coils: [UInt8]) {
        for (index, expected) in coils.enumerated() {
            expectEqual(mode.coils(at: index), expected)
            expectEqual(mode.coils(at: index - coils.count), expected)
            expectEqual(mode.coils(at: index + 5 * coils.count), expected)
        }
    }

    /// Returns the times of all steps until the target is reached, in milliseconds.
    private func times(_ plan: inout StepPlan, from start: Duration = .zero) -> [Int64] {
        var times: [Int64] = []
        while let time = plan.wakeUp, times.count < 10_000 {
            _ = plan.advance(to: time)
            times.append((time - start).wholeNanoseconds / 1_000_000)
        }
        return times
    }

    /// Times are in milliseconds. `times`, `step`, `wakeUp` and `position` are expectations.
    enum Step {
        case plan(speed: Double, rise: Duration)
        case aim(Int, at: Int)
        case halt
        case times([Int64], from: Int = 0)
        case step(Double? = nil, Bool? = nil)
        case wakeUp(Int?)
        case position(Int, target: Int)
    }

    static let courses: [Course<Step>] = [
        Course(
            "steps without a soft start are equally long",
            .plan(speed: 100, rise: .zero), .aim(4, at: 0), .times([10, 20, 30, 40]), .position(4, target: 4),
            .aim(2, at: 1000), .times([10, 20], from: 1000), .position(2, target: 2)),
        // The square roots of 1000, 2000 and 1000.
        Course(
            "a short movement does not reach full speed",
            .plan(speed: 500, rise: .seconds(1)), .aim(3, at: 0), .times([31, 53, 85])),
        Course(
            "a late step does not shorten the next pause",
            .plan(speed: 100, rise: .zero), .aim(4, at: 0), .step(17), .wakeUp(27), .step(27.1), .wakeUp(37),
            .step(36, false), .position(2, target: 4)),
        Course(
            "a halt takes effect at once",
            .plan(speed: 100, rise: .seconds(1)), .aim(40, at: 0), .step(), .halt, .wakeUp(nil),
            .position(1, target: 1)),
    ]

    @Test(arguments: courses) func stepsHaveTheseTimes(course: Course<Step>) {
        var plan = StepPlan(speed: 1, rise: .zero)
        for step in course.steps {
            switch step {
            case .plan(let speed, let rise): plan = StepPlan(speed: speed, rise: rise)
            case .aim(let target, let time): plan.aim(at: target, at: .milliseconds(time))
            case .halt: plan.halt()
            case .times(let times, let start):
                let seen = self.times(&plan, from: .milliseconds(start))
                expectEqual(seen, times, "\(step)", sourceLocation: course.place)
            case .step(let time, let isStep):
                let seen = plan.advance(to: time.map { .microseconds(Int64($0 * 1000)) } ?? plan.wakeUp!)
                expectEqual(seen, isStep ?? seen, "\(step)", sourceLocation: course.place)
            case .wakeUp(let time):
                expectEqual(plan.wakeUp, time.map { .milliseconds($0) }, "\(step)", sourceLocation: course.place)
            case .position(let position, let target):
                expectEqual([plan.position, plan.target], [position, target], "\(step)", sourceLocation: course.place)
            }
        }
    }

    @Test func softStartReachesFullSpeedInItsTimeAndEndsAsSlowly() {
        var plan = StepPlan(speed: 500, rise: .seconds(1))
        plan.aim(at: 2000, at: .zero)
        let steps = times(&plan)
        expectEqual(plan.position, 2000)
        // 250 steps for each ramp of 1 s, and 1500 at 500 steps a second.
        #expect(abs(steps[249] - 1000) < 60)
        #expect(abs(steps[1749] - steps[249] - 3000) < 10)
        #expect(abs(steps[1999] - steps[1749] - 1000) < 60)
        let pauses = zip(steps.dropFirst(), steps).map { $0 - $1 }
        #expect(pauses.min() == 2 || pauses.min() == 1)
        #expect(abs(pauses.last! - steps[0]) <= 1)
    }

    @Test func targetInTheOppositeDirectionIsReachedAfterSlowingDown() {
        var plan = StepPlan(speed: 500, rise: .seconds(1))
        plan.aim(at: 1000, at: .zero)
        for _ in 0..<100 { _ = plan.advance(to: plan.wakeUp!) }
        expectEqual(plan.position, 100)
        plan.aim(at: 0, at: plan.wakeUp!)
        let steps = times(&plan)
        expectEqual(plan.position, 0)
        #expect(abs(steps.count - 300) <= 2)
    }

    @Test func stopTakesAsManyStepsAsTheStart() {
        var plan = StepPlan(speed: 500, rise: .seconds(1))
        plan.aim(at: -1000, at: .zero)
        for _ in 0..<50 { _ = plan.advance(to: plan.wakeUp!) }
        plan.stop()
        _ = times(&plan)
        #expect(abs(plan.position + 100) <= 1)
        expectEqual(plan.position, plan.target)
    }
}

@Suite struct StepperTests {
    private let devices = OutputDevices()

    private func stepper(
        _ mode: StepMode = .half, speed: Double = 100, softStart: Duration = .zero, range: ClosedRange<Int>? = nil,
        holds: Bool = false, limits: OutputLimits = .none
    ) -> Stepper {
        devices.add(
            Stepper(
                name: "blind", mode: mode, speed: speed, softStart: softStart, range: range, holds: holds,
                inputs: (0..<4).map { devices.bank.output($0) }, limits: limits, observer: devices.observer))
    }

    @Test(
        arguments: [
            (StepMode.half, 3, [0b0001, 0b0011, 0b0010, 0b0110, 0]), (.full, 2, [0b0011, 0b0110, 0b1100, 0]),
            (.half, -2, [0b0001, 0b1001, 0b1000, 0]),
        ] as [(StepMode, Int, [UInt64])])
    func linesFollowTheSteps(mode: StepMode, position: Int, levels: [UInt64]) {
        let stepper = stepper(mode)
        stepper.set(position)
        devices.time.advance(by: .seconds(1))
        expectEqual(devices.lines.calls, levels)
        expectEqual(stepper.position, position)
        #expect(!stepper.isMoving)
    }

    @Test(arguments: [50.0, 333, 1000]) func stepperMakesAsManyStepsASecondAsItsSpeed(speed: Double) {
        let stepper = stepper(speed: speed)
        stepper.set(100_000)
        devices.time.advance(by: .seconds(10))
        #expect(abs(Double(stepper.position) - speed * 10) <= 1)
    }

    @Test func coilsAreHeldUntilTheRotorRests() {
        let stepper = stepper()
        stepper.move(by: 2)
        devices.time.advance(by: .milliseconds(110))
        expectEqual(devices.levels, "__-_")
        devices.time.advance(by: .milliseconds(20))
        expectEqual(devices.levels, "____")
        stepper.move(by: -1)
        expectEqual(devices.levels, "__-_")
    }

    @Test func heldCoilsKeepTheirCurrentUntilTheRelease() {
        let stepper = stepper(holds: true)
        stepper.set(1)
        devices.time.advance(by: .seconds(60))
        expectEqual(devices.levels, "__--")
        stepper.release()
        expectEqual(devices.levels, "____")
    }

    @Test func rangeClampsThePosition() {
        let stepper = stepper(speed: 1000, range: 0...100)
        stepper.set(500)
        expectEqual(stepper.target, 100)
        stepper.move(by: -300)
        expectEqual(stepper.target, 0)
        stepper.move(by: .min)
        expectEqual(stepper.target, 0)
    }

    @Test func eachMovementIsReportedAtItsStartAndEnd() {
        let stepper = stepper()
        for position in [5, 5, 5] { stepper.set(position) }
        devices.time.advance(by: .seconds(1))
        stepper.set(2)
        stepper.stop()
        devices.time.advance(by: .seconds(1))
        expectEqual(stepper.position, 4)
        expectEqual(stepper.value(of: 1).number, 4)
        expectEqual(
            devices.changes.map(\.description),
            [
                "stepper blind 5 steps", "stepper blind 5 steps", "stepper blind 2 steps", "stepper blind 4 steps",
                "stepper blind 4 steps",
            ])
    }

    @Test func stepperStopsWithoutCurrentWhenTheLoopOfItsViewOrOfItsEffectsEnds() {
        let stepper = stepper()
        let view = stepper.view { (model: Int) in model }.connect { _ in }
        view.accept(1000)
        devices.time.advance(by: .milliseconds(105))
        view.dispose()
        expectEqual(devices.levels, "____")
        devices.time.advance(by: .seconds(1))
        #expect(stepper.position == 10 && stepper.target == 10)
        let handler: AnyEffectHandler<Int, Never> = stepper.handler { $0 }
        let effects = EffectRouter<Int, Never>().routeEffects(withParameters: { $0 }).to(handler).asConnectable
        let connection = effects.connect { _ in }
        connection.accept(100)
        devices.time.advance(by: .milliseconds(50))
        connection.dispose()
        #expect(stepper.position == 15 && !stepper.isMoving)
        expectEqual(devices.levels, "____")
    }

    @Test func effectEndsAtItsPosition() {
        let stepper = stepper()
        let ends = Locked(0)
        let handler: AnyEffectHandler<Int, Never> = stepper.handler { $0 }
        for position in [3, 3, 4] {
            _ = handler.handle(position, EffectCallback(onSend: { _ in }, onEnd: { ends.withLock { $0 += 1 } }))
        }
        // Each effect ends the one before.
        expectEqual(ends.withLock { $0 }, 2)
        devices.time.advance(by: .milliseconds(41))
        expectEqual(stepper.position, 4)
        expectEqual(ends.withLock { $0 }, 3)
    }

    @Test func stepperStopsWhenTheBoardIsClosed() {
        let stepper = stepper()
        stepper.set(100)
        stepper.close()
        devices.bank.close()
        let calls = devices.lines.calls.count
        stepper.set(-100)
        stepper.release()
        devices.time.advance(by: .seconds(2))
        expectEqual(devices.lines.calls.count, calls)
    }

    @Test func limitStopsTheStepperUntilTheModelHasAnotherPosition() {
        let stepper = stepper(limits: OutputLimits(longestOn: .seconds(1)))
        let connection = stepper.view { (model: Int) in model }.connect { _ in }
        connection.accept(1000)
        devices.time.advance(by: .seconds(2))
        #expect(!stepper.isMoving)
        expectEqual(devices.levels, "____")
        let position = stepper.position
        connection.accept(1000)
        #expect(!stepper.isMoving)
        connection.accept(0)
        devices.time.advance(by: .milliseconds(500))
        #expect(stepper.position < position)
    }

    @Test func featureIsTheTarget() {
        let stepper = stepper(range: -50...50)
        stepper.setFeature(0, to: .level(-30))
        expectEqual(stepper.target, -30)
        expectEqual(stepper.value(of: 0).number, -30)
        expectEqual(stepper.value(of: 1).number, 0)
    }
}
