import CarillonAppliance
import CarillonBoard
import CarillonDevices
import Foundation
import FoundationXML
import TestSupport
import Testing

@testable import CarillonAppliance
@testable import CarillonTool

@Suite struct ConnectionTests {
    @Test func endAndResistorOfADeviceFollowFromItsLevelAndItsBias() throws {
        let connections = try Wiring.connections(
            """
            buttons: {a: GPIO2, b: {line: GPIO4, active: high, bias: pull-down}}
            leds: {c: GPIO17, d: {line: GPIO27, active: low}}
            switches: {e: {line: GPIO22, bias: none}, f: {line: GPIO10, bias: none, active: high}}
            """, on: .named("raspberry-pi-5"))
        let byName = connections.sorted { $0.device < $1.device }
        expectEqual(byName.map(\.device), ["a", "b", "c", "d", "e", "f"])
        expectEqual(byName.map(\.end), [.ground, .supply, .ground, .supply, .ground, .supply])
        expectEqual(byName.map(\.pin.number), [3, 7, 11, 13, 15, 19])
        expectEqual(byName.map(\.element), [.contact, .contact, .diode, .diode, .toggle, .toggle])
        // A contact without the chip's resistor needs one outside of it.
        expectEqual(byName.map(\.pull), [nil, nil, nil, nil, .supply, .ground])
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
        expectEqual(
            connections.map { "\($0.kind) \($0.device)" },
            [
                "button a", "encoder knob a", "encoder knob b", "encoder knob button", "switch mode", "sensor door",
                "LED red", "RGB LED lamp red", "RGB LED lamp green", "RGB LED lamp blue", "buzzer horn", "relay pump",
                "stepper blind in1", "stepper blind in2", "stepper blind in3", "stepper blind in4", "tonal buzzer alto",
            ])
    }
}

