@_exported import Fluxus
@_exported import Screens

/// A controller that holds the view for a window. On a board, the window is a ``/Screens/Screen``.
public struct UIHostingController {
    let view: AnyView

    /// Creates a controller of a view.
    public init(rootView: some View) { view = AnyView(rootView) }
}

extension Screen {
    /// The view of the screen, with the property's name in a window of UIKit. nil switches the display off. Reading the
    /// property returns nil.
    ///
    ///     window.rootViewController = UIHostingController(rootView: ContentView().environmentObject(store))
    ///
    /// May be set from any thread. The setter waits until the queue has shown the view. Afterwards, only the queue uses the
    /// view.
    public var rootViewController: UIHostingController? {
        get { nil }
        set { setRoot(newValue.map(\.view)) }
    }
}
