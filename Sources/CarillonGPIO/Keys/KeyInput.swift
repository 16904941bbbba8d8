import CarillonScheduling

/// The keys of one device, such as a keypad or a card reader. They belong to the thread of the queue that their chip was
/// opened for.
///
/// While they are in use, no other program receives them, so that a card reader does not type into the console.
public protocol KeyInput: AnyObject, Sendable {
    /// Starts to report the keys. A device that is absent is reported, and is used as soon as it is there.
    ///
    /// - Parameter handler: Called on the thread that the keys belong to, with each change in its order; with an error once
    ///   when the device is absent or has gone away, and then with `.present` when it is back.
    func watch(_ handler: @escaping @Sendable (Result<KeyChange, KeyInputError>) -> Void)

    /// Releases the device. Call once, as the last call.
    func close()
}

/// A change of the keys of a device.
public enum KeyChange: Equatable, Sendable {
    /// A key has been pressed.
    case down(KeyCode)
    /// A key that is held has been repeated, by the device or by the kernel.
    case repeated(KeyCode)
    /// A key has been released.
    case up(KeyCode)
    /// Changes have been lost. These keys are down now.
    case lost(down: [KeyCode])
    /// The device is there, after an absence. No key counts as down.
    case present
}
