import CarillonDevices
import CarillonGPIO

/// The description of a board: the chips behind its headers, the headers' pins, its sound device.
///
/// Each board that Carillon supports has a file in `Boards/`.
public struct BoardDescription: Equatable, Sendable {
    /// The name of the board's file, without the ending: `raspberry-pi-4b`.
    public let name: String
    /// The board's common name: `Raspberry Pi 4 Model B`.
    public let title: String
    /// The `compatible` strings by which the board is recognised in the device tree, such as `raspberrypi,4-model-b`. One
    /// match is enough.
    public let compatible: [String]
    /// The labels of the GPIO chips whose lines are on the headers, as `gpiodetect` shows them in brackets.
    public let chipLabels: [String]
    /// The name of the ALSA device for playback, such as `default`. The user can name another one.
    public let sound: String
    /// The board's headers; most boards have one.
    public let headers: [Header]

    /// The label of a simulated chip.
    static let simulatedChipLabel = "simulated"

    /// Whether the board is simulated.
    public var isSimulated: Bool { chipLabels == [Self.simulatedChipLabel] }

    /// The pins of all headers.
    public var pins: [HeaderPin] { headers.flatMap(\.pins) }

    /// The names of all lines, in the order of the pins.
    public var lineNames: [String] { pins.filter(\.isLine).map(\.name) }

    /// The names of all lines, in the order of their offsets on the chip.
    package var lineNamesByOffset: [String] {
        pins.filter(\.isLine).sorted { $0.offset ?? .max < $1.offset ?? .max }.map(\.name)
    }

    /// Returns the pin of the line called `name`, which is the header's or the kernel's name of the line; nil if there is
    /// none.
    public func pin(ofLine name: String) -> HeaderPin? {
        pins.first { $0.isLine && $0.names.contains(name) }
    }

    /// Returns the pins of a bus, by the functions of the headers' pins: `SDA` of `i2c-1` is the pin whose function is
    /// `I2C1 SDA`. A function on several pins is left out.
    package func pins(of address: BusAddress) -> [(end: String, pin: HeaderPin)] {
        let functions: [(end: String, function: String)] =
            switch address {
            case .i2c(let bus, _): ["SDA", "SCL"].map { ($0, "I2C\(bus.dropFirst("i2c-".count)) \($0)") }
            case .spi(let device, _, _), .spiWithDataLine(let device, _, _, _, _):
                ["MOSI", "MISO", "SCLK", "CE\(device.drop { $0 != "." }.dropFirst())"]
                    .map { ($0, "SPI\(address.bus.drop { !$0.isNumber }) \($0)") }
            case .lines, .kernel: []
            }
        return functions.compactMap { end, function in
            let pins = pins.filter { $0.functions.contains(function) }
            return pins.count == 1 ? (end, pins[0]) : nil
        }
    }

    /// Returns a hint at the line that is probably meant by `name`: `GPIO17` by `17`, `gpio17` or `BCM 17`. Without one, the hint
    /// is all lines. A line with another number is not meant.
    package func lineMeant(by name: String) -> String {
        func letters(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
        let text = letters(name)
        let number = text.hasPrefix("bcm") ? String(text.dropFirst(3)) : text
        let meant = lineNames.first { [text, "gpio\(number)"].contains(letters($0)) }
        return meant.map { "did you mean \($0)?" } ?? "expected one of: \(lineNames.joined(separator: ", "))"
    }

    /// Returns the header that contains the pin of a line; nil if the pin is not a line of this board.
    public func header(of pin: HeaderPin) -> Header? {
        headers.first { $0.pins.contains(pin) && pin.isLine }
    }

    /// Returns the place of a line's pin in words: `pin 11`, or `pin 11 of P9` if the board has several headers.
    public func place(of pin: HeaderPin) -> String {
        header(of: pin).map { place(of: pin, on: $0) } ?? "pin \(pin.number)"
    }

    /// Returns the place of a pin of `header` in words: `pin 11`, or `pin 11 of P9` if the board has several headers.
    public func place(of pin: HeaderPin, on header: Header) -> String {
        headers.count > 1 ? "pin \(pin.number) of \(header.name)" : "pin \(pin.number)"
    }
}

extension BoardDescription {
    /// Returns a simulated board with exactly these lines, for a test's bench.
    package static func bench(lines: [String]) -> BoardDescription {
        let pins = lines.enumerated().map { index, name in
            HeaderPin(
                number: index + 1, role: .line(chip: simulatedChipLabel, offset: nil), names: [name], functions: [])
        }
        return BoardDescription(
            name: "bench", title: "a bench", compatible: [], chipLabels: [simulatedChipLabel], sound: "none",
            headers: [Header(name: "", columns: 1, pins: pins)])
    }
}
