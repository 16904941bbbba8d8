import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A motor with two directions, which a driver controls: a DRV8833, an L298N, a TB6612 or a DRV8835.
///
///     controller.connectView(try board.motor("belt").turning { $0.isRunning ? 0.5 : 0 })
///     .routeCase(Effect.move).to(try board.motor("belt").driving())      // the effect carries the speed
///
/// The motor coasts when a loop that drives it ends. Its lines are switched off when the program ends for any reason.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class Motor: @unchecked Sendable {
    /// The time between two steps of a soft start.
    private static let step = Duration.milliseconds(20)

    /// The name in the wiring.
    public let name: String
    /// The most recent drive that was set; `.coasting` after the board is closed. Queue only.
    public var drive: MotorDrive { bank.isClosed ? .coasting : shown }
    /// The present speed, as a share of the full speed from -1 to 1. It rises gradually during a soft start. Queue only.
    public var speed: Double { bank.isClosed ? 0 : softStart.speed }

    private let inputs: MotorInputs
    private let in1, in2: Output
    private let enable: Output?
    private let bank: OutputBank
    private let queue: any Scheduler
    private let observer: DeviceObserver
    private let views = ViewCount()
    private let alarm: Alarm
    private var softStart: SoftStart
    private var shown = MotorDrive.coasting
    private var limits: OutputGuard?

    /// Creates a motor that is coasting.
    ///
    /// - Parameters:
    ///   - inputs: The meaning of the driver's two inputs.
    ///   - in1: The output for the first input: forward, or the phase.
    ///   - in2: The output for the second input: backward, or enable.
    ///   - enable: The output for a standby or enable input, which is active unless the motor coasts; nil for none.
    ///   - softStart: The time from a standstill to full speed; zero for none.
    ///   - limits: The limits of the motor, such as the longest time for which it turns; none by default.
    ///   - observer: Notified of each change.
    public init(
        name: String, inputs: MotorInputs = .inIn, in1: Output, in2: Output, enable: Output? = nil,
        softStart: Duration = .zero, limits: OutputLimits = .none, observer: DeviceObserver
    ) {
        (self.name, self.inputs, self.in1, self.in2, self.enable) = (name, inputs, in1, in2, enable)
        (bank, queue, self.observer) = (in1.bank, in1.bank.queue, observer)
        self.softStart = SoftStart(softStart)
        alarm = Alarm(on: queue)
        alarm.onFire { [unowned self] in
            self.softStart.advance(to: queue.now)
            apply()
        }
        views.onDisconnect { [weak self] in self?.coast() }
        guard limits != .none else { return }
        self.limits = OutputGuard(limits, safe: .inactive, on: queue) { [weak self] _ in self?.begin(.coasting) }
    }

    // MARK: On any thread; immediately on the queue

    /// Drives the motor as `drive` states until the next call.
    public func set(_ drive: MotorDrive) {
        let drive = drive.inRange
        guard queue.isCurrent else {
            queue.async { [self] in set(drive) }
            return
        }
        guard drive != shown else { return }
        limits?.changed(to: .steady(drive.speed != 0))
        begin(drive)
    }

    /// Turns the motor at a speed until the next call.
    ///
    /// - Parameter speed: From -1 (full speed backward) to 1 (full speed forward). Values outside this range are clamped to it;
    ///   0 and NaN coast.
    public func set(_ speed: Double) { set(.turning(speed)) }

    /// Switches the motor off, so that it coasts to a stop.
    public func coast() { set(.coasting) }

    /// Brakes the motor by a short circuit of its windings. With phase and enable inputs, the driver always brakes instead of
    /// coasting.
    public func brake() { set(.braking) }

    /// Returns the effect handler that drives the motor.
    public func set<Event>(_ drive: MotorDrive) -> AnyEffectHandler<Void, Event> {
        .performing { [self] in set(drive) }
    }

    /// Returns the effect handler that turns the motor at the speed that the effect carries, from -1 to 1. The motor coasts
    /// when the loop ends.
    public func driving<Event: Sendable>() -> AnyEffectHandler<Double, Event> {
        let newest = Locked<EffectCallback<Event>?>(nil)
        return AnyEffectHandler { [self] speed, callback in
            let before = newest.withLock { old in
                defer { old = callback }
                return old
            }
            before?.end()
            set(speed)
            // The newest effect goes on until the next one, or until the loop disposes of it.
            return AnonymousDisposable { [self] in
                let isNewest = newest.withLock { newest in
                    guard newest === callback else { return false }
                    newest = nil
                    return true
                }
                if isNewest { coast() }
            }
        }
    }

    /// Returns the view that turns the motor at the speed that `speed` returns for each model, from -1 (backward) to 1
    /// (forward). The motor coasts when the loop ends.
    public func turning<Model>(_ speed: @escaping @Sendable (Model) -> Double) -> DeviceView<Model> {
        driving { .turning(speed($0)) }
    }

    /// Returns the view that drives the motor as `drive` returns for each model. The motor coasts when the loop ends.
    public func driving<Model>(_ drive: @escaping @Sendable (Model) -> MotorDrive) -> DeviceView<Model> {
        DeviceView(views) { [self] model in keepDriving(drive(model).inRange) }
    }

    private func keepDriving(_ drive: MotorDrive) {
        guard queue.isCurrent else {
            queue.async { [self] in keepDriving(drive) }
            return
        }
        // After a limit has stopped the motor, the model must stop it before it can turn again.
        if limits?.allows(.steady(drive.speed != 0)) ?? true { set(drive) }
    }

    // MARK: On the queue

    private func begin(_ drive: MotorDrive) {
        guard !bank.isClosed else { return }
        shown = drive
        softStart.aim(at: drive.speed, at: queue.now)
        apply()
        observer.changed()
    }

    private func apply() {
        guard !bank.isClosed else { return }
        let drive = if case .turning = shown { MotorDrive.turning(softStart.speed).inRange } else { shown }
        let levels = inputs.levels(of: drive)
        bank.performBatchUpdates {
            in1.begin(.dimmed(to: levels.in1))
            in2.begin(.dimmed(to: levels.in2))
            enable?.begin(.steady(drive != .coasting))
        }
        alarm.set(to: softStart.isRising ? queue.now + Self.step : nil)
    }
}

