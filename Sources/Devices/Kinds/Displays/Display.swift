import CarillonGPIO
import MobiusCore

/// A display of 128 x 64 or 128 x 32 dots with the controller SSD1306 or SH1106, on I2C or SPI.
///
///     controller.connectView(try board.display("status").view { count in "Count\n\(count)" })
///     .routeCase(Effect.greet).to(try board.display("status").handler("Hello", size: 2))
///
/// The bus's thread sends the contents to the display, so that the loop does not wait. It skips contents that newer ones have
/// replaced. The display is dark until contents are shown, and after the board is closed.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class Display: Settable, @unchecked Sendable {
    public typealias Value = String?

    /// The name in the wiring.
    public let name: String
    /// The picture that the display is set to show; dark when the display is off. Queue only.
    public var picture: Picture { contents.drawn(on: panel) ?? panel.dark }
    /// The text that the display is set to show; empty when the display is off or shows a picture. Queue only.
    public var text: String { if case .text(let text, _) = contents { text } else { "" } }

    /// Whether the display is off: no contents have been shown yet, the display was switched off, or the board is closed. Queue
    /// only.
    public var isOff: Bool { contents == .nothing }

    /// The display's controller chip and its size in dots.
    public let panel: DisplayPanel

    /// The inputs that the wiring names for the screen.
    package let screenInputs: ScreenInputs?
    private let output: BusOutput<Contents>
    public let views = ViewCount()
    private var contents: Contents { output.isClosed ? .nothing : output.value }

    /// - Parameters:
    ///   - panel: The controller and the size.
    ///   - port: The display's port on its bus, which the display takes over.
    ///   - contrast: The brightness, from 0 (dim) to 255.
    ///   - isRotated: Whether the display is mounted upside down.
    ///   - observer: Notified of each change, and when the display fails.
    init(
        name: String, panel: DisplayPanel = DisplayPanel(), port: BusPort, contrast: UInt8 = 127,
        isRotated: Bool = false, screenInputs: ScreenInputs? = nil, observer: DeviceObserver
    ) {
        (self.name, self.panel, self.screenInputs) = (name, panel, screenInputs)
        let controller = DisplayController(panel, contrast: contrast, isRotated: isRotated)
        output = BusOutput(.nothing, port: port, observer: observer) { (contents, device) throws(BusError) in
            try controller.show(contents.drawn(on: panel), on: device)
        }
    }

    /// Shows text in the size 1 from the top left; nil switches the display off until new contents are shown. May be called
    /// from any thread; takes effect immediately on the queue.
    public func set(_ text: String?) { set(text, size: 1) }

    /// Shows text from the top left; see ``Picture/draw(_:x:y:size:)``. May be called from any thread; takes effect
    /// immediately on the queue.
    ///
    /// - Parameters:
    ///   - text: Lines of text; nil switches the display off. At size 1, a display of 64 rows has 8 lines of 21 letters, and
    ///     one of 32 rows has 4.
    ///   - size: The magnification of the letters, at least 1.
    public func set(_ text: String?, size: Int) { show(text.map { .text($0, size: size) } ?? .nothing) }

    /// Shows a picture. Only the top left of a picture larger than the display is visible. May be called from any
    /// thread; takes effect immediately on the queue.
    public func set(_ picture: Picture) { show(.picture(panel.fitted(picture))) }

    /// Switches the display off until new contents are shown. May be called from any thread.
    public func off() { show(.nothing) }

    /// Returns the effect handler that shows text; nil switches the display off.
    ///
    /// - Parameter size: The magnification of the letters, at least 1.
    public func handler<Event>(_ text: String?, size: Int) -> AnyEffectHandler<Void, Event> {
        .performing { [self] in set(text, size: size) }
    }

    /// Returns the view that shows the result of `text` for each model; nil switches the display off.
    ///
    /// - Parameter size: The magnification of the letters, at least 1.
    public func view<Model>(size: Int, _ text: @escaping @Sendable (Model) -> String?) -> DeviceView<Model> {
        DeviceView(views) { [self] model in set(text(model), size: size) }
    }

    /// Returns the view that shows the result of `picture` for each model; nil switches the display off.
    public func view<Model>(_ picture: @escaping @Sendable (Model) -> Picture?) -> DeviceView<Model> {
        DeviceView(views) { [self] model in show(picture(model).map { .picture(panel.fitted($0)) } ?? .nothing) }
    }

    private func show(_ contents: Contents) {
        output.change(contents.isPicture ? 1 : 0) { $0 = contents }
    }
}

/// The contents of a display. Text is drawn when it is sent to the display and when the picture is read.
private enum Contents: Equatable {
    case nothing
    case text(String, size: Int)
    case picture(Picture)

