import CarillonGPIO
import MobiusCore

/// A display of 128 x 64 dots with the controller SSD1306, on I2C.
///
///     controller.connectView(try board.display("status").showing { count in "Count\n\(count)" })
///     .routeCase(Effect.greet).to(try board.display("status").show("Hello", size: 2))
///
/// The bus's thread sends the contents to the display, the newest picture first, so that the loop does not wait. The
/// display is dark until it is given contents, and after the board is closed.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class Display: @unchecked Sendable {
    /// The name in the wiring.
    public let name: String
    /// The picture that the display is set to show; dark when the display is off. Queue only.
    public var picture: Picture { contents.drawn ?? Picture(width: SSD1306.columns, height: SSD1306.rows) }
    /// The text that the display is set to show; empty when the display is off or shows a picture. Queue only.
    public var text: String { if case .text(let text, _) = contents { text } else { "" } }

    /// Whether the display is off: it has been given no contents yet, was switched off, or the board is closed. Queue
    /// only.
    public var isOff: Bool { contents == .nothing }

    private let output: BusOutput<Contents>
    private let views = ViewCount()
    private let observer: DeviceObserver
    private var contents: Contents { output.isClosed ? .nothing : shown }
    private var shown = Contents.nothing

    /// - Parameters:
    ///   - port: The display's port on its bus, which the display takes over.
    ///   - contrast: The brightness, from 0 to 255.
    ///   - isRotated: Whether the display is mounted upside down.
    ///   - observer: Notified of each change, and when the display fails.
    init(name: String, port: BusPort, contrast: UInt8 = 127, isRotated: Bool = false, observer: DeviceObserver) {
        self.name = name
        self.observer = observer
        let controller = SSD1306(contrast: contrast, isRotated: isRotated)
        output = BusOutput(.nothing, port: port, observer: observer) { (contents, device) throws(BusError) in
            try controller.show(contents.drawn, on: device)
        }
    }

    /// Shows text from the top left; see ``Picture/draw(_:x:y:size:)``. May be called from any thread; takes effect
    /// immediately on the queue.
    ///
    /// - Parameters:
    ///   - text: Lines of text. At size 1, the display has 8 lines of 21 letters.
    ///   - size: The magnification of the letters, at least 1.
    public func show(_ text: String, size: Int = 1) { show(.text(text, size: size)) }

    /// Shows a picture. Only the top left of a picture larger than 128 x 64 is visible. May be called from any thread;
    /// takes effect immediately on the queue.
    public func show(_ picture: Picture) { show(.picture(picture.fitted)) }

    /// Switches the display off until it is given new contents. May be called from any thread.
    public func off() { show(.nothing) }

    /// Returns the effect handler that shows text.
    ///
    /// - Parameter size: The magnification of the letters, at least 1.
    public func show<Event>(_ text: String, size: Int = 1) -> AnyEffectHandler<Void, Event> {
        .performing { [self] in show(.text(text, size: size)) }
    }

    /// Returns the view that shows text for each model. nil switches the display off.
    ///
    /// - Parameter size: The magnification of the letters, at least 1.
    public func showing<Model>(
        size: Int = 1, _ text: @escaping @Sendable (Model) -> String?
    ) -> DeviceView<Model> {
        DeviceView(views) { [self] model in show(text(model).map { .text($0, size: size) } ?? .nothing) }
    }

    /// Returns the view that shows a picture for each model. nil switches the display off.
    public func showing<Model>(_ picture: @escaping @Sendable (Model) -> Picture?) -> DeviceView<Model> {
        DeviceView(views) { [self] model in show((picture(model)?.fitted).map(Contents.picture) ?? .nothing) }
    }

    private func show(_ contents: Contents) {
        guard output.queue.isCurrent else {
            output.queue.async { [self] in show(contents) }
            return
        }
        guard !output.isClosed, contents != shown else { return }
        shown = contents
        output.show(contents)
        observer.changed(contents.isPicture ? 1 : 0)
    }
}

/// The contents of a display. Text is drawn when it is sent to the display and when the picture is read.
private enum Contents: Equatable {
    case nothing
    case text(String, size: Int)
    case picture(Picture)

    var isPicture: Bool { if case .picture = self { true } else { false } }

    /// The contents as a picture; nil if there are none.
    var drawn: Picture? {
        switch self {
        case .nothing: return nil
        case .picture(let picture): return picture
        case .text(let text, let size):
            var picture = Picture(width: SSD1306.columns, height: SSD1306.rows)
            picture.draw(text, size: size)
            return picture
        }
    }
}

extension Picture {
    /// The picture in the display's size, cropped or filled up with dark dots.
    fileprivate var fitted: Picture {
        guard width != SSD1306.columns || height != SSD1306.rows else { return self }
        var picture = Picture(width: SSD1306.columns, height: SSD1306.rows)
        for x in 0..<min(width, picture.width) {
            for y in 0..<min(height, picture.height) { picture[x, y] = self[x, y] }
        }
        return picture
    }
}

/// The controller of a display, which converts pictures into transfers. Section numbers refer to the data sheet,
/// Solomon Systech SSD1306 Rev 1.5.
///
/// `@unchecked Sendable`: used on the bus's thread, one call at a time.
private final class SSD1306: @unchecked Sendable {
    /// The size of the memory in dots (8.7).
    static let (columns, rows) = (128, 64)
    /// The transfer that puts the controller to sleep (10.1.12): its safe state.
    static let off: [UInt8] = [commands, 0xae]

