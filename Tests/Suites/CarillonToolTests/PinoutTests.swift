import CarillonAppliance
import CarillonBoard
import CarillonDevices
import Foundation
import FoundationXML
import Testing

@testable import CarillonDrawing
@testable import carillon

@Suite struct ConnectionTests {
    @Test func deviceGoesToGroundOrToTheSupplyAsItsLevelSays() throws {
        let connections = try Wiring.connections(
            """
            buttons: {a: GPIO2, b: {line: GPIO4, active: high, bias: pull-down}}
            leds: {c: GPIO17, d: {line: GPIO27, active: low}}
            """, on: .named("raspberry-pi-5"))
        #expect(connections.map(\.device) == ["a", "b", "c", "d"])
        #expect(connections.map(\.end) == [.ground, .supply, .ground, .supply])
        #expect(connections.map(\.pin.number) == [3, 7, 11, 13])
        #expect(connections.map(\.element) == [.contact, .contact, .diode, .diode])
        #expect(connections.allSatisfy { $0.pull == nil })
    }

    @Test func contactWithoutTheChipsResistorNeedsOneOutside() throws {
        let connections = try Wiring.connections(
            "buttons: {a: {line: GPIO2, bias: none}, b: {line: GPIO3, bias: none, active: high}}",
            on: .named("raspberry-pi-5"))
        #expect(connections.map(\.pull) == [.supply, .ground])
    }

    @Test func everyKindOfDeviceIsConnected() throws {
        let connections = try Wiring.connections(
            """
            buttons: {a: GPIO2}
            encoders: {knob: {a: GPIO3, b: GPIO4, button: GPIO17}}
            switches: {mode: GPIO27}
            sensors: {door: GPIO22}
            leds: {red: GPIO10}
            rgbs: {lamp: {red: GPIO9, green: GPIO11, blue: GPIO0}}
            buzzers: {horn: GPIO5}
            tonal-buzzers: {alto: GPIO26}
            relays: {pump: GPIO6}
            steppers: {blind: {in1: GPIO12, in2: GPIO13, in3: GPIO19, in4: GPIO16}}
            """, on: .named("raspberry-pi-5"))
        #expect(
            connections.map { "\($0.kind) \($0.device)" } == [
                "button a", "encoder knob a", "encoder knob b", "encoder knob button", "switch mode", "sensor door",
                "LED red", "RGB LED lamp red", "RGB LED lamp green", "RGB LED lamp blue", "buzzer horn", "relay pump",
                "stepper blind in1", "stepper blind in2", "stepper blind in3", "stepper blind in4", "tonal buzzer alto",
            ])
    }
}

@Suite struct PinoutTextTests {
    @Test func itDrawsTheHeaderAndListsTheConnections() throws {
        let text = try text(of: "raspberry-pi-5", "buttons: {plus: GPIO17}\nleds: {d: {line: GPIO18, active: low}}")
        let lines = text.split(separator: "\n")
        #expect(lines[0] == "Raspberry Pi 5")
        #expect(lines.contains("        3V3  1 ■ ● 2  5V") || lines.contains { $0.hasSuffix("3V3  1 ■ ● 2  5V") })
        #expect(lines.contains { $0.hasSuffix("button plus GPIO17 11 ● ● 12 GPIO18 LED d") })
        #expect(lines.contains("button plus  pin 11 (GPIO17), button, GND (pin 9)"))
        #expect(lines.contains("LED d        pin 12 (GPIO18), 330 Ω, LED (short leg first), 3V3 (pin 17)"))
    }

