import CarillonDevices
import CarillonScheduling
import MobiusCore

/// A value of the application in the fleet: shown by a view, set by commands, or both.
///
/// May be used from any thread.
final class FleetValue: Sendable {
    private struct State {
        var value: Feature.Value
        var acceptsCommands = false
        /// The texts of the commands; empty for any.
        var options: [String] = []
        /// Home Assistant's class of devices; nil for none.
        var deviceClass: String?
        /// Returns whether a command is possible, beyond its form.
        var isValid: @Sendable (Feature.Value) -> Bool = { _ in true }
        var consumers: [(id: UInt64, handler: @Sendable (Feature.Value) -> Void)] = []
        var nextID: UInt64 = 0
    }

    let kindName: String
    let name: String
    private let views = ViewCount()
    private let queue: any Scheduler
    private let observer: DeviceObserver
    private let state: Locked<State>

    /// - Parameters:
    ///   - queue: The board's queue.
    ///   - observer: Notified of each change.
    init(
        kind: String, _ name: String, _ value: Feature.Value, on queue: any Scheduler, observer: DeviceObserver
    ) {
        (kindName, self.name, self.observer) = (kind, name, observer)
        self.queue = queue.unrecorded
        state = Locked(State(value: value))
    }

    /// Sets the form of the value for commands.
    ///
    /// - Parameters:
    ///   - options: The texts of the commands; empty for any.
    ///   - isValid: Returns whether a command is possible, beyond its form.
    func accept(
        _ value: Feature.Value, options: [String], isValid: @escaping @Sendable (Feature.Value) -> Bool = { _ in true }
    ) {
        state.withLock { state in
            state.value = value
            state.acceptsCommands = true
            state.options = options
            state.isValid = isValid
        }
    }

    /// Home Assistant's class of devices, such as `outlet`; nil for none. That of a number is in its scale.
    var deviceClass: String? { state.withLock { $0.deviceClass } }

    /// Sets the class of devices; nil leaves it unchanged.
    func setDeviceClass(_ deviceClass: String?) {
        if let deviceClass { state.withLock { $0.deviceClass = deviceClass } }
    }

    /// Returns the event source of the commands.
    func commands<Event: Sendable>(
        _ event: @escaping @Sendable (Feature.Value) -> Event
    ) -> AnyEventSource<Event> {
        AnyEventSource { [self] consumer in
            let id = state.withLock { state in
                state.consumers.append((state.nextID, { consumer(event($0)) }))
                state.nextID += 1
                return state.nextID - 1
            }
            return AnonymousDisposable { [self] in
                state.withLock { state in state.consumers.removeAll { $0.id == id } }
            }
        }
    }

    /// Returns the view that shows a value for each model.
    func showing<Model>(_ value: @escaping @Sendable (Model) -> Feature.Value) -> DeviceView<Model> {
        DeviceView(views) { [self] model in show(value(model)) }
    }

    private func show(_ value: Feature.Value) {
        let isNew = state.withLock { state in
            let new = state.value.replaced(by: value)
            defer { state.value = new }
            return new != state.value
        }
        guard isNew else { return }
        if queue.isCurrent { observer.changed() } else { queue.async { [observer] in observer.changed() } }
    }
}

extension FleetValue: CommandReceiver {
    static var kind: DeviceKind { DeviceKind("app") }

    var acceptsCommands: Bool { state.withLock { $0.acceptsCommands } }

    var features: [Feature] {
        let (canBeSet, options) = state.withLock { ($0.acceptsCommands, $0.options) }
        return [Feature(canBeSet: canBeSet, isDimmable: isDimmable, options: options, role: role)]
    }

    private var role: Feature.Role? {
        switch kindName {
        case FeaturePath.fan: .fan
        case FeaturePath.siren: .siren
        default: nil
        }
    }

    private var isDimmable: Bool { kindName == FeaturePath.light || kindName == FeaturePath.fan }

    func accepts(_ command: Feature.Value) -> Bool { state.withLock { $0.isValid }(command) }

    func value(of feature: Int) -> Feature.Value { state.withLock { $0.value } }

    /// Without a view, the value becomes that of the command.
    func send(_ command: Feature.Value) -> Bool {
        let consumers = state.withLock { $0.consumers }
        guard !consumers.isEmpty else { return false }
        if !views.isDriven { show(command) }
        for consumer in consumers { consumer.handler(command) }
        return true
    }
}

extension Feature.Value {
    /// Returns the new value with the scale of this one, which is that of the commands. A light that is off keeps its
    /// colour for the command `ON`.
    fileprivate func replaced(by new: Feature.Value) -> Feature.Value {
        if case (.level(_, let scale), .level(let number, _)) = (self, new), scale.range != nil {
            .level(number, scale)
        } else if case (.color(let color, _), .color(_, .off)) = (self, new) {
            .color(color, .off)
        } else {
            new
        }
    }
}
