import CarillonScheduling

/// A channel that passes a device's readings to the program: keys, cards, temperatures.
///
/// A reading is an input of a session, like an edge of a line. A reading is a text, so that a replay can pass it to the device
/// without the hardware. Everything that a device reports to its listeners must follow from its readings and from timers of its
/// queue.
public struct DeviceReadings: Sendable {
    private let pass: @Sendable (_ reading: String, _ work: @escaping @Sendable () -> Void) -> Void

    /// - Parameter pass: Carries out the work on the board's queue. Called from any thread.
    package init(_ pass: @escaping @Sendable (_ reading: String, _ work: @escaping @Sendable () -> Void) -> Void) {
        self.pass = pass
    }

    /// The channel for a device without a board. It calls `receive(_:)` at once, so the device must read on its queue.
    static var direct: DeviceReadings { DeviceReadings { _, work in work() } }

    /// Calls the device's `receive(_:)` with a reading on the board's queue: immediately if the caller is on this queue and no
    /// session is recorded. May be called from any thread.
    public func send(_ reading: String, to device: any Device) {
        let time = EventTimestamp.current
        pass(reading) {
            guard let time else { return device.receive(reading) }
            EventTimestamp.withValue(time) { device.receive(reading) }
        }
    }
}