    @Test(arguments: [("high", "common cathode", "GND (pin 34)"), ("low", "common anode", "3V3 (pin 17)")])
    func sharedLegOfAnRGBLEDIsTheLongest(active: String, leg: String, end: String) throws {
        let text = try text(
            of: "raspberry-pi-5", "rgbs: {mood: {red: GPIO13, green: GPIO19, blue: GPIO26, active: \(active)}}")
        #expect(
            text.hasSuffix(
                """
                RGB LED mood red    pin 33 (GPIO13), 330 Ω, red leg
                RGB LED mood green  pin 35 (GPIO19), 330 Ω, green leg
                RGB LED mood blue   pin 37 (GPIO26), 330 Ω, blue leg
                RGB LED mood        longest leg (\(leg)), \(end == "GND (pin 34)" ? "GND (pin 39)" : end)

                """))
    }

    @Test(arguments: [
        ("ws2812", "LED strip clock MOSI  pin 19 (GPIO10), signal"),
        ("apa102", "LED strip clock  MOSI pin 19 (GPIO10); SCLK pin 23 (GPIO11)"),
    ])
    func stripHasItsDataLineAndASupplyOfItsOwn(chip: String, wires: String) throws {
        let text = try text(of: "raspberry-pi-4b", "strips: {clock: {chip: \(chip) spidev0.0, count: 60}}")
        #expect(text.hasSuffix("\n\(wires); + to its own supply; - to that supply and to GND (pin 20)\n"))
    }

    @Test func externalResistorIsReported() throws {
        let text = try text(of: "raspberry-pi-5", "buttons: {a: {line: GPIO2, bias: none}}")
        #expect(
            text.hasSuffix("pin 3 (GPIO2), button, GND (pin 6); and 10 kΩ from the line to 3V3 (pin 1)\n"))
    }

    @Test func pinsOfSeveralHeadersAreNamedWithTheirHeader() throws {
        let text = try text(of: "beaglebone-black", "buttons: {a: P8_12}")
        #expect(text.hasSuffix("button a  pin 12 of P8 (P8_12), button, GND (pin 2 of P8)\n"))
    }

    @Test(arguments: BoardDescription.names)
    func everyPinIsThereWithItsNumberAndItsName(board: String) throws {
        let board = try BoardDescription.named(board)
        let words = PinoutText(board, connections: [], terminal: .plain).text
            .split { $0.isWhitespace }.map(String.init)
        for pin in board.pins {
            #expect(words.contains(pin.name))
            #expect(words.contains("\(pin.number)"))
        }
    }

    @Test(arguments: [20, 32, 40, 60, 80, 200])
    func noLineOfTheHeaderIsWiderThanTheTerminal(width: Int) throws {
        let terminal = Terminal(width: width, height: nil, isColored: false)
        let text = PinoutText(try .named("beaglebone-black"), connections: [], terminal: terminal).text
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= width })
        if width >= 32 { #expect(text.contains("P9_11 11 ● ● 12 P9_12")) }
    }

    @Test func coloursAreThereOnlyIfTheyAreWanted() throws {
        let board = try BoardDescription.named("raspberry-pi-5")
        let colored = Terminal(width: 80, height: 25, isColored: true)
        #expect(PinoutText(board, connections: [], terminal: colored).text.contains("\u{1b}["))
        #expect(!PinoutText(board, connections: [], terminal: .plain).text.contains("\u{1b}"))
    }

    private func text(of board: String, _ wiring: String) throws -> String {
        let board = try BoardDescription.named(board)
        return PinoutText(board, connections: try Wiring.connections(wiring, on: board), terminal: .plain).text
    }
}

@Suite struct PinoutPictureTests {
    private static let wiring = """
        buttons: {a: {line: 0, bias: none}, b: {line: 1, active: high}}
        leds: {long-name-of-a-light: 2, d: {line: 3, active: low}}
        sensors: {door: 4}
        relays: {pump: 5}
        """

