/// The controller of a graphic display and the size of its panel.
public struct DisplayPanel: Equatable, Sendable {
    /// The chip that drives the dots.
    public enum Driver: Equatable, Sendable {
        /// Solomon Systech SSD1306: most panels of 0.96 inches and less.
        case ssd1306
        /// Sino Wealth SH1106: most panels of 1.3 inches.
        case sh1106
    }

    /// The size of a panel in dots.
    public enum Size: Equatable, Sendable {
        /// 128 x 64 dots.
        case dots128x64
        /// 128 x 32 dots: most panels of 0.91 inches.
        case dots128x32
    }

    /// The chip that drives the dots.
    public var driver: Driver
    /// The size in dots.
    public var size: Size

    /// Creates a description of a panel, by default of 128 x 64 dots with the controller SSD1306.
    public init(_ driver: Driver = .ssd1306, _ size: Size = .dots128x64) { (self.driver, self.size) = (driver, size) }

    /// The clock frequency of the driver on SPI, in hertz: 8 MHz for an SSD1306, which accepts 10 MHz (Rev 1.5: table
    /// 13-4), and 2 MHz for an SH1106 (V2.3: serial interface timing).
    var spiSpeed: UInt32 { driver == .ssd1306 ? 8_000_000 : 2_000_000 }

    /// The width in dots.
    public var columns: Int { 128 }
    /// The height in dots.
    public var rows: Int { size == .dots128x64 ? 64 : 32 }

    /// A dark picture of the panel's size.
    var dark: Picture { Picture(width: columns, height: rows) }

    /// Returns the picture in the panel's size, cropped or filled up with dark dots.
    func fitted(_ picture: Picture) -> Picture {
        guard picture.width != columns || picture.height != rows else { return picture }
        var fitted = dark
        for x in 0..<min(picture.width, columns) {
            for y in 0..<min(picture.height, rows) { fitted[x, y] = picture[x, y] }
        }
        return fitted
    }
}
