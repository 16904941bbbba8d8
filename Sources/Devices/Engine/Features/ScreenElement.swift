/// A text or a control of a screen. Clients such as the page show each of them as a separate element.
public struct ScreenElement: Equatable, Sendable {
    /// The forms of elements. The names of the elements are texts, or the names of controls.
    public enum Form: Equatable, Sendable {
        /// A text.
        case text
        /// A line between other elements.
        case divider
        /// A share from 0 to 1, as a bar.
        case bar(Double)
        /// A control that is pressed.
        case button
        /// Goes back to the view before.
        case back
        /// A control that is on or off.
        case toggle(Bool)
        /// A number within bounds.
        case range(Double, in: ClosedRange<Double>, step: Double)
        /// One of several texts; nil if none is chosen.
        case choice(String?, of: [String])
        /// A value, shown as text, that a user changes in steps.
        case steps(String)
        /// Elements next to each other.
        indirect case row([ScreenElement])
        /// The rows of a list.
        indirect case list([ScreenElement])
    }

    /// The text, or the name of the control, by which a command refers to it.
    public let name: String
    /// The form, with the value.
    public let form: Form
    /// Whether the element has the focus of the screen.
    public let isFocused: Bool

    /// Creates an element.
    public init(_ name: String = "", _ form: Form, isFocused: Bool = false) {
        (self.name, self.form, self.isFocused) = (name, form, isFocused)
    }
}