    /// The first byte of a transfer, which selects commands or data (8.1.5.2).
    private static let (commands, data) = (UInt8(0x00), UInt8(0x40))
    /// The maximum number of picture bytes in a transfer: the limit of a bus that supports only SMBus.
    private static let maximumBytes = 32
    /// The number of pictures to send as changes before one is sent whole.
    private static let maximumChanges = 64

    private let settings: [UInt8]
    /// The contents of the memory, in the order of `Picture.bytes`; nil if unknown.
    private var memory: [UInt8]?
    private var changes = 0

    init(contrast: UInt8, isRotated: Bool) {
        settings = [
            Self.commands,
            0xa8, 0x3f,  // 64 rows (10.1.11)
            0xd3, 0x00, 0x40,  // from the memory's first row on (10.1.15, 10.1.6)
            isRotated ? 0xa0 : 0xa1, isRotated ? 0xc0 : 0xc8,  // as modules are mounted (10.1.8, 10.1.14)
            0xda, 0x12,  // rows alternate between the controller's sides (10.1.18)
            0x81, contrast,  // (10.1.7)
            0xa4, 0xa6,  // the memory is shown, a set bit lit (10.1.9, 10.1.10)
            0xd5, 0x80,  // the clock as after a reset (10.1.16)
            0x8d, 0x14,  // the charge pump makes the voltage of the dots (8.10)
            0x20, 0x02,  // page addressing (10.1.3)
        ]
    }

    /// Shows a picture of the display's size, or nothing (nil). Sends only the differences from the memory.
    ///
    /// Sends the settings and the whole picture after a failure, and after every 64 pictures, because a display that
    /// has lost power has lost both.
    func show(_ picture: Picture?, on device: any BusDevice) throws(BusError) {
        let known = changes < Self.maximumChanges ? memory : nil
        memory = nil
        guard let bytes = picture?.bytes else { return try device.write(Self.off) }
        if known == nil { try device.write(settings) }
        for page in 0..<Self.rows / 8 {
            let row = page * Self.columns..<(page + 1) * Self.columns
            guard let first = row.first(where: { known?[$0] != bytes[$0] }),
                let last = row.last(where: { known?[$0] != bytes[$0] })
            else { continue }
            let column = UInt8(first - row.lowerBound)
            // Set the page and the two halves of the column (10.1.13, 10.1.1, 10.1.2).
            try device.write([Self.commands, 0xb0 | UInt8(page), column & 0x0f, 0x10 | column >> 4])
            for start in stride(from: first, through: last, by: Self.maximumBytes) {
                try device.write([Self.data] + bytes[start...min(last, start + Self.maximumBytes - 1)])
            }
        }
        if known == nil { try device.write([Self.commands, 0xaf]) }  // lit (10.1.12)
        changes = known == nil ? 0 : changes + 1
        memory = bytes
    }
}

extension Display: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: DeviceSettings {
        /// The I2C bus, such as `i2c-1`.
        public var bus = ""
        /// The address on the bus: 0x3c or 0x3d, depending on the display's jumper.
        public var address: UInt8 = 0x3c
        /// The brightness, from 0 to 255.
        public var contrast: UInt8 = 127
        /// Whether the display is mounted upside down.
        public var isRotated = false

        public init() {}

        public static var fields: [Field<Self>] {
            [
                Field("bus", \.bus, .i2cBus, "the I2C bus of the device"),
                Field("address", \.address, .i2cAddress(example: "0x3c"), "the address of the device on the bus"),
                Field("contrast", \.contrast, .number(0...255, example: 127), "the brightness"),
                Field("rotation", \.isRotated, .choice([("0", false), ("180", true)]), "the rotation, in degrees"),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("display") }

    public static func wires(of settings: Settings) -> [Wire] { [] }

    public static func buses(of settings: Settings) -> [BusWire] {
        [BusWire(.i2c(bus: settings.bus, address: settings.address), safe: SSD1306.off)]
    }

    /// Returns a display on a bus of its own.
    public static func improvised(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        [.display(name, bus: name)]
    }

    public convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        self.init(
            name: name, port: try context.port(Self.buses(of: settings)[0]),
            contrast: settings.contrast,
            isRotated: settings.isRotated, observer: context.observer)
    }

    public var features: [Feature] {
        ["", "picture"].map { Feature($0, canBeSet: true, isDriven: views.isDriven) }
    }

    public func value(of feature: Int) -> Feature.Value { feature == 0 ? .text(text) : .picture(picture) }

    public func set(_ feature: Int, to value: Feature.Value) {
        value.text.map { show($0) }
        value.picture.map { show($0) }
    }

    public func close() { output.close() }
}

extension Wiring.Entry {
    /// Returns an entry for a display with the controller SSD1306, on an I2C bus such as `i2c-1`.
    public static func display(
        _ name: String, bus: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column,
        set: (inout Display.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(Display.self, name, file, sourceLine, column, set) { $0.bus = bus }
    }
}

extension DeviceFinder {
    /// Returns the display that the wiring calls `name`, or throws `BoardError.unknownDevice`.
    public func display(_ name: String) throws(BoardError) -> Display { try device(Display.self, name) }
}
