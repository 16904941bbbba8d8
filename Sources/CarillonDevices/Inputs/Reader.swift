import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A reader of cards or bar codes that acts as a keyboard: it types the content and then Enter, as most USB readers do.
///
///     .withEventSource(try board.reader("door").line { .card($0) })
public final class Reader: KeyDevice, @unchecked Sendable {
    /// The most recently read line; empty before the first one. Queue only.
    public private(set) var lastLine = ""

    private let listeners: Listeners<String>
    private var line = TypedLine()

    public init(_ name: String, _ settings: KeySettings, in context: DeviceContext) throws {
        listeners = Listeners(on: context.queue)
        try super.init(named: name, settings, in: context)
        start(self, in: context)
    }

    /// Sends the result of `event` for each line that is read: the number of a card, the text of a bar code.
    public func line<Event: Sendable>(_ event: @escaping @Sendable (String) -> Event) -> AnyEventSource<Event> {
        AnyEventSource { [listeners] consumer in listeners.add { line in consumer(event(line)) } }
    }

    override func handle(_ press: KeyPress) {
        guard press.action == .pressed else { return }
        guard press.key.endsLine else {
            let isShifted = keysDown.contains(where: \.isShift)
            if let character = press.key.character(isShifted: isShifted) { line.type(character, at: queue.now) }
            return
        }
        guard let read = line.end(at: queue.now) else { return }
        lastLine = read
        observer.changed()
        listeners.notify(read)
    }

    override func handleLoss() { line.loseCharacters() }

    public override func close() {
        super.close()
        listeners.removeAll()
    }
}

extension Reader: Device {
    public static var kind: DeviceKind { DeviceKind("reader") }

    public static func wires(of settings: KeySettings) -> [Wire] { [] }

    public static func controls(of settings: KeySettings) -> [Control] {
        [settings.control(example: "0012345678", ending: "\n")]
    }

    /// Returns an entry for a reader whose input device has the name of the reader.
    public static func improvised(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        [.reader(name, device: name)]
    }

    public var features: [Feature] { [Feature(isInput: true)] }
    public func value(of feature: Int) -> Feature.Value { .text(lastLine) }
}

extension Wiring.Entry {
    /// Returns an entry for a reader of cards or bar codes.
    ///
    /// - Parameter device: The name of the input device, as in `/proc/bus/input/devices`, or its USB id: `08ff:0009`.
    public static func reader(
        _ name: String, device: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Entry {
        .device(Reader.self, name, file, sourceLine, column, KeySettings.of(device), connect: { _ in })
    }
}

extension DeviceFinder {
    /// Returns the reader that the wiring calls `name`, or throws `BoardError.unknownDevice`.
    public func reader(_ name: String) throws(BoardError) -> Reader { try device(Reader.self, name) }
}
