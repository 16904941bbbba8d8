import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A stepper motor with four coils behind a driver with four inputs, such as a 28BYJ-48 with its ULN2003.
///
///     controller.connectView(try board.stepper("blind").view { $0.isOpen ? 0 : 8192 })
///     .routeCase(Effect.move).to(try board.stepper("blind").handler { $0 })   // the effect carries the position
///
/// Positions are counted in steps from the position at the start of the program, because a stepper does not report its
/// position. When a loop that drives the stepper ends, the stepper stops, and its coils have no current. Its lines are switched
/// off when the program ends for any reason.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class Stepper: Settable, @unchecked Sendable {
    /// The time for which the coils hold the rotor at the end of a movement, until it has come to rest.
    private static let rest = Duration.milliseconds(100)

    /// The name in the wiring.
    public let name: String
    /// The present position, in steps from the position at the start of the program. Queue only.
    public var position: Int { plan.position }
    /// The position at which the current movement ends, or the present position at rest; in steps. Queue only.
    public var target: Int { plan.target }
    /// Whether the stepper is turning. Queue only.
    public var isMoving: Bool { plan.wakeUp != nil }

    private let mode: StepMode
    let range: ClosedRange<Int>?
    private let holds: Bool
    private let inputs: [Output]
    private let bank: OutputBank
    private let queue: any Scheduler
    private let observer: DeviceObserver
    public let views = ViewCount()
    private let timer: ResettableTimer
    private var plan: StepPlan
    private var effect: LastingEffect?
    private var limits: OutputGuard?
    /// The target at which a limit has stopped the stepper. A view must ask for another one first.
    private var refused: Int?

    /// Creates a stepper at the position 0, whose coils have no current.
    ///
    /// - Parameters:
    ///   - mode: The way in which the coils are switched.
    ///   - speed: The full speed, in steps a second, from 1 to 2000.
    ///   - softStart: The time from a standstill to full speed, and from full speed to a standstill; zero for none.
    ///   - range: The positions that the stepper can reach, in steps; nil for any.
    ///   - holds: Whether the coils keep their current at rest, to hold the position.
    ///   - inputs: The outputs for the four inputs of the driver, in the order of the coils.
    ///   - limits: The limits of the time for which the coils have current.
    ///   - observer: Notified of each new target, and at the end of each movement.
    public init(
        name: String, mode: StepMode = .half, speed: Double = 500, softStart: Duration = .zero,
        range: ClosedRange<Int>? = nil, holds: Bool = false, inputs: [Output], limits: OutputLimits = .none,
        observer: DeviceObserver
    ) {
        precondition(inputs.count == 4, "A stepper has four inputs.")
        (self.name, self.mode, self.range, self.holds, self.inputs) = (name, mode, range, holds, inputs)
        (bank, queue, self.observer) = (inputs[0].bank, inputs[0].bank.queue, observer)
        plan = StepPlan(speed: min(max(speed, 1), 2000), rise: softStart)
        timer = ResettableTimer(on: queue)
        timer.onFire { [unowned self] in advance() }
        views.onDisconnect { [weak self] in self?.release() }
        guard limits != .none else { return }
        self.limits = OutputGuard(limits, safe: .inactive, on: queue) { [weak self] _ in self?.obeyLimit() }
    }

    // MARK: On any thread; immediately on the queue

    /// Turns to a position. May be called from any thread. After the turn, the coils hold it for 0.1 s, or until
    /// `release()` if `holds` is set.
    ///
    /// - Parameter position: In steps from the position at the start of the program. Values outside the range of the wiring are
    ///   clamped to it; by default, this is -10^9 to 10^9.
    public func set(_ position: Int) { move(to: position, for: nil) }

    /// Turns to the position that is `steps` away from the current target. Negative numbers turn backward.
    public func move(by steps: Int) {
        queue.performOrEnqueue { [self] in move(to: target + min(max(steps, -Self.most), Self.most), for: nil) }
    }

    /// Slows down, and stops as soon as the soft start allows. The position is held as after a movement.
    public func stop() {
        queue.performOrEnqueue { [self] in
            guard isMoving else { return }
            plan.stop()
            observer.changed()
        }
    }

    /// Stops at once, and switches off the current of the coils. A heavy load may continue to turn.
    public func release() {
        queue.performOrEnqueue { [self] in
            end()
            limits?.changed(to: .off)
        }
    }

    /// Turns to a position, in steps, for an effect, which ends when the position is reached. If the loop ends before that,
    /// the stepper stops without current.
    public func handle<Event: Sendable>(_ position: Int, _ callback: EffectCallback<Event>) -> any Disposable {
        let new = LastingEffect(callback)
        move(to: position, for: new)
        return AnonymousDisposable { [self] in
            queue.performOrEnqueue { [self] in if effect?.id == new.id { release() } }
        }
    }

    /// Returns the view that turns the stepper to the result of `position` for each model, in steps. When the loop ends,
    /// the stepper stops without current.
    public func view<Model>(_ position: @escaping @Sendable (Model) -> Int) -> DeviceView<Model> {
        DeviceView(views) { [self] model in
            let new = position(model)
            queue.performOrEnqueue { [self] in keepMoving(to: clamped(new)) }
        }
    }

    private static let most = 1_000_000_000

    private func clamped(_ position: Int) -> Int {
        let range = range ?? -Self.most...Self.most
        return min(max(position, range.lowerBound), range.upperBound)
    }

    private func move(to position: Int, for effect: LastingEffect?) {
        queue.performOrEnqueue { [self] in begin(clamped(position), for: effect) }
    }

    // MARK: On the queue

    private func keepMoving(to position: Int) {
        guard position != refused, position != target else { return }
        begin(position, for: nil)
    }

    private func begin(_ position: Int, for new: LastingEffect?) {
        let old = effect
        (effect, refused) = (new, nil)
        old?.end()
        guard !bank.isClosed, position != target else { return finishEffect() }
        plan.aim(at: position, at: queue.now)
        limits?.changed(to: .on)
        show(hasCurrent: true)
        timer.set(to: plan.wakeUp)
        observer.changed()
    }

    private func advance() {
        guard !bank.isClosed else { return }
        guard isMoving else { return release() }
        guard plan.advance(to: queue.now) else { return timer.set(to: plan.wakeUp) }
        show(hasCurrent: true)
        guard !isMoving else { return timer.set(to: plan.wakeUp) }
        timer.set(to: holds ? nil : queue.now + Self.rest)
        observer.changed()
        finishEffect()
    }

    /// Ends the effect if the position is reached.
    private func finishEffect() {
        guard bank.isClosed || !isMoving else { return }
        effect?.end()
        effect = nil
    }

    /// Ends all timers, before the board makes the lines safe.
    func cancel() { timer.cancel() }

    private func obeyLimit() {
        refused = isMoving ? target : nil
        end()
    }

    private func end() {
        guard !bank.isClosed else { return }
        let wasMoving = isMoving
        plan.halt()
        timer.set(to: nil)
        show(hasCurrent: false)
        if wasMoving { observer.changed() }
        finishEffect()
    }

    private func show(hasCurrent new: Bool) {
        let coils = new ? mode.coils(at: plan.position) : 0
        bank.performBatchUpdates {
            for (index, input) in inputs.enumerated() { input.begin(.on(if: coils >> index & 1 == 1)) }
        }
    }
}

extension Stepper: FleetLimited {
    package var hasLimits: Bool { limits != nil }
    package func fleetChanged(isConnected: Bool) { limits?.fleetChanged(isConnected: isConnected) }
}