@Suite struct PinoutTextTests {
    @Test func pinoutDrawsTheHeaderAndListsTheConnections() throws {
        let text = try text(of: "raspberry-pi-5", "buttons: {plus: GPIO17}\nleds: {d: {line: GPIO18, active: low}}")
        let lines = text.split(separator: "\n")
        expectEqual(lines[0], "Raspberry Pi 5")
        #expect(lines.contains("        3V3  1 ■ ● 2  5V") || lines.contains { $0.hasSuffix("3V3  1 ■ ● 2  5V") })
        #expect(lines.contains { $0.hasSuffix("button plus GPIO17 11 ● ● 12 GPIO18 LED d") })
        #expect(lines.contains("button plus  pin 11 (GPIO17), button, GND (pin 9)"))
        #expect(lines.contains("LED d        pin 12 (GPIO18), 330 Ω, LED (short leg first), 3V3 (pin 1)"))
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

    static let instructions: [Row<String, String>] = [
        Row(
            "a strip has its data line and its own supply", "strips: {clock: {chip: ws2812 spidev0.0, count: 60}}",
            "LED strip clock MOSI  pin 19 (GPIO10), 74AHCT125, LED strip; + of both to their own supply; "
                + "- of both to that supply and to GND (pin 25)"),
        Row(
            "a strip with a clock has two lines", "strips: {clock: {chip: apa102 spidev0.0, count: 60}}",
            "LED strip clock  MOSI pin 19 (GPIO10); SCLK pin 23 (GPIO11), 74AHCT125, LED strip; "
                + "+ of both to their own supply; - of both to that supply and to GND (pin 25)"),
        Row(
            "a motor has a driver and one supply", "motors: {blind: {in1: GPIO5, in2: GPIO6}}",
            "motor blind  in1 pin 29 (GPIO5); in2 pin 31 (GPIO6), motor driver, motor; + to its own supply; "
                + "- to that supply and to GND (pin 25)"),
        Row(
            "a motor's driver may be enabled", "motors: {belt: {in1: GPIO5, in2: GPIO6, enable: GPIO13}}",
            "motor belt  in1 pin 29 (GPIO5); in2 pin 31 (GPIO6); enable pin 33 (GPIO13), motor driver, motor; "
                + "+ to its own supply; - to that supply and to GND (pin 25)"),
        Row(
            "a fan has a resistor, a transistor and a diode", "fans: {case: GPIO18}",
            "fan case  pin 12 (GPIO18), 1 kΩ, transistor, diode, fan; + to its own supply; "
                + "- to that supply and to GND (pin 14)"),
        Row(
            "a shutter has two relays", "shutters: {window: {up: GPIO5, down: GPIO6, up-time: 20 s, down-time: 20 s}}",
            "shutter window  up pin 29 (GPIO5); down pin 31 (GPIO6), 2 relay modules, shutter; GND (pin 25); "
                + "3V3 (pin 17); the shutter to its own supply"),
        Row(
            "a tonal buzzer has a resistor", "tonal-buzzers: {chime: GPIO18}",
            "tonal buzzer chime  pin 12 (GPIO18), 330 Ω, tonal buzzer, GND (pin 14)"),
        Row(
            "a servo has its own supply", "servos: {arm: GPIO18}",
            "servo arm  pin 12 (GPIO18), signal; + to its own supply; - to that supply and to GND (pin 14)"),
        Row(
            "a distance sensor has 5 V and a divider", "distances: {front: {trigger: GPIO20, echo: GPIO16}}",
            "distance sensor front  echo pin 36 (GPIO16) through 1 kΩ, and 2 kΩ from the line to GND (pin 34); "
                + "trigger pin 38 (GPIO20); GND (pin 34); 5V (pin 4)"),
        Row(
            "the lines of a distance sensor are in the order of their pins",
            "distances: {front: {trigger: GPIO20, echo: GPIO21}}",
            "distance sensor front  trigger pin 38 (GPIO20); echo pin 40 (GPIO21) through 1 kΩ, and 2 kΩ from the line "
                + "to GND (pin 34); GND (pin 34); 5V (pin 4)"),
        Row(
            "a contact without the chip's resistor has one of its own", "buttons: {a: {line: GPIO2, bias: none}}",
            "button a  pin 3 (GPIO2), button, GND (pin 9); and 10 kΩ from the line to 3V3 (pin 1)"),
    ]

    @Test(arguments: instructions)
    func partsAndSupplyOfADeviceAreInItsInstruction(row: Row<String, String>) throws {
        let text = try text(of: "raspberry-pi-4b", row.given)
        #expect(text.hasSuffix("\n\(row.expected)\n"), "\(text)", sourceLocation: row.place)
    }

    @Test func pinsOfSeveralHeadersAreNamedWithTheirHeader() throws {
        let text = try text(of: "beaglebone-black", "buttons: {a: P8_12}")
        #expect(text.hasSuffix("button a  pin 12 of P8 (P8_12), button, GND (pin 2 of P8)\n"))
    }

    @Test(arguments: BoardDescription.names)
    func everyPinIsShownWithItsNumberAndItsName(board: String) throws {
        let board = try BoardDescription.named(board)
        let words = PinoutText(board, connections: [], terminal: .plain).text
            .split { $0.isWhitespace }.map(String.init)
        for pin in board.pins {
            #expect(words.contains(pin.name))
            #expect(words.contains("\(pin.number)"))
        }
    }

    @Test(arguments: [20, 32, 40, 60, 80, 200])
    func headerIsNotWiderThanTheTerminal(width: Int) throws {
        let terminal = Terminal(width: width, height: nil, isColored: false)
        let text = PinoutText(try .named("beaglebone-black"), connections: [], terminal: terminal).text
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= width })
        if width >= 32 { #expect(text.contains("P9_11 11 ● ● 12 P9_12")) }
    }

