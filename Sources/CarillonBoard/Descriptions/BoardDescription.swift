import CarillonDevices
import CarillonGPIO

/// What a board is: the chips behind its headers, the headers' pins, its sound device.
///
/// Each board that Carillon knows is a file in `Boards/`.
public struct BoardDescription: Equatable, Sendable {
    /// Its name, which is the file's: `raspberry-pi-4b`.
    public let name: String
    /// What people call it: `Raspberry Pi 4 Model B`.
    public let title: String
    /// What the device tree of such a board says that it is, such as `raspberrypi,4-model-b`; any of these will do.
    public let compatible: [String]
    /// The labels of the GPIO chips whose lines are on the headers, as `gpiodetect` shows them in brackets.
    public let chipLabels: [String]
    /// The ALSA device that plays, if the user names no other.
    public let sound: String
    /// Its headers; most boards have one.
    public let headers: [Header]

    /// The label that stands for a chip made of memory.
    static let simulatedChipLabel = "simulated"

    /// Whether it is made of memory.
    public var isSimulated: Bool { chipLabels == [Self.simulatedChipLabel] }

    /// The pins of all headers.
    public var pins: [HeaderPin] { headers.flatMap(\.pins) }

    /// The names of all lines, in the order of the pins.
    public var lineNames: [String] { pins.filter(\.isLine).map(\.name) }

    /// The line that is called `name`, by the header's name for it or the kernel's; nil if there is none.
    public func pin(ofLine name: String) -> HeaderPin? {
        pins.first { $0.isLine && $0.names.contains(name) }
    }

    /// The pins of a bus, as far as the headers' functions tell: `SDA` is the one whose function is `I2C1 SDA`, for
    /// `i2c-1`. A function that is on several pins tells none.
    package func pins(of address: BusAddress) -> [(end: String, pin: HeaderPin)] {
        let functions: [(end: String, function: String)] =
            switch address {
            case .i2c(let bus, _): ["SDA", "SCL"].map { ($0, "I2C\(bus.dropFirst("i2c-".count)) \($0)") }
            case .spi(let device, _, _):
                ["MOSI", "MISO", "SCLK", "CE\(device.drop { $0 != "." }.dropFirst())"]
                    .map { ($0, "SPI\(address.bus.drop { !$0.isNumber }) \($0)") }
            }
        return functions.compactMap { end, function in
            let pins = pins.filter { $0.functions.contains(function) }
            return pins.count == 1 ? (end, pins[0]) : nil
        }
    }

    /// The header that a line's pin is on; nil if it is none of this board's.
    public func header(of pin: HeaderPin) -> Header? {
        headers.first { $0.pins.contains(pin) && pin.isLine }
    }

    /// Where a line's pin is, for a person: `pin 11`, or `pin 11 of P9` where there is more than one header.
    public func place(of pin: HeaderPin) -> String {
        header(of: pin).map { place(of: pin, on: $0) } ?? "pin \(pin.number)"
    }

    /// Where a pin of `header` is, for a person.
    public func place(of pin: HeaderPin, on header: Header) -> String {
        headers.count > 1 ? "pin \(pin.number) of \(header.name)" : "pin \(pin.number)"
    }
}
