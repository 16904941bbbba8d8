import CarillonScheduling

/// The way of a device's readings to the program: keys, cards, temperatures.
///
/// A reading is an input of a session, as an edge of a line is. So it is a text, which a replay passes to the device
/// without the hardware. Whatever a device tells its listeners has to follow from its readings and from timers of its queue.
public struct DeviceReadings: Sendable {
    private let pass: @Sendable (_ reading: String, _ work: @escaping @Sendable () -> Void) -> Void

    /// - Parameter pass: Carries out the work on the board's queue. Called from any thread.
    package init(_ pass: @escaping @Sendable (_ reading: String, _ work: @escaping @Sendable () -> Void) -> Void) {
        self.pass = pass
    }

    /// The way of a device without a board, which reads on its queue.
    static var direct: DeviceReadings { DeviceReadings { _, work in work() } }

    /// Calls `receive(_:)` of a device with a reading on the board's queue: at once from this queue, unless a session is
    /// recorded. May be called from any thread.
    public func send(_ reading: String, to device: any Device) {
        let time = EventTimestamp.current
        pass(reading) {
            guard let time else { return device.receive(reading) }
            EventTimestamp.withValue(time) { device.receive(reading) }
        }
    }
}
