import CarillonScheduling

/// The file in which the events of an outbox survive a restart of the program. Used on the fleet's queue only.
package protocol OutboxStore: AnyObject {
    /// The name in messages to the user.
    var path: String { get }

    /// Reads the whole contents.
    func read() throws -> [UInt8]

    /// Passes bytes to the system, which keeps them when the program is killed.
    func write(_ bytes: [UInt8], at offset: Int) throws

    /// Waits until the disk has everything that has been written.
    func sync() throws

    /// Keeps the contents under another name, and begins with none.
    ///
    /// - Returns: That name.
    func setAside() throws -> String

    /// Returns the clocks of the machine at a time of the fleet's queue.
    func clock(at now: Duration) -> OutboxClock

    func close()
}

/// The clocks of a machine, by which a later start of the program knows the age of an event.
package struct OutboxClock: Equatable, Sendable {
    /// A text that is another one after each start of the machine.
    package let boot: String
    /// The time of day minus the time on the fleet's queue, which begins anew at each start of the machine.
    package let offset: Duration

    package init(boot: String, offset: Duration) { (self.boot, self.offset) = (boot, offset) }

    /// Returns a time of an earlier start of the program as a time of this one.
    ///
    /// After a restart of the machine, the age is that by the time of day. A machine without a clock does not know how
    /// long it was off. So the age is at least the time since its start, and at least so much that the event triggers
    /// nothing.
    func present(_ time: Duration, of earlier: OutboxClock, at now: Duration) -> Duration {
        guard earlier.boot != boot else { return time }
        return min(time + earlier.offset - offset, .zero, now - Discovery.late)
    }
}