    @Test func textHasColoursOnlyInAColouredTerminal() throws {
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
    func labelsOfAllPinsFitThePictureWithoutOverlap(name: String) throws {
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

    @Test func pictureInTheReadmeIsUpToDate() throws {
        let board = try BoardDescription.named("raspberry-pi-5")
        let connections = try Wiring.named("counter").connections(on: board)
        expectEqual(
            try text(of: "Documentation/counter-wiring.svg"),
            PinoutPicture(board, wiring: "counter.yaml", connections: connections).svg)
    }

    /// The README names a pin of ground for each device. The picture has one for all, which feeds the rail.
    @Test func pinsInTheReadmeMatchThePicture() throws {
        let board = try BoardDescription.named("raspberry-pi-5")
        let connections = try Wiring.named("counter").connections(on: board)
        let drawn = PinoutText(board, connections: connections, terminal: .plain).text
        let instructions = try #require(drawn.components(separatedBy: "\n\n").last)
        let readme = try text(of: "README.md")
        #expect(instructions.contains("GND (pin 25)"))
        let block = "```text\n\(instructions)```\n"
        #expect(readme.contains(block), "README.md must contain these lines:\n\(instructions)")
    }

    @Test func switchHasAnotherSymbolThanAButton() throws {
        let board = try BoardDescription.named("raspberry-pi-5")
        let drawn = try ["buttons", "switches"].map { section in
            let connections = try Wiring.connections("\(section): {a: GPIO17}", on: board)
            return PinoutPicture(board, wiring: nil, connections: connections).svg
                .replacing(">button<", with: "><").replacing(">switch<", with: "><")
        }
        #expect(drawn[0] != drawn[1])
    }

    @Test func titleOfAModuleIsDrawnBesideTheNamesOfItsWires() throws {
        let board = try BoardDescription.named("raspberry-pi-4b")
        let connections = try Wiring.connections("rfids: {box: mfrc522 spidev0.0}", on: board)
        let texts = try Picture(PinoutPicture(board, wiring: nil, connections: connections).svg).texts
        let title = try #require(texts.first { $0.text == "RFID reader" })
        for name in ["MOSI", "MISO", "SCLK"] {
            let wire = try #require(texts.first { $0.text == name })
            #expect(title.frame.right < wire.frame.left || wire.frame.right < title.frame.left, "\(name)")
        }
    }

    @Test func pictureHasDarkColoursForADarkPage() throws {
        let svg = PinoutPicture(try .named("raspberry-pi-5"), wiring: nil, connections: []).svg
        #expect(svg.contains("@media (prefers-color-scheme: dark)"))
    }

    private func text(of path: String) throws -> String {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
    }

    @Test func textsOfAWiringAreEscaped() throws {
        let board = try BoardDescription.named("raspberry-pi-5")
        let connections = try Wiring.connections("leds: {\"<a & b>\": GPIO2}", on: board)
        #expect(PinoutPicture(board, wiring: nil, connections: connections).svg.contains(">&lt;a &amp; b&gt;<"))
    }

    @Test func railIsFedByTheNearestPin() throws {
        let pins = try BoardDescription.named("raspberry-pi-5").pins.filter { $0.number % 2 == 1 }
        let connections = try Wiring.connections("leds: {a: GPIO5, b: GPIO19}", on: .named("raspberry-pi-5"))
        let onPins = pins.map { pin in connections.first { $0.pin == pin } }
        let rail = try #require(Rail(.ground, pins: pins, connections: onPins, place: \.name))
        expectEqual(pins[try #require(rail.pinRow)].number, 25)
        expectEqual(rail.rows, 12...17)
        #expect(Rail(.supply, pins: pins, connections: onPins, place: \.name) == nil)
    }

    @Test func displayIsDrawnOnce() throws {
        let board = try BoardDescription.named("raspberry-pi-5")
        let connections = try Wiring.connections("displays: {status: i2c-1}", on: board)
        let picture = try Picture(PinoutPicture(board, wiring: nil, connections: connections).svg)
        for text in ["status", "SDA", "SCL"] { expectEqual(picture.texts.count { $0.text == text }, 1) }
        expectEqual(picture.texts.count { $0.text == "display" }, 2)
        // The rail's wire to its pin has a dot, and so does the wire of the display.
        expectEqual(picture.dots.count { $0.color == Palette.supply }, 2)
        expectEqual(picture.dots.count { $0.color == Palette.ground }, 2)
    }

    @Test func secondBoxOfAChipRefersToTheFirst() throws {
        let texts = try texts(of: "analogs: {dial: mcp3008 spidev0.0}")
        expectEqual(texts.count { $0 == "same analog converter" }, 1)
    }

    @Test func modulesOnOneBusAreInParallel() throws {
        let texts = try texts(of: "climates: {outside: bme280 i2c-1 0x76}\ndisplays: {panel: i2c-1}")
        expectEqual(texts.count { $0.hasSuffix(", in parallel") }, 1)
    }

    @Test func channelsOfAChipAreOneModule() throws {
        let texts = try texts(
            of: "analogs: {x: {chip: mcp3008 spidev0.0, channel: 0}, y: {chip: mcp3008 spidev0.0, channel: 1}}")
        #expect(!texts.contains { $0.hasSuffix(", in parallel") })
    }

    @Test func devicesWithoutAPinAreNamed() throws {
        let board = try BoardDescription.named("raspberry-pi-4b")
        let wiring = try Wiring.text(
            """
            keypads: {code: "08ff:0009"}
            thermometers: {room: ds18b20, hall: lm75 i2c-1 0x48}
            gauges: {disk: disk}
            leds: {a: GPIO5, b: GPIO6}
            numbers: {count: [a, b]}
            """, name: "test.yaml")
        expectEqual(wiring.unconnected(on: board), ["keypad code", "thermometer room"])
        let connections = try wiring.connections(on: board)
        let svg = PinoutPicture(board, wiring: nil, connections: connections, others: ["keypad code", "x"]).svg
        let texts = try Picture(svg).texts
        #expect(texts.contains { $0.text == "not drawn: keypad code, x" })
    }

    private func texts(of wiring: String) throws -> [String] {
        let board = try BoardDescription.named("raspberry-pi-4b")
        let connections = try Wiring.connections(wiring, on: board)
        return try Picture(PinoutPicture(board, wiring: nil, connections: connections).svg).texts.map(\.text)
    }

    @Test func railWithoutAPinOnItsSideIsFedByAPinElsewhere() throws {
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

/// Parts that a line must not drive, or that must not drive a line, without a part between them.
@Suite struct PinoutNeedsTests {
    private static let ownSupply = "own supply: + here, − to GND"
    /// For each kind, what its picture shows between the board and the device, and its supply. Nothing is needed by contacts,
    /// by devices for 3.3 V on a bus, and by devices without wires. A new kind needs a row, which a reader of its picture has
    /// compared with the data sheet.
    private static let needs: [String: [String]] = [
        "button": [], "encoder": [], "switch": [], "sensor": ["sensor module"], "keypad": [], "reader": [],
        "analog": [], "thermometer": [], "climate": [], "co2-sensor": [],
        "distance": ["1 kΩ", "2 kΩ", "echo", "GND", "5V"],
        "pulse-meter": [], "gauge": [], "rfid": [], "touch-keys": [], "led": ["330 Ω"], "rgb": ["330 Ω"],
        "buzzer": ["buzzer module", "3V3"], "tonal-buzzer": ["330 Ω"], "relay": ["relay module", "3V3"],
        "number": ["330 Ω"], "bar": ["330 Ω"], "group": ["330 Ω"], "servo": ["servo", ownSupply],
        "motor": ["motor driver", "motor", ownSupply], "stepper": ["ULN2003", "stepper", ownSupply],
        "shutter": ["2 relay modules", "shutter", "own supply"],
        "fan": ["1 kΩ, transistor, diode", "fan", ownSupply],
        "display": [], "lcd": [], "digit-display": [],
        "strip": ["74AHCT125", "LED strip", ownSupply], "microphone": [],
    ]
    /// Other settings of kinds, which need other parts.
    private static let variants: [(kind: String, settings: String, needs: [String])] = [
        ("strip", "{chip: apa102 spidev0.0, count: 60}", ["74AHCT125", ownSupply]),
        ("analog", "mcp3304 spidev0.0", ["level converter", "analog converter", ownSupply]),
        ("digit-display", "max7219 spidev0.0", ["74AHCT125", "digit display", ownSupply]),
        (
            "motor", "{in1: GPIO5, in2: GPIO26, inputs: phase-enable}",
            ["motor driver", "motor", "x phase", "x enable", ownSupply]
        ),
        (
            "motor", "{in1: GPIO5, in2: GPIO6, inputs: phase-enable}",
            ["motor driver", "motor", "phase", "enable", ownSupply]
        ),
        ("fan", "{line: GPIO18, active: low}", ["1 kΩ, transistor, diode", ownSupply]),
        ("servo", "{line: GPIO18, pwm: pwmchip0/0}", [ownSupply]),
        // The echo is above, below and apart from the trigger, on both sides of the header.
        ("distance", "{trigger: GPIO21, echo: GPIO20}", ["1 kΩ", "2 kΩ"]),
        ("distance", "{trigger: GPIO5, echo: GPIO26}", ["1 kΩ", "2 kΩ"]),
    ]

    static let kinds = DeviceKinds.builtIn.map { $0.kind.name }

    @Test(arguments: kinds) func everyKindIsDrawnWithItsParts(kind: String) throws {
        let needs = try #require(Self.needs[kind], "state in `needs` what the \(kind) needs between it and a line")
        let type = try #require(DeviceKinds.builtIn.first { $0.kind.name == kind })
        try check(kind, Self.example(type), needs)
    }

    @Test(arguments: variants.indices) func otherSettingsAreDrawnWithTheirParts(variant: Int) throws {
        let variant = Self.variants[variant]
        try check(variant.kind, variant.settings, variant.needs)
    }

    /// A level converter of one device on a bus does not make the other one a module of 5 V.
    @Test func deviceThatSharesABusStatesItsPartsInWords() throws {
        let connections = try Wiring.connections(
            "analogs: {knob: {chip: mcp3008 spidev0.0, channel: 0}}\ndigit-displays: {score: max7219 spidev0.1}",
            on: .named("raspberry-pi-4b"))
        let shared = try #require(connections.first { $0.wire == "MOSI" })
        expectEqual(shared.element, .module)
        #expect(shared.kind.contains("digit display behind 74AHCT125, + to its own supply"))
    }

    private static func example<Kind: Device>(_ kind: Kind.Type) -> String { Kind.Settings.example }

    private func check(_ kind: String, _ settings: String, _ needs: [String]) throws {
        let type = try #require(DeviceKinds.builtIn.first { $0.kind.name == kind })
        let lights = settings.contains("bit") ? "leds: {bit0: GPIO23, bit1: GPIO24, bit2: GPIO25}\n" : ""
        let board = try BoardDescription.named("raspberry-pi-4b")
        let connections = try Wiring.connections("\(lights)\(type.kind.section): {x: \(settings)}", on: board)
        let picture = try Picture(PinoutPicture(board, wiring: nil, connections: connections).svg)
        for need in needs { #expect(picture.texts.contains { $0.text == need }, "\(need)") }
        // A line drives nothing directly: a resistor, a module or a driver is needed.
        let drivesLine = connections.contains { !$0.element.isContact && !$0.isOnBus }
        #expect(!drivesLine || !needs.isEmpty)
        for (index, text) in picture.texts.enumerated() {
            #expect(text.frame.isInside(picture.frame), "\(text)")
            for other in picture.texts[(index + 1)...] where text.frame.overlaps(other.frame) {
                Issue.record("\(text) overlaps \(other)")
            }
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
            attribute(node, name).flatMap { Double($0) }
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
