import CarillonDevices

/// A value that a control shows and changes.
///
///     Toggle("Alarm", isOn: Binding(model.isArmed, send: Event.armed))
public struct Binding<Value> {
    let get: () -> Value
    let set: (ViewContext) -> (Value) -> Void

    /// Creates a binding.
    ///
    /// - Parameters:
    ///   - get: Returns the value.
    ///   - set: Changes the value. Both are called on the screen's queue.
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        (self.get, self.set) = (get, { _ in set })
    }

    /// Creates a binding to a value of a model. `set` receives a changed value, and sends the event that changes the model.
    public init(_ value: Value, set: @escaping (Value) -> Void) { self.init(get: { value }, set: set) }

    /// Creates a binding to a value of a model.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - event: Returns the event that changes the value, which the screen sends to its loop.
    public init<Event>(_ value: Value, send event: @escaping (Value) -> Event) {
        get = { value }
        set = { context in
            let send = context.sender(of: Event.self)
            return { send(event($0)) }
        }
    }
}

/// A control that calls a function, or sends an event, when it is pressed.
///
///     Button("Radio 1", send: Event.chose(1))
public struct Button<Label: View>: PrimitiveView {
    private let action: (ViewContext) -> () -> Void
    private let label: Label

    /// Creates a button.
    ///
    /// - Parameters:
    ///   - action: Called on the screen's queue with each press.
    ///   - label: The view of the button.
    public init(action: @escaping () -> Void, @ViewBuilder label: () -> Label) {
        (self.action, self.label) = ({ _ in action }, label())
    }

    /// Creates a button with a title.
    public init(_ title: some StringProtocol, action: @escaping () -> Void) where Label == Text {
        (self.action, label) = ({ _ in action }, Text(title))
    }

    /// Creates a button that sends an event to the screen's loop.
    public init<Event>(send event: Event, @ViewBuilder label: () -> Label) {
        self.label = label()
        action = { context in
            let send = context.sender(of: Event.self)
            return { send(event) }
        }
    }

    /// Creates a button with a title that sends an event to the screen's loop.
    public init<Event>(_ title: some StringProtocol, send event: Event) where Label == Text {
        self.init(send: event) { Text(title) }
    }

    public func _describe(_ context: inout ViewContext) {
        context.add(.press(action(context)), label) { .button }
    }
}

/// A control that is on or off.
public struct Toggle<Label: View>: PrimitiveView {
    let isOn: Binding<Bool>
    let label: Label

    /// Creates a control with a label.
    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) { (self.isOn, self.label) = (isOn, label()) }

    /// Creates a control with a title.
    public init(_ title: some StringProtocol, isOn: Binding<Bool>) where Label == Text {
        self.init(isOn: isOn) { Text(title) }
    }

    public func _describe(_ context: inout ViewContext) {
        let set = isOn.set(context)
        context.add(.press { set(!isOn.get()) }, label, .text(isOn.get() ? "[x]" : "[ ]")) {
            .toggle(isOn.get())
        } set: { text in
            text == "on" || text == "off" ? { set(text == "on") } : nil
        }
    }
}

/// A control for a number, which a bar shows. After a press, turns change the number until the next press.
public struct Slider<Label: View>: PrimitiveView {
    let value: Binding<Double>
    let (bounds, step): (ClosedRange<Double>, Double)
    let label: Label

    /// Creates a control.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - bounds: The numbers that can be chosen.
    ///   - step: The change of one step of the knob; nil for a twentieth of the range.
    ///   - label: The view to the left of the bar.
    public init(
        value: Binding<Double>, in bounds: ClosedRange<Double> = 0...1, step: Double? = nil,
        @ViewBuilder label: () -> Label
    ) {
        (self.value, self.bounds, self.label) = (value, bounds, label())
        self.step = step ?? (bounds.upperBound - bounds.lowerBound) / 20
    }

    /// Creates a control with a title; see ``init(value:in:step:label:)``.
    public init(
        _ title: some StringProtocol, value: Binding<Double>, in bounds: ClosedRange<Double> = 0...1,
        step: Double? = nil
    ) where Label == Text {
        self.init(value: value, in: bounds, step: step) { Text(title) }
    }

    public func _describe(_ context: inout ViewContext) {
        let set = value.set(context)
        let length = bounds.upperBound - bounds.lowerBound
        let share = length > 0 ? (value.get() - bounds.lowerBound) / length : 0
        let change = { number in set(min(max(number, bounds.lowerBound), bounds.upperBound)) }
        context.add(.adjust { change(value.get() + Double($0) * step) }, label, .bar(share, width: 5)) {
            .range(value.get(), in: bounds, step: step)
        } set: { text in
            Double(text).flatMap { number in number.isNaN ? nil : { change(number) } }
        }
    }
}

/// A control for a value that is shown as text, such as a number. After a press, turns change the value until the next press.
public struct Stepper: PrimitiveView {
    private let title: String
    private let text: () -> String
    private let change: (ViewContext) -> (Int) -> Void

    /// Creates a control for a whole number.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - bounds: The numbers that can be chosen.
    ///   - step: The change of one step of the knob.
    ///   - text: Returns the text for a number; by default, its digits.
    public init(
        _ title: some StringProtocol, value: Binding<Int>, in bounds: ClosedRange<Int>, step: Int = 1,
        text: @escaping (Int) -> String = { "\($0)" }
    ) {
        (self.title, self.text) = (String(title), { text(value.get()) })
        change = { context in
            let set = value.set(context)
            return { set(min(max(value.get() + $0 * step, bounds.lowerBound), bounds.upperBound)) }
        }
    }

    /// Creates a control for a time of the day, which continues with 00:00 after midnight.
    ///
    /// - Parameter step: The minutes of one step of the knob.
    public init(_ title: some StringProtocol, value: Binding<TimeOfDay>, step: Int = 5) {
        (self.title, text) = (String(title), { value.get().hoursAndMinutes })
        change = { context in
            let set = value.set(context)
            return { set(value.get().adding(minutes: $0 * step)) }
        }
    }

    /// Creates a control whose turns send events.
    ///
    /// - Parameters:
    ///   - text: The text of the value.
    ///   - event: Returns the event for a number of steps, which is negative for turns to the left.
    public init<Event>(
        _ title: some StringProtocol, text: some StringProtocol, send event: @escaping (Int) -> Event
    ) {
        (self.title, self.text) = (String(title), { String(text) })
        change = { context in
            let send = context.sender(of: Event.self)
            return { send(event($0)) }
        }
    }

    public func _describe(_ context: inout ViewContext) {
        context.add(.adjust(by: change(context)), Text(title), .text(text())) { .steps(text()) }
    }
}

extension ViewContext {
    /// Adds a control. The context of its label is that of the control. A value is at the right.
    mutating func add(
        _ action: Action, _ label: some View, _ value: Element.Kind? = nil, form: @escaping () -> ScreenElement.Form,
        set: @escaping (String) -> (() -> Void)? = { _ in nil }
    ) {
        var inner = self
        inner.elements = elements(of: label)
        let label = inner.elements
        if let value {
            inner.elements += [.spacer, value].map { Element(kind: $0, style: style) }
            inner.elements = [Element(kind: .stack(.horizontal, spacing: 1, .center, inner.elements), style: style)]
        }
        let contents = [inner.joined(.leading)]
        add(.control(Control(path: path, action: action, label: label, form: form, set: set, contents: contents)))
    }
}