    var isPicture: Bool { if case .picture = self { true } else { false } }

    /// Returns the contents as a picture; nil if there are none.
    func drawn(on panel: DisplayPanel) -> Picture? {
        switch self {
        case .nothing: return nil
        case .picture(let picture): return picture
        case .text(let text, let size):
            var picture = panel.dark
            picture.draw(text, size: size)
            return picture
        }
    }
}

extension Display: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: ScreenSettings {
        public var bus = ""
        public var data: LineReference?
        /// nil if the pin is wired to a reset circuit instead.
        public var reset: LineReference?
        /// 0x3c or 0x3d, depending on the display's jumper.
        public var address: UInt8 = 0x3c
        public var driver = DisplayPanel.Driver.ssd1306
        public var size = DisplayPanel.Size.dots128x64
        public var contrast: UInt8 = 127
        public var isRotated = false
        public var screen: ScreenInputs?

        public init() {}

        public var conflict: String? {
            if bus.hasPrefix("spi") {
                return data == nil ? "a display on SPI needs data, the line to its pin D/C, such as GPIO25" : nil
            }
            return data == nil && reset == nil ? nil : "data and reset are for a display on SPI; remove them"
        }

        public static var fields: [Setting<Self>] {
            [
                Setting("bus", \.bus, .i2cBusOrSPIDevice, "the I2C bus or the SPI device of the display"),
                Setting(
                    "data", \.data, .optional(.line(example: "GPIO25")),
                    "the line to the pin D/C (DC, A0), which a display on SPI needs"),
                Setting(
                    "reset", \.reset, .optional(.line(example: "GPIO24")),
                    "the line to the pin RES (RST) of a display on SPI"),
                Setting("address", \.address, .i2cAddress(example: "0x3c"), "the address of the device on the I2C bus"),
                Setting(
                    "driver", \.driver, .choice([("ssd1306", .ssd1306), ("sh1106", .sh1106)]),
                    "the chip that drives the dots: most panels of 1.3 inches have an SH1106"),
                Setting(
                    "size", \.size, .choice([("128x64", .dots128x64), ("128x32", .dots128x32)]),
                    "the dots of the panel"),
                Setting("contrast", \.contrast, .number(0...255, example: 127), "the brightness"),
                Setting("rotation", \.isRotated, .choice([("0", false), ("180", true)]), "the rotation, in degrees"),
                .screen(\.screen),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("display") }

    public static func entityForm(of settings: Settings) -> EntityForm? { .text }

    public static func wires(of settings: Settings) -> [LineWire] {
        [("D/C", settings.data), ("RES", settings.reset)].compactMap { terminal, line in
            line.map { LineWire($0, terminal: terminal, .bus, as: .module) }
        }
    }

    public static func buses(of settings: Settings) -> [BusWire] {
        guard let data = settings.data else {
            return [BusWire(.i2c(bus: settings.bus, address: settings.address), safe: DisplayController.off)]
        }
        // Mode 0: a byte is taken at the rising edges of the clock (8.1.3).
        let address = BusAddress.spiWithDataLine(
            device: settings.bus, mode: 0, speed: DisplayPanel(settings.driver, settings.size).spiSpeed,
            data: data.name, reset: settings.reset?.name)
        return [BusWire(address, safe: DisplayController.off, signals: ["MOSI", "SCLK", "CE"])]
    }

    /// Returns an entry for a display on a bus with the name of the display.
    public static func benchWiring(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        [.display(name, bus: name)]
    }

    public convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        self.init(
            name: name, panel: DisplayPanel(settings.driver, settings.size),
            port: try context.port(Self.buses(of: settings)[0]), contrast: settings.contrast,
            isRotated: settings.isRotated, screenInputs: settings.screen,
            observer: context.observer)
    }

    public var features: [Feature] {
        ["", "picture"].map { Feature($0, canBeSet: true, isDriven: views.isDriven) }
    }

    public func value(of feature: Int) -> Feature.Value { feature == 0 ? .text(text) : .picture(picture) }

    public func setFeature(_ feature: Int, to value: Feature.Value) {
        value.text.map { set($0) }
        value.picture.map { set($0) }
    }

    public func close() { output.close() }
}

extension Wiring.Entry {
    /// Returns an entry for a display, by default with 128 x 64 dots and the controller SSD1306.
    ///
    /// - Parameter bus: The I2C bus, such as `i2c-1`, or the SPI device, such as `spidev0.0`. On SPI, set the line of the pin D/C:
    ///   `$0.data = LineReference("GPIO25")`.
    public static func display(
        _ name: String, bus: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column,
        set: (inout Display.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(Display.self, name, file, sourceLine, column, set) { $0.bus = bus }
    }
}
