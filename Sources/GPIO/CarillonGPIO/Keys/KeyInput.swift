import CarillonScheduling

/// The keys of one device, such as a keypad or a card reader. Use the object only on the thread of the queue with which its
/// chip was opened.
///
/// While a program uses the keys, no other program receives them, so that a card reader does not type into the console.
public protocol KeyInput: AnyObject, Sendable {
    /// Starts to report changes of the keys. The device may be absent: its keys are reported as soon as it is plugged in.
    ///
    /// - Parameter handler: Called on the thread of the chip's queue, with each change, in order. Called once with an error
    ///   when the device is absent or disappears, and with `.present` when it is back.
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
    /// Some changes have been lost. `down` lists the keys that are pressed now.
    case lost(down: [KeyCode])
    /// The device is present after an absence. All keys count as released.
    case present
}
