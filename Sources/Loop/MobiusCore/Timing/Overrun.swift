import CarillonScheduling

/// An event that missed its deadline.
public struct Overrun<Event> {
    /// The event that was processed late.
    public let event: Event
    /// The time at which the event happened, on the queue's clock.
    public let time: Duration
    /// The time from the event to the start of its processing.
    public let waiting: Duration
    /// The time that the loop took to process the event.
    public let processing: Duration
    /// The limit for the sum of `waiting` and `processing`.
    public let deadline: Duration
}

extension Overrun: Sendable where Event: Sendable {}

extension Overrun: CustomStringConvertible {
    public var description: String {
        "\(event) was handled after \((waiting + processing).inMilliseconds), including "
            + "\(waiting.inMilliseconds) of waiting; its deadline is \(deadline.inMilliseconds)"
    }
}

extension Duration {
    /// The duration in milliseconds with three decimal places: `1.234 ms`.
    fileprivate var inMilliseconds: String {
        let microseconds = wholeNanoseconds / 1000
        let fraction = String(microseconds % 1000)
        return "\(microseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction) ms"
    }
}
