import CarillonGPIO
import MobiusCore

/// A display of 128 x 64 dots with the controller SSD1306, on I2C.
///
///     controller.connectView(try board.display("status").showing { count in "Count\n\(count)" })
///     .routeCase(Effect.greet).to(try board.display("status").show("Hello", size: 2))
///
/// What it shows is sent to it by the bus's thread, the newest picture first: the loop does not wait. It is dark until it
/// is told something, and when the board is closed.
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
public final class Display: @unchecked Sendable {
    /// The name that the wiring gives it.
    public let name: String
    /// The picture that it is told to show; dark when it is off. On the queue only.
    public var picture: Picture { contents.drawn ?? Picture(width: SSD1306.columns, height: SSD1306.rows) }
    /// The text that it is told to show; empty when it is off, or shows a picture. On the queue only.
    public var text: String { if case .text(let text, _) = contents { text } else { "" } }

    private let output: BusOutput<Contents>
    private let observer: DeviceObserver
    private var contents: Contents { output.isClosed ? .nothing : shown }
    private var shown = Contents.nothing

    /// - Parameters:
    ///   - name: The name that the wiring gives it.
    ///   - port: The display's place on its bus. It becomes the display's.
    ///   - contrast: How bright it is, from 0 to 255.
    ///   - isRotated: Whether it is upside down.
    ///   - observer: Notified of each change, and when the display fails.
    init(name: String, port: BusPort, contrast: UInt8 = 127, isRotated: Bool = false, observer: DeviceObserver) {
        self.name = name
        self.observer = observer
        let controller = SSD1306(contrast: contrast, isRotated: isRotated)
        output = BusOutput(.nothing, port: port, observer: observer) { (contents, device) throws(BusError) in
            try controller.show(contents.drawn, on: device)
        }
    }

    /// Shows text from the top left; see ``Picture/draw(_:x:y:size:)``. May be called from any thread; on the queue it is
    /// done at once.
    ///
    /// - Parameters:
    ///   - text: Lines of text. At size 1 there are 8 lines of 21 letters.
    ///   - size: How many times larger the letters are, at least 1.
    public func show(_ text: String, size: Int = 1) { show(.text(text, size: size)) }

    /// Shows a picture. Of one that is larger than 128 x 64, the top left is shown. May be called from any thread; on the
    /// queue it is done at once.
    public func show(_ picture: Picture) { show(.picture(picture.fitted)) }

    /// Switches it off, until it is told to show something. May be called from any thread.
    public func off() { show(.nothing) }

    /// The effect handler that shows text.
    public func show<Event>(_ text: String, size: Int = 1) -> ShowPattern<Event> {
        ShowPattern { [self] in show(.text(text, size: size)) }
    }

    /// The view that shows text for each model, and is off for nil.
    public func showing<Model>(
        size: Int = 1, _ text: @escaping @Sendable (Model) -> String?
    ) -> DeviceView<Model> {
        DeviceView { [self] model in show(text(model).map { .text($0, size: size) } ?? .nothing) }
    }

    /// The view that shows a picture for each model, and is off for nil.
    public func showing<Model>(_ picture: @escaping @Sendable (Model) -> Picture?) -> DeviceView<Model> {
        DeviceView { [self] model in show((picture(model)?.fitted).map(Contents.picture) ?? .nothing) }
    }

    private func show(_ contents: Contents) {
        guard output.queue.isCurrent else {
            output.queue.async { [self] in show(contents) }
            return
        }
        guard !output.isClosed, contents != shown else { return }
        shown = contents
        output.show(contents)
        observer.didChange(
            contents.isPicture
                ? DeviceChange(kind: Self.kind, name: name, feature: "picture", .picture(picture))
                : DeviceChange(kind: Self.kind, name: name, .text(text)))
    }
}

/// What a display shows. Text is drawn when it is sent, or looked at.
private enum Contents: Equatable {
    case nothing
    case text(String, size: Int)
    case picture(Picture)

    var isPicture: Bool { if case .picture = self { true } else { false } }

    /// The picture; nil is none.
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
    /// The picture in the display's size.
    fileprivate var fitted: Picture {
        guard width != SSD1306.columns || height != SSD1306.rows else { return self }
        var picture = Picture(width: SSD1306.columns, height: SSD1306.rows)
        for x in 0..<min(width, picture.width) {
            for y in 0..<min(height, picture.height) { picture[x, y] = self[x, y] }
        }
        return picture
    }
}

/// The controller of a display: finds the bytes that make it show a picture. Numbers of sections are those of the data
/// sheet, Solomon Systech SSD1306 Rev 1.5.
///
/// `@unchecked Sendable`: used on the bus's thread, one call at a time.
private final class SSD1306: @unchecked Sendable {
    /// The dots of its memory (8.7).
    static let (columns, rows) = (128, 64)
    /// What puts it to sleep (10.1.12): its safe state.
    static let off: [UInt8] = [commands, 0xae]

