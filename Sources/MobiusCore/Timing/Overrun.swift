import CarillonScheduling

/// An event that was answered later than its deadline.
public struct Overrun<Event> {
    /// What happened.
    public let event: Event
    /// When it happened, on the queue's clock.
    public let time: Duration
    /// How long it waited for the loop to begin with it.
    public let waiting: Duration
    /// How long the loop took for it then.
    public let processing: Duration
    /// What both together were not to exceed.
    public let deadline: Duration
}

extension Overrun: Sendable where Event: Sendable {}

extension Overrun: CustomStringConvertible {
    public var description: String {
        "\(event) was answered after \((waiting + processing).inMilliseconds), \(waiting.inMilliseconds) of it waiting;"
            + " its deadline is \(deadline.inMilliseconds)"
    }
}

extension Duration {
    /// With three digits behind the point: `1.234 ms`.
    fileprivate var inMilliseconds: String {
        let microseconds = wholeNanoseconds / 1000
        let fraction = String(microseconds % 1000)
        return "\(microseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction) ms"
    }
}
