import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A reader of cards or bar codes that acts as a keyboard: it types the content, and then Enter or the end that the wiring
/// states. Most USB readers do so.
///
///     .withEventSource(try board.reader("door").line { .card($0) })
public final class Reader: KeyDevice, @unchecked Sendable {
    /// The most recently read line; empty before the first one. Queue only.
    public private(set) var lastLine = ""

    private let listeners: Listeners<String>
    private let timer: ResettableTimer
    private var line: TypedLine

    public init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        (listeners, timer) = (Listeners(on: context.queue), ResettableTimer(on: context.queue))
        line = TypedLine(endingWith: settings.end)
        try super.init(named: name, settings.source, in: context)
        timer.onFire { [unowned self] in timeCame() }
        start(self, in: context)
    }

    /// Sends the result of `event` for each line that is read: the number of a card, the text of a bar code.
    public func line<Event: Sendable>(send event: @escaping @Sendable (String) -> Event) -> AnyEventSource<Event> {
        AnyEventSource { [listeners] consumer in listeners.add { line in consumer(event(line)) } }
    }

    override func handle(_ press: KeyPress) {
        guard press.action == .pressed else { return }
        take(line.press(press.key, isShifted: keysDown.contains(where: \.isShift), at: queue.now))
    }

    override func handleLoss() {
        line.loseCharacters(at: queue.now)
        take(nil)
    }

    override func handleAbsence() {
        if line.wakeUp != nil { handleLoss() }
    }

    private func timeCame() { take(line.timeCame(at: queue.now)) }

    private func take(_ outcome: TypedLine.Outcome?) {
        timer.set(to: line.wakeUp)
        switch outcome {
        case .line(let read):
            lastLine = read
            observer.changed()
            listeners.notify(read)
        case .damaged: observer.didFail(LostLine(name: name, hasEnd: true))
        case .endless: observer.didFail(LostLine(name: name, hasEnd: false))
        case nil: break
        }
    }

    public override func close() {
        super.close()
        timer.cancel()
        listeners.removeAll()
    }
}

/// The error of a reader whose line was lost.
public struct LostLine: Error, Equatable, CustomStringConvertible {
    /// The name in the wiring.
    public let name: String
    /// Whether the line had an end. If not, the reader types another end than the wiring states.
    public let hasEnd: Bool

    /// The message for users, with the name and the remedy.
    public var description: String {
        hasEnd
            ? "reader \"\(name)\": a line was lost, because keys did not arrive; read it again"
            : "reader \"\(name)\": a line was lost, because its end did not follow within 1 s; set ends in the wiring"
    }
}

extension Reader: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: DeviceSettings {
        /// The end of a line that a reader types.
        public enum End: String, CaseIterable, Sendable {
            /// Enter.
            case enter
            /// Tab.
            case tab
            /// No key: the line ends with a pause of 250 ms.
            case nothing
        }

        public var source = KeySource.named("")
        public var end = End.enter

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                Setting("device", \.source, .keySource, "the input device of the kernel that has the keys"),
                Setting(
                    "ends", \.end, .choice(End.allCases.map { ($0.rawValue, $0) }),
                    "the key that the reader types after a line; nothing for a pause of 250 ms"),
            ]
        }

        /// The text of the key at the end of a line.
        fileprivate var ending: String { end == .enter ? "\n" : end == .tab ? "\t" : "" }
    }

    public static var kind: DeviceKind { DeviceKind("reader") }

    public static func entityForm(of settings: Settings) -> EntityForm? { .text }

    public static func wires(of settings: Settings) -> [LineWire] { [] }

    public static func controls(of settings: Settings) -> [Control] {
        let form = Control.Form.enter(.keys(settings.source), examples: ["0012345678"], ending: settings.ending)
        var control = Control(form, keys: [nil])
        if settings.end == .nothing { control.settling = TypedLine.endingPause }
        return [control]
    }

    /// Returns an entry for a reader whose input device has the name of the reader.
    public static func benchWiring(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
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
        _ name: String, device: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column,
        set: (inout Reader.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(Reader.self, name, file, sourceLine, column, set) { $0.source = KeySource(device) ?? $0.source }
    }
}
