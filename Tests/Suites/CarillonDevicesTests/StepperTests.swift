import CarillonGPIO
import CarillonScheduling
import MobiusCore
import Testing

@testable import CarillonDevices

@Suite struct StepPlanTests {
    /// The data sheet of the 28BYJ-48: the coils of the eight half steps, the first one on the right.
    @Test(arguments: [(StepMode.half, [1, 3, 2, 6, 4, 12, 8, 9]), (.full, [3, 6, 12, 9])] as [(StepMode, [UInt8])])
    func coilsFollowTheTableOfTheDataSheet(mode: StepMode, coils: [UInt8]) {
        for (index, expected) in coils.enumerated() {
            #expect(mode.coils(at: index) == expected)
            #expect(mode.coils(at: index - coils.count) == expected)
            #expect(mode.coils(at: index + 5 * coils.count) == expected)
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

    @Test func stepsWithoutASoftStartAreEquallyLong() {
        var plan = StepPlan(speed: 100, rise: .zero)
        plan.aim(at: 4, at: .zero)
        #expect(times(&plan) == [10, 20, 30, 40])
        #expect(plan.position == 4)
        plan.aim(at: 2, at: .seconds(1))
        #expect(times(&plan, from: .seconds(1)) == [10, 20])
        #expect(plan.position == 2)
    }

    @Test func softStartReachesFullSpeedInItsTimeAndEndsAsSlowly() {
        var plan = StepPlan(speed: 500, rise: .seconds(1))
        plan.aim(at: 2000, at: .zero)
        let steps = times(&plan)
        #expect(plan.position == 2000)
        // 250 steps for each ramp of 1 s, and 1500 at 500 steps a second.
        #expect(abs(steps[249] - 1000) < 60)
        #expect(abs(steps[1749] - steps[249] - 3000) < 10)
        #expect(abs(steps[1999] - steps[1749] - 1000) < 60)
        let pauses = zip(steps.dropFirst(), steps).map { $0 - $1 }
        #expect(pauses.min() == 2 || pauses.min() == 1)
        #expect(abs(pauses.last! - steps[0]) <= 1)
    }

    @Test func shortWayHasNoFullSpeed() {
        var plan = StepPlan(speed: 500, rise: .seconds(1))
        plan.aim(at: 3, at: .zero)
        let steps = times(&plan)
        #expect(steps.count == 3)
        // The square roots of 1000, 2000 and 1000.
        #expect(steps == [31, 53, 85])
    }

    @Test func targetBehindIsReachedAfterSlowingDown() {
        var plan = StepPlan(speed: 500, rise: .seconds(1))
        plan.aim(at: 1000, at: .zero)
        for _ in 0..<100 { _ = plan.advance(to: plan.wakeUp!) }
        #expect(plan.position == 100)
        plan.aim(at: 0, at: plan.wakeUp!)
        let steps = times(&plan)
        #expect(plan.position == 0)
        #expect(abs(steps.count - 300) <= 2)
    }

    @Test func stopTakesAsManyStepsAsTheStart() {
        var plan = StepPlan(speed: 500, rise: .seconds(1))
        plan.aim(at: -1000, at: .zero)
        for _ in 0..<50 { _ = plan.advance(to: plan.wakeUp!) }
        plan.stop()
        _ = times(&plan)
        #expect(abs(plan.position + 100) <= 1)
        #expect(plan.position == plan.target)
    }

    @Test func lateStepDoesNotShortenTheNextPause() {
        var plan = StepPlan(speed: 100, rise: .zero)
        plan.aim(at: 4, at: .zero)
        _ = plan.advance(to: .milliseconds(17))
        #expect(plan.wakeUp == .milliseconds(27))
        _ = plan.advance(to: .nanoseconds(27_100_000))
        #expect(plan.wakeUp == .milliseconds(37))
        let isStep = plan.advance(to: .milliseconds(36))
        #expect(!isStep)
        #expect(plan.position == 2)
    }

    @Test func haltIsAtOnce() {
        var plan = StepPlan(speed: 100, rise: .seconds(1))
        plan.aim(at: 40, at: .zero)
        _ = plan.advance(to: plan.wakeUp!)
        plan.halt()
        #expect(plan.wakeUp == nil)
        #expect(plan.position == 1 && plan.target == 1)
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
        stepper.move(to: position)
        devices.time.advance(by: .seconds(1))
        #expect(devices.lines.calls == levels)
        #expect(stepper.position == position)
        #expect(!stepper.isMoving)
    }

    @Test(arguments: [50.0, 333, 1000]) func secondHasAsManyStepsAsTheSpeed(speed: Double) {
        let stepper = stepper(speed: speed)
        stepper.move(to: 100_000)
        devices.time.advance(by: .seconds(10))
        #expect(abs(Double(stepper.position) - speed * 10) <= 1)
    }

    @Test func coilsAreHeldUntilTheRotorRests() {
        let stepper = stepper()
        stepper.move(by: 2)
        devices.time.advance(by: .milliseconds(110))
        #expect(devices.levels == "__-_")
        devices.time.advance(by: .milliseconds(20))
        #expect(devices.levels == "____")
        stepper.move(by: -1)
        #expect(devices.levels == "__-_")
    }

    @Test func heldCoilsKeepTheirCurrentUntilTheRelease() {
        let stepper = stepper(holds: true)
        stepper.move(to: 1)
        devices.time.advance(by: .seconds(60))
        #expect(devices.levels == "__--")
        stepper.release()
        #expect(devices.levels == "____")
    }

    @Test func rangeClampsThePosition() {
        let stepper = stepper(speed: 1000, range: 0...100)
        stepper.move(to: 500)
        #expect(stepper.target == 100)
        stepper.move(by: -300)
        #expect(stepper.target == 0)
        stepper.move(by: .min)
        #expect(stepper.target == 0)
    }

    @Test func eachMovementIsReportedAtItsStartAndEnd() {
        let stepper = stepper()
        for position in [5, 5, 5] { stepper.move(to: position) }
        devices.time.advance(by: .seconds(1))
        stepper.move(to: 2)
        stepper.stop()
        devices.time.advance(by: .seconds(1))
        #expect(stepper.position == 4)
        #expect(stepper.value(of: 1).number == 4)
        #expect(
            devices.changes.map(\.description) == [
                "stepper blind 5 steps", "stepper blind 5 steps", "stepper blind 2 steps", "stepper blind 4 steps",
                "stepper blind 4 steps",
            ])
    }

    @Test func itStopsWithoutCurrentWhenItsViewIsDisconnected() {
        let stepper = stepper()
        let connection = stepper.moving { (model: Int) in model }.connect { _ in }
        connection.accept(1000)
        devices.time.advance(by: .milliseconds(105))
        connection.dispose()
        #expect(devices.levels == "____")
        devices.time.advance(by: .seconds(1))
        #expect(stepper.position == 10 && stepper.target == 10)
    }

    @Test func effectEndsAtItsPosition() {
        let stepper = stepper()
        let ends = Locked(0)
        let handler: AnyEffectHandler<Int, Never> = stepper.moving()
        for position in [3, 3, 4] {
            _ = handler.handle(position, EffectCallback(onSend: { _ in }, onEnd: { ends.withLock { $0 += 1 } }))
        }
        // Each effect ends the one before.
        #expect(ends.withLock { $0 } == 2)
        devices.time.advance(by: .milliseconds(41))
        #expect(stepper.position == 4)
        #expect(ends.withLock { $0 } == 3)
    }

    @Test func itStopsWhenTheLoopOfItsEffectsEnds() {
        let stepper = stepper()
        let handler: AnyEffectHandler<Int, Never> = stepper.moving()
        let effects = EffectRouter<Int, Never>().routeEffects(withParameters: { $0 }).to(handler).asConnectable
        let connection = effects.connect { _ in }
        connection.accept(100)
        devices.time.advance(by: .milliseconds(50))
        connection.dispose()
        #expect(stepper.position == 5 && !stepper.isMoving)
        #expect(devices.levels == "____")
    }

    @Test func itStopsWhenTheBoardIsClosed() {
        let stepper = stepper()
        stepper.move(to: 100)
        stepper.close()
        devices.bank.close()
        #expect(devices.lines.isClosed)
        let calls = devices.lines.calls.count
        stepper.move(to: -100)
        stepper.release()
        devices.time.advance(by: .seconds(2))
        #expect(devices.lines.calls.count == calls)
    }

    @Test func limitStopsItUntilTheModelAsksForAnotherPosition() {
        let stepper = stepper(limits: OutputLimits(longestOn: .seconds(1)))
        let connection = stepper.moving { (model: Int) in model }.connect { _ in }
        connection.accept(1000)
        devices.time.advance(by: .seconds(2))
        #expect(!stepper.isMoving)
        #expect(devices.levels == "____")
        let position = stepper.position
        connection.accept(1000)
        #expect(!stepper.isMoving)
        connection.accept(0)
        devices.time.advance(by: .milliseconds(500))
        #expect(stepper.position < position)
    }

    @Test func featureIsTheTarget() {
        let stepper = stepper(range: -50...50)
        stepper.set(0, to: .level(-30))
        #expect(stepper.target == -30)
        #expect(stepper.value(of: 0).number == -30)
        #expect(stepper.value(of: 1).number == 0)
    }
}
