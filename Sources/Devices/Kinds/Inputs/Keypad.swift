import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A keypad, a keyboard or a remote control, with any number of keys.
///
///     .withEventSource(try board.keypad("door").typed { .digit($0) })
///
/// The keys do not type into the console while the program runs. An infrared remote control is also a keypad if its keymap
/// has been loaded into the kernel.
public final class Keypad: KeyDevice, @unchecked Sendable {
    private let listeners: Listeners<KeyPress>

    public init(_ name: String, _ settings: KeySettings, in context: DeviceContext) throws {
        listeners = Listeners(on: context.queue)
        try super.init(named: name, settings.source, in: context)
        start(self, in: context)
    }

    /// Sends `event` on each press of a key.
    ///
    /// - Parameters:
    ///   - key: The kernel's name, such as `KEY_OK` (`linux/input-event-codes.h`). `evtest` shows the names of the keys that
    ///     are pressed.
    ///   - repeating: Whether the event is also sent for the repetitions that the device or the kernel generates while the key
    ///     is held.
    /// - Throws: `KeyInputError.noKey` for an unknown name.
    public func pressed<Event: Sendable>(
        _ key: String, repeating: Bool = false, send event: Event
    ) throws(KeyInputError) -> AnyEventSource<Event> {
        let key = try Self.code(key)
        return pressed(repeating: repeating) { $0 == key ? event : nil }
    }

    /// Sends the result of `event` for the key of each press. If the result is nil, nothing is sent.
    ///
    /// - Parameter repeating: Whether `event` is also called for the repetitions that the device or the kernel generates while
    ///   a key is held.
    public func pressed<Event: Sendable>(
        repeating: Bool = false, send event: @escaping @Sendable (KeyCode) -> Event?
    ) -> AnyEventSource<Event> {
        events { press in
            press.action == .pressed || (repeating && press.action == .repeated) ? event(press.key) : nil
        }
    }

    /// Sends `event` on each release of a key, and when the device is unplugged while the key is down.
    ///
    /// - Throws: `KeyInputError.noKey` for an unknown name.
    public func released<Event: Sendable>(
        _ key: String, send event: Event
    ) throws(KeyInputError) -> AnyEventSource<Event> {
        let key = try Self.code(key)
        return events { $0 == KeyPress(key: key, action: .released) ? event : nil }
    }

    /// Sends the result of `event` for each typed character, with the keyboard layout of the United States. Enter is a line
    /// feed. If the result is nil, nothing is sent.
    public func typed<Event: Sendable>(
        send event: @escaping @Sendable (Character) -> Event?
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

    public static func entityForm(of settings: KeySettings) -> EntityForm? { .text }

    public static func wires(of settings: KeySettings) -> [LineWire] { [] }

    public static func controls(of settings: KeySettings) -> [Control] {
        [Control(.enter(.keys(settings.source), examples: ["KEY_1"]), keys: [nil])]
    }

    /// Returns an entry for a keypad whose input device has the name of the keypad.
    public static func benchWiring(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        [.keypad(name, device: name)]
    }

    public var features: [Feature] { [Feature(isInput: true)] }

    /// Returns the names of the keys that are held down now, separated by spaces.
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
