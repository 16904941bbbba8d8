@_exported import Fluxus
@_exported import Screens

/// A view for a window, which is a board's ``/Screens/Screen``.
public struct UIHostingController {
    let view: AnyView

    /// Creates a controller of a view.
    public init(rootView: some View) { view = AnyView(rootView) }
}

extension Screen {
    /// The view of the screen, set under the name that it has in a window; nil switches the display off. Reading it returns nil.
    ///
    ///     window.rootViewController = UIHostingController(rootView: ContentView().environmentObject(store))
    ///
    /// May be set from any thread. Waits until the queue has shown the view, which it uses from then on.
    public var rootViewController: UIHostingController? {
        get { nil }
        set { setRoot(newValue.map(\.view)) }
    }
}
