import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A motor with two directions, which a driver controls: a DRV8833, an L298N, a TB6612 or a DRV8835.
///
///     controller.connectView(try board.motor("belt").view { $0.isRunning ? .turning(0.5) : .coasting })
///     .routeCase(Effect.move).to(try board.motor("belt").handler { .turning($0) })   // the effect carries the speed
///
/// The motor coasts when a loop that drives it ends. Its lines are switched off when the program ends for any reason.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class Motor: Settable, @unchecked Sendable {
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
    public let views = ViewCount()
    private let timer: ResettableTimer
    private var softStart: SoftStart
    private var shown = MotorDrive.coasting
    private var limits: OutputGuard?
    private var effect: LastingEffect?

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
        timer = ResettableTimer(on: queue)
        timer.onFire { [unowned self] in
            self.softStart.advance(to: queue.now)
            apply()
        }
        views.onDisconnect { [weak self] in self?.coast() }
        guard limits != .none else { return }
        self.limits = OutputGuard(limits, safe: .inactive, on: queue) { [weak self] _ in self?.begin(.coasting) }
    }

    // MARK: On any thread; immediately on the queue

    /// Drives the motor as `drive` states until the next call. May be called from any thread; takes effect immediately on
    /// the queue.
    public func set(_ drive: MotorDrive) { set(drive, for: nil) }

    private func set(_ drive: MotorDrive, for new: LastingEffect?) {
        let drive = drive.inRange
        guard queue.isCurrent else { return queue.async { [self] in set(drive, for: new) } }
        let old = effect
        effect = new
        old?.end()
        guard drive != shown else { return }
        limits?.changed(to: .on(if: drive.speed != 0))
        begin(drive)
    }

    /// Switches the motor off, so that it coasts to a stop. May be called from any thread.
    public func coast() { set(.coasting) }

    /// Brakes the motor by a short circuit of its windings. With phase and enable inputs, the driver always brakes instead
    /// of coasting. May be called from any thread.
    public func brake() { set(.braking) }

    /// Drives the motor for an effect, which lasts until the motor is driven otherwise. If the loop ends before that, the motor
    /// coasts.
    public func handle<Event: Sendable>(_ drive: MotorDrive, _ callback: EffectCallback<Event>) -> any Disposable {
        let new = LastingEffect(callback)
        set(drive, for: new)
        return AnonymousDisposable { [self] in stop(new) }
    }

    private func stop(_ old: LastingEffect) {
        queue.performOrEnqueue { [self] in if effect?.id == old.id { coast() } }
    }

    /// Returns the view that drives the motor according to the result of `drive` for each model. The motor coasts when the
    /// loop ends.
    public func view<Model>(_ drive: @escaping @Sendable (Model) -> MotorDrive) -> DeviceView<Model> {
        DeviceView(views) { [self] model in keepDriving(drive(model).inRange) }
    }

    private func keepDriving(_ drive: MotorDrive) {
        guard queue.isCurrent else { return queue.async { [self] in keepDriving(drive) } }
        // After a limit has stopped the motor, the model must stop it before it can turn again.
        if limits?.allows(.on(if: drive.speed != 0)) ?? true { set(drive) }
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
            enable?.begin(.on(if: drive != .coasting))
        }
        timer.set(to: softStart.isRising ? queue.now + Self.step : nil)
    }
}

extension Motor: FleetLimited {
    package var hasLimits: Bool { limits != nil }
    package func fleetChanged(isConnected: Bool) { limits?.fleetChanged(isConnected: isConnected) }
}

extension Motor: Device {
    public static var kind: DeviceKind { DeviceKind("motor") }

    private static let scale = Feature.Scale(-100...100, unit: " %")

    public static func entityForm(of settings: MotorSettings) -> EntityForm? { .number(scale) }

    public static func wires(of settings: MotorSettings) -> [LineWire] {
        func wire(_ line: LineReference, _ end: String, _ pwm: PWMChannel?) -> LineWire {
            LineWire(
                line, terminal: end, .output(isActiveLow: false, pwm: pwm, period: Fan.period),
                as: .load(.init("motor driver")))
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
    public func close() { timer.cancel() }

    public var features: [Feature] { [Feature(canBeSet: true, isDriven: views.isDriven)] }

    /// The speed that was set, in percent from -100 to 100. During a soft start, the motor has not reached it yet.
    public func value(of feature: Int) -> Feature.Value {
        .level(drive.speed * 100, Self.scale)
    }

    public func setFeature(_ feature: Int, to value: Feature.Value) { set(.turning((value.number ?? 0) / 100)) }
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