extension Motor: FleetLimited {
    package var hasLimits: Bool { limits != nil }
    package func fleetChanged(isConnected: Bool) { limits?.fleetChanged(isConnected: isConnected) }
}

extension Motor: Device {
    public static var kind: DeviceKind { DeviceKind("motor") }

    public static func wires(of settings: MotorSettings) -> [Wire] {
        func wire(_ line: LineReference, _ end: String, _ pwm: PWMChannel?) -> Wire {
            Wire(line, terminal: end, .output(isActiveLow: false, pwm: pwm, period: Fan.period), as: .poweredModule)
        }
        let ends = settings.inputs == .inIn ? ("in1", "in2") : ("phase", "enable")
        return [wire(settings.in1, ends.0, settings.pwm1), wire(settings.in2, ends.1, settings.pwm2)]
            + (settings.enable.map { [wire($0, "enable", nil)] } ?? [])
    }

    public convenience init(_ name: String, _ settings: MotorSettings, in context: DeviceContext) throws {
        self.init(
            name: name, inputs: settings.inputs, in1: try context.output(settings.in1),
            in2: try context.output(settings.in2), enable: try settings.enable.map(context.output),
            softStart: settings.softStart, limits: settings.limits, observer: context.observer)
    }

    /// Cancels the soft start. The board then makes the lines safe.
    public func close() { alarm.cancel() }

    public var features: [Feature] { [Feature(canBeSet: true, isDriven: views.isDriven)] }

    /// The speed that was set, in percent from -100 to 100. During a soft start, the motor has not reached it yet.
    public func value(of feature: Int) -> Feature.Value {
        .level(drive.speed * 100, Feature.Scale(-100...100, unit: " %"))
    }

    public func set(_ feature: Int, to value: Feature.Value) { set((value.number ?? 0) / 100) }
}

extension Wiring.Entry {
    /// Returns an entry for a motor whose driver has its own supply.
    ///
    /// - Parameters:
    ///   - in1: The line of the driver's first input: forward, or the phase.
    ///   - in2: The line of the driver's second input: backward, or enable.
    public static func motor(
        _ name: String, in1: String, in2: String, file: String = #fileID, sourceLine: Int = #line,
        column: Int = #column,
        set: (inout MotorSettings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(Motor.self, name, file, sourceLine, column, set) {
            ($0.in1, $0.in2) = (WiringReference(in1), WiringReference(in2))
        }
    }
}

extension DeviceFinder {
    /// Returns the motor that the wiring calls `name`, or throws `BoardError.unknownDevice`.
    public func motor(_ name: String) throws(BoardError) -> Motor { try device(Motor.self, name) }
}
