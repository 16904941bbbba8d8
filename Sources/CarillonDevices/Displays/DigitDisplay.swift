import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A display of four to eight digits of seven segments, with an HT16K33 on I2C, a MAX7219 on SPI, or a TM1637 on two lines.
///
///     controller.connectView(try board.digits("clock").showing { "\($0.now)" })
///     .routeCase(Effect.greet).to(try board.digits("clock").show("HELO"))
///
/// The bus's thread sends the text, so that the loop does not wait. It sends only the digits that have changed, and skips a
/// text that a newer one has replaced. The display is off until text is shown, and after the board is closed.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class DigitDisplay: @unchecked Sendable {
    /// The name in the wiring.
    public let name: String
    /// The number of digits.
    public let count: Int
    /// The text that the display is set to show; empty when it is off. Queue only.
    public var text: String { shownText ?? "" }
    /// Whether the display is off: no text has been shown yet, the display was switched off, or the board is closed. Queue
    /// only.
    public var isOff: Bool { shownText == nil }

    private let output: BusOutput<String?>
    private let views = ViewCount()
    private let observer: DeviceObserver
    private var shown: String?
    private var shownText: String? { output.isClosed ? nil : shown }

    /// - Parameters:
    ///   - port: The display's port on its bus, which the display takes over.
    ///   - observer: Notified of each change, and when the display fails.
    init(name: String, controller: DigitController, count: Int, port: BusPort, observer: DeviceObserver) {
        (self.name, self.count, self.observer) = (name, count, observer)
        let controller = Exclusive(controller)
        output = BusOutput(nil, port: port, observer: observer) { (text, device) throws(BusError) -> Void in
            do throws(BusError) {
                for transfer in controller.value.transfers(for: text) { try device.write(transfer) }
            } catch {
                controller.value.failed()
                throw error
            }
        }
    }

    /// Shows text at the right of the display. May be called from any thread; takes effect immediately on the queue.
    ///
    /// - Parameter text: Digits, the letters that seven segments can form (all but k, m, v, w, x and z), `-`, `_`, `=` and `°`.
    ///   Other characters are shown as spaces. A point or a comma lights the decimal point of the digit before it. A colon
    ///   anywhere in the text lights the colon of the display, if it has one. A text that is too long is shown as dashes.
    public func show(_ text: String) { set(text) }

    /// Switches the display off until new text is shown. May be called from any thread.
    public func off() { set(nil) }

    /// Returns the effect handler that shows text.
    public func show<Event>(_ text: String) -> AnyEffectHandler<Void, Event> { .performing { [self] in set(text) } }

    /// Returns the view that shows the result of `text` for each model; nil switches the display off.
    public func showing<Model>(_ text: @escaping @Sendable (Model) -> String?) -> DeviceView<Model> {
        DeviceView(views) { [self] model in set(text(model)) }
    }

    private func set(_ text: String?) {
        guard output.queue.isCurrent else {
            output.queue.async { [self] in set(text) }
            return
        }
        guard !output.isClosed, text != shown else { return }
        shown = text
        output.show(text)
        observer.changed()
    }
}

extension DigitDisplay: Device {
    /// The chips that a wiring can name. A MAX7219 accepts up to 10 MHz.
    static let models = [
        ChipModel(DigitController.Chip.ht16k33.rawValue, .i2c(0x70)),
        ChipModel(DigitController.Chip.max7219.rawValue, .spi(mode: 0, speed: 1_000_000)),
        ChipModel(DigitController.Chip.tm1637.rawValue, .lines),
    ]

    /// The settings of this kind of device in a wiring.
    public struct Settings: DeviceSettings {
        /// The chip and its address, such as `ht16k33 i2c-1 0x70` or `max7219 spidev0.0`, or its lines CLK and DIO:
        /// `tm1637 GPIO23 GPIO24`.
        public var chip = ChipReference.unknown
        /// The number of digits: from 1 to 4 with an HT16K33, to 6 with a TM1637, and to 8 with a MAX7219. nil stands for eight
        /// with a MAX7219, and for four otherwise.
        public var count: Int?
        /// The brightness, from 0 to 1. At 0, the digits are still lit, for a sixteenth of the time, or a thirty-second with a
        /// MAX7219. A TM1637 has eight steps, and the others sixteen.
        public var brightness = 0.5

        public init() {}

        public static var fields: [Field<Self>] {
            [
                Field("chip", \.chip, DigitDisplay.models.notation, "the chip of the display"),
                Field("count", \.count, .optional(.number(1...8, example: 4)), "the number of digits"),
                Field("brightness", \.brightness, .number(0...1, example: 1), "the brightness"),
            ]
        }

        public static var example: String { "ht16k33 i2c-1 0x70" }

        public var conflict: String? {
            let chip = controllerChip
            return (count ?? 1) > chip.most ? "count must be at most \(chip.most) with \(chip.rawValue)" : nil
        }

        var controllerChip: DigitController.Chip { DigitController.Chip(rawValue: chip.chip) ?? .ht16k33 }
    }

    public static var kind: DeviceKind { DeviceKind("digit-display") }

    public static func wires(of settings: Settings) -> [Wire] {
        zip(settings.chip.address.lines.indices, ["CLK", "DIO"]).map { place, terminal in
            Wire(settings.chip[line: place], terminal: terminal, .bus, as: .module)
        }
    }

    public static func buses(of settings: Settings) -> [BusWire] {
        let chip = settings.controllerChip
        let signals = chip == .max7219 ? ["MOSI", "SCLK", "CE"] : nil
        return [BusWire(settings.chip.address, safe: chip.off, signals: signals)]
    }

    /// Returns an entry for a display on a bus with the name of the display.
    public static func improvised(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        [
            .device(DigitDisplay.self, name) {
                $0.chip = ChipReference(chip: "ht16k33", address: .i2c(bus: name, address: 0x70))
            }
        ]
    }

    public convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        let count = settings.count ?? settings.controllerChip.usual
        self.init(
            name: name,
            controller: DigitController(settings.controllerChip, count: count, brightness: settings.brightness),
            count: count, port: try context.port(Self.buses(of: settings)[0]), observer: context.observer)
    }

    public var features: [Feature] { [Feature(canBeSet: true, isDriven: views.isDriven)] }

    public func value(of feature: Int) -> Feature.Value { .text(text) }

    public func set(_ feature: Int, to value: Feature.Value) { if case .text(let text) = value { set(text) } }

    public func close() { output.close() }
}

extension Wiring.Entry {
    /// Returns an entry for a digit display.
    ///
    /// - Parameter chip: The chip and its address, or its lines: `ht16k33 i2c-1 0x70`, `max7219 spidev0.0`, `tm1637 GPIO23 GPIO24`.
    public static func digits(
        _ name: String, chip: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column,
        set: (inout DigitDisplay.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(DigitDisplay.self, name, file, sourceLine, column, set) {
            $0.chip = DigitDisplay.models.reference(chip) ?? .unknown
        }
    }
}

extension DeviceFinder {
    /// Returns the digit display that the wiring calls `name`, or throws `BoardError.unknownDevice`.
    public func digits(_ name: String) throws(BoardError) -> DigitDisplay { try device(DigitDisplay.self, name) }
}
