import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A keypad, a keyboard or a remote control, with any number of keys.
///
///     .withEventSource(try board.keypad("door").typed { .digit($0) })
///
/// The keys do not type into the console while the program runs. Infrared remotes are keypads, too, once the kernel has their
/// keymap.
public final class Keypad: KeyDevice, @unchecked Sendable {
    private let listeners: Listeners<KeyPress>

    public init(_ name: String, _ settings: KeySettings, in context: DeviceContext) throws {
        listeners = Listeners(on: context.queue)
        try super.init(named: name, settings, in: context)
        start(self, in: context)
    }

    /// Sends `event` on each press of a key.
    ///
    /// - Parameters:
    ///   - key: The kernel's name, such as `KEY_OK` (`linux/input-event-codes.h`). `evtest` shows the names of the keys that
    ///     are pressed.
    ///   - repeating: Whether the event is repeated while the key is held, if the device or the kernel repeats it.
    /// - Throws: `KeyInputError.noKey` for an unknown name.
    public func pressed<Event: Sendable>(
        _ key: String, _ event: Event, repeating: Bool = false
    ) throws(KeyInputError) -> AnyEventSource<Event> {
        let key = try Self.code(key)
        return pressed(repeating: repeating) { $0 == key ? event : nil }
    }

    /// Sends the result of `event` on each press of any key; nothing for nil.
    ///
    /// - Parameter repeating: Whether presses are repeated while a key is held, if the device or the kernel repeats them.
    public func pressed<Event: Sendable>(
        repeating: Bool = false, _ event: @escaping @Sendable (KeyCode) -> Event?
    ) -> AnyEventSource<Event> {
        events { press in
            press.action == .pressed || (repeating && press.action == .repeated) ? event(press.key) : nil
        }
    }

    /// Sends `event` on each release of a key, and when the device goes away while the key is down.
    ///
    /// - Throws: `KeyInputError.noKey` for an unknown name.
    public func released<Event: Sendable>(_ key: String, _ event: Event) throws(KeyInputError) -> AnyEventSource<Event>
    {
        let key = try Self.code(key)
        return events { $0 == KeyPress(key: key, action: .released) ? event : nil }
    }

    /// Sends the result of `event` for each character that is typed, as on a keyboard for the United States; nothing for
    /// nil. Enter is a line feed.
    public func typed<Event: Sendable>(
        _ event: @escaping @Sendable (Character) -> Event?
    ) -> AnyEventSource<Event> {
        events { [unowned self] press in
            guard press.action == .pressed else { return nil }
            if press.key.endsLine { return event("\n") }
            return press.key.character(isShifted: keysDown.contains(where: \.isShift)).flatMap(event)
        }
    }

    private static func code(_ name: String) throws(KeyInputError) -> KeyCode {
        guard let key = KeyCode(name) else { throw .noKey(name: name) }
        return key
    }

    private func events<Event: Sendable>(
        _ event: @escaping @Sendable (KeyPress) -> Event?
    ) -> AnyEventSource<Event> {
        AnyEventSource { [listeners] consumer in
            listeners.add { press in
                if let event = event(press) { consumer(event) }
            }
        }
    }

    override func handle(_ press: KeyPress) {
        if press.action != .repeated { observer.changed() }
        listeners.notify(press)
    }

    public override func close() {
        super.close()
        listeners.removeAll()
    }
}

extension Keypad: Device {
    public static var kind: DeviceKind { DeviceKind("keypad") }

    public static func wires(of settings: KeySettings) -> [Wire] { [] }

    public static func controls(of settings: KeySettings) -> [Control] { [settings.control(example: "KEY_1")] }

    /// Returns a keypad with a device of its own.
    public static func improvised(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        [.keypad(name, device: name)]
    }

    public var features: [Feature] { [Feature(isInput: true)] }

    /// The names of the keys that are down.
    public func value(of feature: Int) -> Feature.Value { .text(keysDown.map(\.name).joined(separator: " ")) }
}

extension Wiring.Entry {
    /// Returns an entry for a keypad, a keyboard or a remote control.
    ///
    /// - Parameter device: The name of the input device, as in `/proc/bus/input/devices`, or its USB id: `08ff:0009`.
    public static func keypad(
        _ name: String, device: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Entry {
        .device(Keypad.self, name, file, sourceLine, column, KeySettings.of(device), connect: { _ in })
    }
}

extension DeviceFinder {
    /// Returns the keypad that the wiring calls `name`, or throws `BoardError.unknownDevice`.
    public func keypad(_ name: String) throws(BoardError) -> Keypad { try device(Keypad.self, name) }
}
