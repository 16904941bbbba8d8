import CarillonDevices
import CarillonScheduling
import MobiusCore

/// A value of the application: shown by a view, set by commands, or both.
///
/// May be used from any thread.
package final class ApplicationValue: Sendable {
    /// The kinds of values. The raw values are the kinds in paths, and so in sessions and in the topics of a fleet.
    package enum Kind: String, Sendable {
        case button = "app-button"
        case choice = "app-select"
        case cover = "app-cover"
        case fan = "app-fan"
        case light = "app-light"
        case message = "app-notify"
        case number = "app-number"
        case siren = "app-siren"
        case `switch` = "app-switch"
        case text = "app-text"
        case time = "app-time"

        /// The name shown to users.
        var title: String {
            switch self {
            case .choice: "choice"
            case .message: "message"
            default: String(rawValue.dropFirst(4))
            }
        }
    }

    private struct State {
        var value: Feature.Value
        var acceptsCommands = false
        /// The texts of the commands; empty for any.
        var options: [String] = []
        /// The appearance in Home Assistant; nil for that of the kind.
        var entity: Wiring.Entity?
        /// Returns whether a command is possible, beyond its form.
        var isValid: @Sendable (Feature.Value) -> Bool = { _ in true }
        var consumers = Observers<Feature.Value>()
    }

    let ownKind: Kind
    package let name: String
    let views = ViewCount()
    private let queue: any Scheduler
    private let observer: DeviceObserver
    private let state: Locked<State>

    /// - Parameters:
    ///   - queue: The board's queue.
    ///   - observer: Notified of each change.
    init(
        _ kind: Kind, _ name: String, _ value: Feature.Value, on queue: any Scheduler, observer: DeviceObserver
    ) {
        (ownKind, self.name, self.observer) = (kind, name, observer)
        self.queue = queue.unrecorded
        state = Locked(State(value: value))
    }

    /// Sets the form of the value for commands.
    ///
    /// - Parameters:
    ///   - options: The texts of the commands; empty for any.
    ///   - isValid: Returns whether a command is possible, beyond its form.
    func accept(
        _ value: Feature.Value, options: [String], isValid: @escaping @Sendable (Feature.Value) -> Bool
    ) {
        state.withLock { state in
            state.value = value
            state.acceptsCommands = true
            state.options = options
            state.isValid = isValid
        }
    }

    /// The appearance in Home Assistant; nil for that of the kind.
    package var entity: Wiring.Entity? {
        get { state.withLock { $0.entity } }
        set { state.withLock { $0.entity = newValue } }
    }

    /// Returns the event source of the commands.
    func commands<Event: Sendable>(
        _ event: @escaping @Sendable (Feature.Value) -> Event
    ) -> AnyEventSource<Event> {
        AnyEventSource { [self] consumer in
            let observer = state.withLock { $0.consumers.add { consumer(event($0)) } }
            return AnonymousDisposable { [self] in state.withLock { $0.consumers.remove(observer) } }
        }
    }

    /// Shows a value.
    func show(_ value: Feature.Value) {
        let isNew = state.withLock { state in
            let new = state.value.replaced(by: value)
            defer { state.value = new }
            return new != state.value
        }
        if isNew { queue.performOrEnqueue { [observer] in observer.changed() } }
    }
}

extension ApplicationValue: CommandReceiver {
    package static var kind: DeviceKind { DeviceKind("app") }

    package var valueKind: DeviceKind { DeviceKind(ownKind.rawValue, title: ownKind.title, label: "") }

    package var acceptsCommands: Bool { state.withLock { $0.acceptsCommands } }

    package var features: [Feature] {
        let (canBeSet, options) = state.withLock { ($0.acceptsCommands, $0.options) }
        let isDimmable = ownKind == .light || ownKind == .fan
        return [Feature(canBeSet: canBeSet, isDimmable: isDimmable, options: options, role: role)]
    }

    private var role: Feature.Role? {
        switch ownKind {
        case .fan: .fan
        case .siren: .siren
        default: nil
        }
    }

    package func accepts(_ command: Feature.Value) -> Bool { state.withLock { $0.isValid }(command) }

    package func value(of feature: Int) -> Feature.Value { state.withLock { $0.value } }

    /// Without a view, the value becomes that of the command.
    package func send(_ command: Feature.Value) -> Bool {
        let consumers = state.withLock { $0.consumers }
        guard !consumers.isEmpty else { return false }
        if !views.isDriven { show(command) }
        consumers.notify(command)
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
