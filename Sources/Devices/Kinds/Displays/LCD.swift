import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A display of two or four rows of characters with the controller HD44780, behind a PCF8574 on I2C.
///
///     controller.connectView(try board.lcd("panel").view { "Volume \($0.volume)\n" + LCD.bar($0.share, width: 16) })
///     .routeCase(Effect.greet).to(try board.lcd("panel").handler("Grüß Gott"))
///
/// The bus's thread sends the text to the display, so that the loop does not wait. It sends only the cells that have changed,
/// and skips a text that a newer one has replaced. The display is off until text is shown, and after the board is closed.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class LCD: Settable, @unchecked Sendable {
    /// The number of columns and rows of a display.
    public enum Size: Equatable, Sendable, CaseIterable {
        /// 16 columns and 2 rows.
        case columns16rows2
        /// 16 columns and 4 rows.
        case columns16rows4
        /// 20 columns and 2 rows.
        case columns20rows2
        /// 20 columns and 4 rows.
        case columns20rows4

        /// The number of characters in a row.
        public var columns: Int { self == .columns16rows2 || self == .columns16rows4 ? 16 : 20 }
        /// The number of rows.
        public var rows: Int { self == .columns16rows2 || self == .columns20rows2 ? 2 : 4 }
    }

    /// The name in the wiring.
    public let name: String
    /// The number of columns and rows.
    public let size: Size
    /// The text that the display is set to show; empty when it is off. Queue only.
    public var text: String { shownText ?? "" }
    /// Whether the display is off: no text has been shown yet, the display was switched off, or the board is closed. Queue
    /// only.
    public var isOff: Bool { shownText == nil }
    /// Whether the backlight is lit while the display shows text. Queue only.
    public var isLit: Bool { output.value.isLit }

    /// The inputs that the wiring names for the screen.
    package let screenInputs: ScreenInputs?
    private let output: BusOutput<LCDController.Contents>
    public let views = ViewCount()
    private let lights = ViewCount()
    private var shownText: String? { output.isClosed ? nil : output.value.text }

    /// - Parameters:
    ///   - port: The display's port on its bus, which the display takes over.
    ///   - observer: Notified of each change, and when the display fails.
    init(name: String, size: Size, port: BusPort, screenInputs: ScreenInputs? = nil, observer: DeviceObserver) {
        (self.name, self.size, self.screenInputs) = (name, size, screenInputs)
        let controller = Exclusive(LCDController(size))
        output = BusOutput(.init(), port: port, observer: observer) {
            (contents, device) throws(BusError) -> Duration? in
            let step = controller.value.next(contents)
            do throws(BusError) {
                for transfer in step.transfers { try device.write(transfer) }
            } catch {
                controller.value.failed()
                throw error
            }
            return step.pause
        }
    }

    /// Shows text from the top left. May be called from any thread; takes effect immediately on the queue.
    ///
    /// The display can show ASCII and äöüß°µñ¥→←·√¢£∞ΩΣπ÷█. A text can also contain up to eight different characters of
    /// ÄÖÜàçèéê€…\~ and of the blocks ▏▎▍▌▋▊▉ and ▁▂▃▄▅▆▇; further ones are shown as similar characters. Other European
    /// letters lose their marks. All others are shown as `?`.
    ///
    /// - Parameter text: Lines of text. A line that is longer than the display continues on the next row. Text below the last
    ///   row is omitted. nil switches the display and its backlight off until new text is shown.
    public func set(_ text: String?) { output.change { $0.text = text } }

    /// Switches the display and its backlight off until new text is shown. May be called from any thread.
    public func off() { set(nil) }

    /// Whether the backlight is lit while the display shows text, as it is by default.
    ///
    ///     controller.connectView(lcd.backlight.view { $0.isAwake })
    public var backlight: SettablePart<Bool> {
        SettablePart(lights) { [output] isLit in output.change(1) { $0.isLit = isLit } }
    }

    /// Returns a bar of block characters, as text for a row of the display. Each cell has five steps.
    ///
    /// - Parameters:
    ///   - share: The share of the width that the bar fills, from 0 to 1; clamped.
    ///   - width: The width in cells, from 0 to 20; clamped.
    public static func bar(_ share: Double, width: Int) -> String {
        let width = min(max(width, 0), 20)
        let limited = share.isNaN ? 0 : min(max(share, 0), 1)
        let steps = Int((limited * Double(width * 5)).rounded())
        let part = ["", "▏", "▍", "▌", "▊"][steps % 5]
        let bar = String(repeating: "█", count: steps / 5) + part
        return bar + String(repeating: " ", count: width - bar.count)
    }
}

extension LCD: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: ScreenSettings {
        public var bus = ""
        /// From 0x20 to 0x27 with a PCF8574, and from 0x38 to 0x3f with a PCF8574A. The bridges A0 to A2 of the module select
        /// it.
        public var address: UInt8 = 0x27
        public var size = Size.columns16rows2
        public var screen: ScreenInputs?

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                Setting("bus", \.bus, .i2cBus, "the I2C bus of the device"),
                Setting("address", \.address, .i2cAddress(example: "0x27"), "the address of the device on the bus"),
                Setting(
                    "size", \.size, .choice(Size.allCases.map { ("\($0.columns)x\($0.rows)", $0) }),
                    "the characters: columns and rows"),
                .screen(\.screen),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("lcd", title: "LCD") }

    public static func entityForm(of settings: Settings) -> EntityForm? { .text }

    public static func wires(of settings: Settings) -> [LineWire] { [] }

    public static func buses(of settings: Settings) -> [BusWire] {
        [BusWire(.i2c(bus: settings.bus, address: settings.address), safe: LCDController.off)]
    }

    /// Returns an entry for a display on a bus with the name of the display.
    public static func benchWiring(_ name: String, freeLine: () -> String) -> [Wiring.Entry] { [.lcd(name, bus: name)] }

    public convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        self.init(
            name: name, size: settings.size, port: try context.port(Self.buses(of: settings)[0]),
            screenInputs: settings.screen, observer: context.observer)
    }

    public var features: [Feature] {
        [
            Feature(canBeSet: true, isDriven: views.isDriven),
            Feature("backlight", canBeSet: true, isDriven: lights.isDriven),
        ]
    }

    public func value(of feature: Int) -> Feature.Value { feature == 0 ? .text(text) : .toggle(isLit ? .on : .off) }

    public func setFeature(_ feature: Int, to value: Feature.Value) {
        switch value {
        case .text(let text): set(text)
        case .toggle(let pattern): backlight.set(pattern != .off)
        default: break
        }
    }

    public func close() { output.close() }
}

extension Wiring.Entry {
    /// Returns an entry for an LCD on an I2C bus such as `i2c-1`, by default with 16 columns and 2 rows.
    public static func lcd(
        _ name: String, bus: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column,
        set: (inout LCD.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(LCD.self, name, file, sourceLine, column, set) { $0.bus = bus }
    }
}
