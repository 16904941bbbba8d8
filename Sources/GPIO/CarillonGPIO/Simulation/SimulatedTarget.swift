/// The place of a simulated device that a user, a script or a test operates by a text: typed keys, the id of a card, a
/// temperature.
public enum SimulatedTarget: Hashable, Sendable {
    /// An input device with keys.
    case keys(KeySource)
    /// A microphone, by the name of its device.
    case microphone(String)
    /// A device on GPIO lines, by the name of the line that it drives.
    case line(String)
    /// A device on a bus, or one of its channels. Several devices of the wiring can share such a device, each with a channel of
    /// its own.
    case bus(BusAddress, channel: Int = 0)

    /// The device with all of its channels.
    var whole: SimulatedTarget { if case .bus(let address, _) = self { .bus(address) } else { self } }
}

/// A simulated device that a text operates.
package protocol SimulatedOperation: AnyObject, Sendable {
    /// Operates the device.
    ///
    /// - Returns: False, without an effect, if the device takes no such text.
    func operate(_ text: String) -> Bool

    /// Removes the device (false), or brings it back (true).
    func setPresence(_ isPresent: Bool)
}
