import CarillonScheduling
import MobiusCore

/// A device with one contact: a button, a switch or a sensor.
///
/// `@unchecked Sendable`: mutable state of its kinds is accessed on the queue only.
public class ContactDevice: @unchecked Sendable {
    /// The name in the wiring.
    public let name: String
    let contact: Contact
    var queue: any Scheduler { contact.queue }

    init(_ contact: Contact) { (name, self.contact) = (contact.name, contact) }

    /// Whether the device is pressed, on, or detects something. Queue only.
    var isActive: Bool { contact.level == .active }

    /// The number of edges of the line known to be lost. May be read from any thread.
    public var lostEdges: Int { contact.lostEdges }

    /// Calls `handler` on each later change: with true for a press, for on, or for the beginning of a detection, and with false
    /// for a release, for off, or for the end of a detection. May be called from any thread.
    ///
    /// - Parameter handler: Called on the queue.
    /// - Returns: A disposable that removes the handler.
    public func observe(_ handler: @escaping @Sendable (Bool) -> Void) -> any Disposable {
        contact.listeners.add { change in handler(change.isActive) }
    }

    /// Sends the result of `event` for the device's state when the loop starts, and for the new state on each change.
    public func changed<Event: Sendable>(send event: @escaping @Sendable (Bool) -> Event) -> AnyEventSource<Event> {
        AnyEventSource { [self] consumer in
            queue.perform {
                consumer(event(isActive))
                return observe { isActive in consumer(event(isActive)) }
            }
        }
    }

    /// Sends `event` on each later change to a state.
    func becomes<Event: Sendable>(_ state: Bool, _ event: Event) -> AnyEventSource<Event> {
        AnyEventSource { [self] consumer in
            observe { isActive in
                if isActive == state { consumer(event) }
            }
        }
    }

    /// Releases the line. Call on the queue, last; a second call has no effect.
    public func close() { contact.close() }
}