    /// The first byte of a transfer says what the others are (8.1.5.2).
    private static let (commands, data) = (UInt8(0x00), UInt8(0x40))
    /// The dots in a transfer, as much as a bus takes that speaks only SMBus.
    private static let mostBytes = 32
    /// How many pictures are sent as changes before one is sent whole.
    private static let mostChanges = 64

    private let settings: [UInt8]
    /// Its memory, in the order of `Picture.bytes`; nil if unknown.
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

    /// Shows a picture of its size, or nothing (nil). Only what differs from its memory is sent.
    ///
    /// After a failure, and each 64th time, the settings and the whole picture are sent, because a display that was without
    /// power has forgotten both.
    func show(_ picture: Picture?, on device: any BusDevice) throws(BusError) {
        let known = changes < Self.mostChanges ? memory : nil
        memory = nil
        guard let bytes = picture?.bytes else { return try device.write(Self.off) }
        if known == nil { try device.write(settings) }
        for page in 0..<Self.rows / 8 {
            let row = page * Self.columns..<(page + 1) * Self.columns
            guard let first = row.first(where: { known?[$0] != bytes[$0] }),
                let last = row.last(where: { known?[$0] != bytes[$0] })
            else { continue }
            let column = UInt8(first - row.lowerBound)
            // The page, and the two halves of the column (10.1.13, 10.1.1, 10.1.2).
            try device.write([Self.commands, 0xb0 | UInt8(page), column & 0x0f, 0x10 | column >> 4])
            for start in stride(from: first, through: last, by: Self.mostBytes) {
                try device.write([Self.data] + bytes[start...min(last, start + Self.mostBytes - 1)])
            }
        }
        if known == nil { try device.write([Self.commands, 0xaf]) }  // lit (10.1.12)
        changes = known == nil ? 0 : changes + 1
        memory = bytes
    }
}

extension Display: Device {
    /// The settings that a wiring gives such a device.
    public struct Settings: DeviceSettings {
        /// The I2C bus, such as `i2c-1`.
        public var bus = ""
        /// The address on the bus: 0x3c, or 0x3d as its jumper says.
        public var address: UInt8 = 0x3c
        /// How bright it is, from 0 to 255.
        public var contrast = 127
        /// Whether it is upside down.
        public var isRotated = false

        public init() {}

        public static var fields: [Field<Self>] {
            [
                .i2cBus(\.bus), .i2cAddress(\.address, example: "0x3c"),
                Field(
                    "contrast", \.contrast, "how bright it is", values: "a number from 0 to 255", example: "127",
                    parse: { (node) throws(DescriptionError) in
                        guard let number = Int(try node.string) else { throw node.error(badContrast) }
                        return number
                    }, problem: { (0...255).contains($0) ? nil : badContrast }),
                .choice("rotation", \.isRotated, [("0", false), ("180", true)], "degrees that it is turned by"),
            ]
        }

        private static var badContrast: String { "contrast is a number from 0 to 255, such as 127" }
    }

    public static var kind: DeviceKind { DeviceKind("display") }

    public static func wires(of settings: Settings) -> [Wire] { [] }

    public static func buses(of settings: Settings) -> [BusWire] {
        [BusWire(.i2c(bus: settings.bus, address: settings.address), safe: SSD1306.off)]
    }

    /// A display on a bus of its own.
    public static func improvised(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        [.display(name, bus: name)]
    }

    public convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        self.init(
            name: name, port: try context.port(Self.buses(of: settings)[0]),
            contrast: UInt8(clamping: settings.contrast),
            isRotated: settings.isRotated, observer: context.observer)
    }

    public var features: [Feature] {
        [
            Feature(set: { value in value.text.map { self.show($0) } }, { .text(self.text) }),
            Feature("picture", set: { value in value.picture.map { self.show($0) } }, { .picture(self.picture) }),
        ]
    }

    public func close() { output.close() }
}

extension Wiring.Entry {
    /// A display with the controller SSD1306, on I2C.
    ///
    /// - Parameters:
    ///   - bus: The I2C bus, such as `i2c-1`.
    ///   - address: The address on the bus: 0x3c, or 0x3d as its jumper says.
    ///   - contrast: How bright it is, from 0 to 255.
    ///   - isRotated: Whether it is upside down.
    public static func display(
        _ name: String, bus: String, address: UInt8 = 0x3c, contrast: Int = 127, isRotated: Bool = false,
        file: String = #fileID, sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Entry {
        .device(Display.self, name, at: SourcePosition(file: file, line: sourceLine, column: column)) { settings in
            settings.bus = bus
            settings.address = address
            settings.contrast = contrast
            settings.isRotated = isRotated
        }
    }
}

extension DeviceFinder {
    /// The display that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownDevice` if the wiring has no such display.
    public func display(_ name: String) throws(BoardError) -> Display { try device(Display.self, name) }
}
