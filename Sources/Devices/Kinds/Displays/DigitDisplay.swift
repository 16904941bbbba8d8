import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A display of four to eight digits of seven segments, with an HT16K33 on I2C, a MAX7219 on SPI, or a TM1637 on two lines.
///
///     controller.connectView(try board.digitDisplay("clock").view { "\($0.now)" })
///     .routeCase(Effect.greet).to(try board.digitDisplay("clock").handler("HELO"))
///
/// The bus's thread sends the text, so that the loop does not wait. It sends only the digits that have changed, and skips a
/// text that a newer one has replaced. The display is off until text is shown, and after the board is closed.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class DigitDisplay: Settable, @unchecked Sendable {
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
    public let views = ViewCount()
    private var shownText: String? { output.isClosed ? nil : output.value }

    /// - Parameters:
    ///   - port: The display's port on its bus, which the display takes over.
    ///   - observer: Notified of each change, and when the display fails.
    init(name: String, controller: DigitController, count: Int, port: BusPort, observer: DeviceObserver) {
        (self.name, self.count) = (name, count)
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
    ///   nil switches the display off until new text is shown.
    public func set(_ text: String?) { output.change { $0 = text } }

    /// Switches the display off until new text is shown. May be called from any thread.
    public func off() { set(nil) }
}

extension DigitDisplay: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: ChipSettings {
        /// The chips that a wiring can name. A MAX7219 accepts up to 10 MHz.
        public static let models = [
            ChipModel(DigitController.Chip.ht16k33.rawValue, .i2c(0x70)),
            ChipModel(DigitController.Chip.max7219.rawValue, .spi(mode: 0, speed: 1_000_000)),
            ChipModel(DigitController.Chip.tm1637.rawValue, .lines),
        ]
        public var chip = ChipReference.unknown
        /// The number of digits: from 1 to 4 with an HT16K33, to 6 with a TM1637, and to 8 with a MAX7219. nil is eight
        /// with a MAX7219, and four otherwise.
        public var count: Int?
        /// The brightness, from 0 to 1, in eight steps with a TM1637 and in sixteen with the other chips. At 0, the digits
        /// are still lit: for a sixteenth of the time, or a thirty-second with a MAX7219.
        public var brightness = 0.5

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                .chip(\.chip, "the chip of the display"),
                Setting("count", \.count, .optional(.number(1...8, example: 4)), "the number of digits"),
                Setting("brightness", \.brightness, .number(0...1, example: 1), "the brightness"),
            ]
        }

        public static var example: String { "ht16k33 i2c-1 0x70" }

        public var conflict: String? {
            let chip = controllerChip
            return (count ?? 1) > chip.most ? "count must be at most \(chip.most) with \(chip.rawValue)" : nil
        }

        var controllerChip: DigitController.Chip { DigitController.Chip(rawValue: chip.chip) ?? .ht16k33 }
    }

    public static var kind: DeviceKind { DeviceKind("digit-display", title: "digit display") }

    public static func entityForm(of settings: Settings) -> EntityForm? { .text }

    public static func wires(of settings: Settings) -> [LineWire] {
        zip(settings.chip.address.lines.indices, ["CLK", "DIO"]).map { place, terminal in
            LineWire(settings.chip[line: place], terminal: terminal, .bus, as: .module)
        }
    }

    public static func buses(of settings: Settings) -> [BusWire] {
        let chip = settings.controllerChip
        guard chip == .max7219 else { return [BusWire(settings.chip.address, safe: chip.off)] }
        // It has 5 V, and expects 3.5 V on its lines.
        return [
            BusWire(
                settings.chip.address, safe: chip.off, signals: ["MOSI", "SCLK", "CE"],
                as: .load(.init("74AHCT125", isConverter: true)))
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

    public func setFeature(_ feature: Int, to value: Feature.Value) { if case .text(let text) = value { set(text) } }

    public func close() { output.close() }
}
