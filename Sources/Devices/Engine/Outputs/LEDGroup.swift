import MobiusCore

/// Several LEDs that belong together: a number in binary, a bar, or a group.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public class LEDGroup: @unchecked Sendable {
    /// The name in the wiring.
    public let name: String
    let leds: [LED]
    let bank: OutputBank
    /// The number of connected views of the group.
    public let views = ViewCount()
    private(set) var shown = 0
    private let observer: DeviceObserver

    /// Creates a group that shows 0.
    ///
    /// - Parameters:
    ///   - leds: The LEDs: for a number, the least significant bit first; otherwise in the order in which they are lit. All
    ///     must be off.
    ///   - bank: The LEDs' bank.
    ///   - observer: Notified of each change.
    public required init(name: String, leds: [LED], bank: OutputBank, observer: DeviceObserver) {
        (self.name, self.leds, self.bank, self.observer) = (name, leds, bank, observer)
        for led in leds { led.output.views.add(views) }
    }

    /// Shows a value, for which the LEDs of the set bits are lit. All LEDs change at the same moment. May be called from
    /// any thread.
    final func show(_ value: Int, lit bits: Int) {
        guard bank.queue.isCurrent else { return bank.queue.async { [self] in show(value, lit: bits) } }
        guard !bank.isClosed else { return }
        // Set every LED, because some may have been switched individually.
        bank.performBatchUpdates {
            for (index, led) in leds.enumerated() { led.output.begin(.on(if: bits >> index & 1 == 1)) }
        }
        guard value != shown else { return }
        shown = value
        observer.changed()
    }

    /// Shows a value, for which the LEDs have these patterns. All LEDs change at the same moment. Queue only.
    final func show(_ value: Int, _ pattern: (Int) -> Pattern) {
        guard !bank.isClosed else { return }
        bank.performBatchUpdates {
            for (index, led) in leds.enumerated() { led.output.begin(pattern(index)) }
        }
        guard value != shown else { return }
        shown = value
        observer.changed()
    }

    /// Reports that the value has changed. Queue only.
    final func changed() { observer.changed() }

    /// The settings of a group in a wiring.
    public struct Settings: DeviceSettings {
        public var leds: [WiringReference] = []

        public init() {}

        public static var fields: [Setting<Self>] {
            [Setting("leds", \.leds, .devices(LED.self, example: "[bit0, bit1]"), "the LEDs, the lowest first")]
        }
    }

    /// Returns no wires, because each LED has its own.
    public static func wires(of settings: Settings) -> [LineWire] { [] }

    /// Creates a group of LEDs that the board has already created.
    public required convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        self.init(
            name: name, leds: try settings.leds.map { try context.device(LED.self, $0) },
            bank: try context.allOutputs(), observer: context.observer)
    }
}
