/// A resource that is in use until it is disposed: a subscription, a connection, a timer, a running loop.
public protocol Disposable: AnyObject {
    /// Ends the use of the resource. Disposing a second time has no effect.
    func dispose()
}
