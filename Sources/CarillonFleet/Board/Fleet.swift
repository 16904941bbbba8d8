import CarillonBoard
import CarillonDevices
import CarillonScheduling
import MobiusCore

/// The values that an application shares with its fleet. The fleet shows the values, and sends commands to change them.
///
///     .withEventSource(board.fleet.switch("quiet") { .quiet($0) })
///     controller.connectView(board.fleet.switch("quiet") { $0.isQuiet })
///     controller.connectView(board.fleet.number("rings") { $0.rings })
///
/// An event source receives commands; a view shows the model. An event source and a view with the same name are one entity,
/// whose state is the one that the view shows. An event source with the name of an output of the board receives the commands
/// for that output. This is necessary if a view drives the output, because the next model would undo a command.
///
/// Create event sources and views in the function that makes the controller. In a program without a fleet, they do nothing.
public struct Fleet: Sendable {
    let queue: any Scheduler
    let features: BoardFeatures

    /// Sends an event when the fleet turns a switch on (true) or off. If `name` is an LED, every brightness and pattern except
    /// off is true.
    ///
    /// - Parameter deviceClass: Home Assistant's class of switches, such as `outlet`; nil for none.
    public func `switch`<Event: Sendable>(
        _ name: String, deviceClass: String? = nil, _ event: @escaping @Sendable (Bool) -> Event
    ) -> AnyEventSource<Event> {
        value("switch", name, .toggle(.off)).setDeviceClass(deviceClass)
        return commands("switch", name, .toggle(.off)) { value in event(value != .toggle(.off)) }
    }

    /// Sends an event when the fleet sets a number.
    ///
    /// - Parameters:
    ///   - range: The numbers that the fleet may set.
    ///   - step: The step, greater than 0. Each number is a multiple of it.
    ///   - unit: The unit shown to users.
    ///   - deviceClass: Home Assistant's class of numbers, such as `temperature`; it must match the unit. nil for none.
    public func number<Event: Sendable>(
        _ name: String, in range: ClosedRange<Double>, step: Double = 1, unit: String = "", deviceClass: String? = nil,
        _ event: @escaping @Sendable (Double) -> Event
    ) -> AnyEventSource<Event> {
        let scale = Feature.Scale(range, step: step, unit: unit, quantity: deviceClass)
        return commands("number", name, .level(range.lowerBound, scale)) { event($0.number ?? range.lowerBound) }
    }

    /// Sends an event when the fleet sets a whole number.
    ///
    /// - Parameters:
    ///   - range: The numbers that the fleet may set.
    ///   - step: The step, greater than 0. Each number is a multiple of it.
    ///   - unit: The unit shown to users.
    ///   - deviceClass: Home Assistant's class of numbers, such as `temperature`; it must match the unit. nil for none.
    public func number<Event: Sendable>(
        _ name: String, in range: ClosedRange<Int>, step: Int = 1, unit: String = "", deviceClass: String? = nil,
        _ event: @escaping @Sendable (Int) -> Event
    ) -> AnyEventSource<Event> {
        let bounds = Double(range.lowerBound)...Double(range.upperBound)
        return number(name, in: bounds, step: Double(step), unit: unit, deviceClass: deviceClass) { (number: Double) in
            event(Int(number))
        }
    }

    /// Sends an event when a button of the fleet is pressed.
    public func button<Event: Sendable>(_ name: String, _ event: Event) -> AnyEventSource<Event> {
        commands("button", name, .press(false)) { _ in event }
    }

    /// Returns the view that shows whether a switch is on, for each model. Without an event source of the same name, the fleet
    /// shows a binary sensor instead of a switch.
    ///
    /// - Parameter deviceClass: Home Assistant's class of switches, such as `outlet`, or of binary sensors, such as `door`; nil
    ///   for none.
    public func `switch`<Model>(
        _ name: String, deviceClass: String? = nil, _ isOn: @escaping @Sendable (Model) -> Bool
    ) -> DeviceView<Model> {
        let value = value("switch", name, .toggle(.off))
        value.setDeviceClass(deviceClass)
        return value.showing { .toggle(.steady(isOn($0))) }
    }

    /// Returns a view that publishes a whole number of the model.
    ///
    /// - Parameters:
    ///   - unit: The unit shown to users.
    ///   - deviceClass: Home Assistant's class of sensors, such as `energy`; it must match the unit. nil for none. If an event
    ///     source has the same name, its class and unit apply instead.
    public func number<Model>(
        _ name: String, unit: String = "", deviceClass: String? = nil, _ number: @escaping @Sendable (Model) -> Int
    ) -> DeviceView<Model> {
        self.number(name, unit: unit, deviceClass: deviceClass) { (model: Model) -> Double in Double(number(model)) }
    }

    /// Returns a view that publishes a number of the model.
    ///
    /// - Parameters:
    ///   - unit: The unit shown to users.
    ///   - deviceClass: Home Assistant's class of sensors, such as `energy`; it must match the unit. nil for none. If an event
    ///     source has the same name, its class and unit apply instead.
    public func number<Model>(
        _ name: String, unit: String = "", deviceClass: String? = nil, _ number: @escaping @Sendable (Model) -> Double
    ) -> DeviceView<Model> {
        let scale = Feature.Scale(unit: unit, quantity: deviceClass)
        return value("number", name, .level(nil, scale)).showing { .level(number($0), scale) }
    }

    /// Returns a view that publishes the text that `text` returns for a model.
    public func text<Model>(
        _ name: String, _ text: @escaping @Sendable (Model) -> String
    ) -> DeviceView<Model> {
        value("text", name, .text("")).showing { .text(text($0)) }
    }

    /// Returns the event source of a value's commands.
    func commands<Event: Sendable>(
        _ kind: String, _ name: String, _ form: Feature.Value, options: [String] = [],
        isValid: @escaping @Sendable (Feature.Value) -> Bool = { _ in true },
        _ event: @escaping @Sendable (Feature.Value) -> Event
    ) -> AnyEventSource<Event> {
        let value = value(kind, name, form)
        value.accept(form, options: options, isValid: isValid)
        return value.commands(event)
    }

    /// Returns the value of a kind with this name, and creates it if there is none.
    func value(_ kind: String, _ name: String, _ initial: Feature.Value) -> FleetValue {
        let kind = "app-\(kind)"
        return queue.unrecorded.perform {
            for case let value as FleetValue in features.ofApplication.map(\.owner)
            where (value.kindName, value.name) == (kind, name) { return value }
            let value = FleetValue(kind: kind, name, initial, on: queue, observer: features.observer())
            features.add(value)
            return value
        }
    }
}

extension Board {
    /// The values that the application shares with its fleet.
    public var fleet: Fleet { Fleet(queue: queue, features: features) }
}