    @Test(arguments: BoardDescription.names)
    func everyPinIsNamedAndNothingOverlapsOrLeavesThePicture(name: String) throws {
        let board = try BoardDescription.named(name)
        // Uses the first lines of the board, some in the middle, and the last ones.
        for shift in [0, board.lineNames.count / 2 - 3, board.lineNames.count - 6] {
            var wiring = Self.wiring
            for index in 0..<6 { wiring = wiring.replacing(" \(index)", with: " \(board.lineNames[index + shift])") }
            let connections = try Wiring.connections(wiring, on: board)
            let picture = try Picture(PinoutPicture(board, wiring: "w.yaml", connections: connections).svg)
            for pin in board.pins {
                #expect(picture.texts.contains { $0.text == pin.name })
                #expect(picture.texts.contains { $0.text == "\(pin.number)" })
            }
            for connection in connections { #expect(picture.texts.contains { $0.text == connection.device }) }
            for (index, text) in picture.texts.enumerated() {
                #expect(text.frame.isInside(picture.frame), "\(text)")
                for other in picture.texts[(index + 1)...] where text.frame.overlaps(other.frame) {
                    Issue.record("\(text) overlaps \(other)")
                }
            }
        }
    }

    @Test func pictureInTheReadmeIsTheOneThatIsDrawn() throws {
        let board = try BoardDescription.named("raspberry-pi-5")
        let connections = try Wiring.named("counter").connections(on: board)
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let drawn = try String(
            contentsOf: package.appendingPathComponent("Documentation/counter-wiring.svg"), encoding: .utf8)
        #expect(drawn == PinoutPicture(board, wiring: "counter.yaml", connections: connections).svg)
    }

    @Test func textsOfAWiringAreEscaped() throws {
        let board = try BoardDescription.named("raspberry-pi-5")
        let connections = try Wiring.connections("leds: {\"<a & b>\": GPIO2}", on: board)
        #expect(PinoutPicture(board, wiring: nil, connections: connections).svg.contains(">&lt;a &amp; b&gt;<"))
    }

    @Test func railIsFedByThePinThatIsNearest() throws {
        let pins = try BoardDescription.named("raspberry-pi-5").pins.filter { $0.number % 2 == 1 }
        let connections = try Wiring.connections("leds: {a: GPIO5, b: GPIO19}", on: .named("raspberry-pi-5"))
        let onPins = pins.map { pin in connections.first { $0.pin == pin } }
        let rail = try #require(Rail(.ground, pins: pins, connections: onPins, place: \.name))
        #expect(pins[try #require(rail.pinRow)].number == 25)
        #expect(rail.rows == 12...17)
        #expect(Rail(.supply, pins: pins, connections: onPins, place: \.name) == nil)
    }

    @Test func displayIsDrawnOnce() throws {
        let board = try BoardDescription.named("raspberry-pi-5")
        let connections = try Wiring.connections("displays: {status: i2c-1}", on: board)
        let picture = try Picture(PinoutPicture(board, wiring: nil, connections: connections).svg)
        for text in ["status", "SDA", "SCL"] { #expect(picture.texts.count { $0.text == text } == 1) }
        #expect(picture.texts.count { $0.text == "display" } == 2)
        // The rail's wire to its pin has a dot, and so does the wire of the display.
        #expect(picture.dots.count { $0.color == Palette.supply } == 2)
        #expect(picture.dots.count { $0.color == Palette.ground } == 2)
    }

    @Test func railWithoutAPinOnItsSideIsFedByAPin() throws {
        let board = try BoardDescription.named("raspberry-pi-5")
        let connections = try Wiring.connections("relays: {pump: GPIO18}", on: board)
        let svg = PinoutPicture(board, wiring: nil, connections: connections).svg
        let picture = try Picture(svg)
        #expect(!picture.texts.contains { $0.text.hasPrefix("to ") })
        #expect(picture.rails.contains { $0.color == Palette.supply })
        let other = try BoardDescription.named("beaglebone-black")
        let relay = try Wiring.connections("relays: {pump: P8_12}", on: other)
        let texts = try Picture(PinoutPicture(other, wiring: nil, connections: relay).svg).texts.map(\.text)
        #expect(texts.contains("to 3V3 (pin 3 of P9)"))
    }

    @Test func servosSupplyIsNamedInThePicture() throws {
        let board = try BoardDescription.named("raspberry-pi-5")
        let connections = try Wiring.connections("servos: {arm: GPIO18}", on: board)
        #expect(
            PinoutPicture(board, wiring: nil, connections: connections).svg.contains(">servo, + to its own supply<"))
    }

    @Test func railReachesTheWireOfItsLastDevice() throws {
        let board = try BoardDescription.named("raspberry-pi-5")
        let connections = try Wiring.connections("relays: {pump: GPIO21}", on: board)
        let picture = try Picture(PinoutPicture(board, wiring: nil, connections: connections).svg)
        for color in [Palette.ground, Palette.supply] {
            let dot = try #require(picture.dots.last { $0.color == color })
            #expect(picture.rails.contains { $0.color == color && $0.end == dot.center })
        }
    }
}

/// The texts of a picture with their positions and the widths that they may have; the rails, and the dots on them.
private struct Picture {
    struct Frame {
        let left, top, right, bottom: Double

        func overlaps(_ other: Frame) -> Bool {
            left < other.right && other.left < right && top < other.bottom && other.top < bottom
        }

        func isInside(_ other: Frame) -> Bool {
            left >= other.left && right <= other.right && top >= other.top && bottom <= other.bottom
        }
    }

    struct Text {
        let text: String
        let frame: Frame
    }

    let frame: Frame
    let texts: [Text]
    let dots: [(color: String?, center: String)]
    let rails: [(color: String?, end: String)]

    init(_ svg: String) throws {
        let document = try XMLDocument(xmlString: svg)
        let root = try #require(document.rootElement())
        func attribute(_ node: XMLElement, _ name: String) -> String? {
            node.attributes?.first { $0.name == name }?.stringValue
        }
        func number(_ node: XMLElement, _ name: String) -> Double? {
            attribute(node, name).flatMap(Double.init)
        }
        frame = Frame(
            left: 0, top: 0, right: try #require(number(root, "width")), bottom: try #require(number(root, "height")))
        dots = root.elements(forName: "circle").filter { attribute($0, "r") == "4" }.map { circle in
            (
                attribute(circle, "fill"),
                [attribute(circle, "cx"), attribute(circle, "cy")].compactMap { $0 }.joined(separator: ",")
            )
        }
        rails = root.elements(forName: "polyline").filter { attribute($0, "stroke-width") == "3" }.map { line in
            (attribute(line, "stroke"), attribute(line, "points")?.split(separator: " ").last.map(String.init) ?? "")
        }
        texts = try root.elements(forName: "text").map { element in
            let text = element.stringValue ?? ""
            let size = number(element, "font-size") ?? 12
            let (x, y) = (try #require(number(element, "x")), try #require(number(element, "y")))
            // In a common font, a digit or a small letter is slightly wider than half the height of the text.
            let width = Double(text.count) * size * 0.6
            let anchor = attribute(element, "text-anchor")
            let left = anchor == "end" ? x - width : anchor == "middle" ? x - width / 2 : x
            return Text(
                text: text,
                frame: Frame(left: left, top: y - 0.75 * size, right: left + width, bottom: y + 0.2 * size))
        }
    }
}
