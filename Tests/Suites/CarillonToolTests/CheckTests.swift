import CarillonAppliance
import CarillonBoard
import CarillonDevices
import TestSupport
import Testing

@testable import CarillonTool

@Suite struct CheckTests {
    @Test func mistakesAreReportedInTheOrderOfTheFileWithWarnings() throws {
        let file = try TemporaryFile(
            "relays: {lamp: GPIO14}\nbuttons:\n  a: GPIO99\n  b: GPIO2\nleds:\n  c: SDA1\n  d: LED1\n")
        let run = try ToolRun("check", file.path, "--board", "raspberry-pi-4b")
        let places = run.output.split(separator: "\n").map { String($0.split(separator: " ")[0]) }
        expectEqual(places, ["1:16", "3:6", "6:6", "7:6"].map { "\(file.path):\($0):" })
        expectEqual(run.status, 1)
        expectEqual(run.notices, "")
    }

    @Test func wiringCanBeNamedByItsOption() throws {
        let file = try TemporaryFile("buttons: {a: GPIO17}\n")
        let run = try ToolRun("check", "--wiring", file.path, "--board", "raspberry-pi-4b")
        expectEqual(run.output, "\(file.path): a wiring that fits raspberry-pi-4b\n")
        expectEqual(try ToolRun("check", "--wiring", file.path, "b.yaml").status, 2)
    }

    @Test func mistakesOfDevicesSectionsAndTheBrokerAreReportedTogether() throws {
        let file = try TemporaryFile("buttons: {a: {line: GPIO2, bias: up}, b: {}}\nlamps: {}\nfleet: http://home\n")
        let check = try DescriptionCheck(path: file.path, board: nil)
        expectEqual(check.kind, .wiring)
        expectEqual(
            check.faults.map { [$0.position.line, $0.position.column] }, [[1, 34], [1, 42], [2, 1], [3, 8]])
    }

    @Test(arguments: [
        ("buttons: {a: {line: GPIO2, active: high, bias: pull-down}}", 21),
        ("switches: {a: {line: SCL1, bias: pull-down}}", 22),
        ("sensors: {a: GPIO3}", 14),
        ("encoders: {a: {a: GPIO4, b: GPIO3, bias: pull-down}}", 29),
    ])
    func pullDownAgainstAFixedPullUpIsReported(wiring: String, column: Int) throws {
        let file = try TemporaryFile(wiring + "\n")
        let run = try ToolRun("check", file.path, "--board", "raspberry-pi-4b")
        expectEqual(run.status, 1)
        #expect(run.output.hasPrefix("\(file.path):1:\(column): line "))
        #expect(run.output.contains("has a fixed pull-up on raspberry-pi-4b"))
    }

    @Test func otherBiasesFitAFixedPullUp() throws {
        let file = try TemporaryFile(
            "buttons: {a: GPIO2}\nsensors: {b: {line: GPIO3, bias: none}, c: {line: GPIO4, bias: pull-down}}\n")
        let run = try ToolRun("check", file.path, "--board", "raspberry-pi-4b")
        expectEqual(run.output, "\(file.path): a wiring that fits raspberry-pi-4b\n")
    }

    @Test func lineThatIsUsedAtBootCausesAWarning() throws {
        let file = try TemporaryFile("relays:\n  lamp: GPIO14\n  fan: GPIO17\nbuttons: {a: RXD1, b: GPIO0}\n")
        let run = try ToolRun("check", file.path, "--board", "raspberry-pi-4b")
        let uses = [
            "2:9: warning: line \"GPIO14\" is used at boot: output of the serial console; use another line",
            "4:14: warning: line \"RXD1\" is used at boot: input of the serial console; use another line",
            "4:23: warning: line \"GPIO0\" is used at boot: EEPROM of an add-on board; use another line",
        ]
        let fits = "\(file.path): a wiring for raspberry-pi-4b, with 3 warnings\n"
        expectEqual(run.output, uses.map { "\(file.path):\($0)\n" }.joined() + fits)
        expectEqual(run.status, 0)
    }

    @Test func examplesUseNoLineThatIsUsedAtBoot() throws {
        let checkout = try Checkout(nil)
        let wirings = checkout.files(in: "Examples").filter { $0.contains("/Boards/wirings/") && $0.hasSuffix(".yaml") }
        #expect(!wirings.isEmpty)
        // The program with a kind of its own knows its wiring; see `HallLightTests`.
        for wiring in wirings where !wiring.hasSuffix("hall-light.yaml") {
            let path = "\(checkout.path)/Examples/\(wiring)"
            let check = try DescriptionCheck(path: path, board: .named("raspberry-pi-4b"))
            #expect(check.warnings.isEmpty && check.faults.isEmpty, "\(wiring)")
        }
    }

    @Test(arguments: [
        ("buttons: {a: GPIO2}", "a wiring that fits raspberry-pi-5"),
        ("title: t\ncompatible: a,b\ngpio: g\nsound: default\nheader: raspberry-pi-40", "a board"),
        ("pins: {1: GND, 2: {line: A, chip: any}}", "a header"),
    ])
    func correctFileIsReportedWithItsType(text: String, what: String) throws {
        let file = try TemporaryFile(text)
        let run = try ToolRun("check", file.path, "--board", "raspberry-pi-5")
        expectEqual(run.output, "\(file.path): \(what)\n")
        expectEqual(run.status, 0)
    }

    /// Checks a text against the Raspberry Pi 4 B.
    private func check(_ text: String) throws -> DescriptionCheck {
        let file = try TemporaryFile(text)
        return try DescriptionCheck(path: file.path, board: .named("raspberry-pi-4b"))
    }

    @Test func missingSoundFileIsReported() throws {
        let check = try check("sounds: {a: alert.wav, b: nowhere.wav}\n")
        expectEqual(check.faults.map(\.position.column), [27])
        expectEqual(check.faults.map(\.message), ["no sound file \"nowhere.wav\" beside the wiring or in Sounds/"])
    }

    @Test func busOrPWMChannelThatTheBoardLacksCausesAWarning() throws {
        let check = try check(
            """
            displays:
              a: i2c-1
              b: i2c-99
            leds:
              c: {line: GPIO18, pwm: pwmchip0/0}
              d: {line: GPIO5, pwm: pwmchip0/1}

            """)
        #expect(check.faults.isEmpty)
        let channels = "the lines GPIO18, GPIO12, GPIO13, GPIO19 have one"
        expectEqual(
            check.warnings.map { "\($0.position.line): \($0.message)" },
            [
                "3: warning: no pins for i2c-99 on raspberry-pi-4b, unless an overlay adds them; it has i2c-1",
                "6: warning: no PWM channel on line \"GPIO5\" of raspberry-pi-4b, unless an overlay adds it; \(channels)",
            ])
    }

    @Test func titleDoesNotMakeAWiringABoard() throws {
        let wiring = try check("title: Kitchen\nbuttons: {a: GPIO17}\n")
        #expect(wiring.kind == .wiring && wiring.faults.isEmpty)
        expectEqual(wiring.wiring?.title, "Kitchen")
        expectEqual(try check("title: Kitchen\n").kind, .board)
    }

    /// The wiring of the report, and each of its mistakes alone.
    @Test func allMistakesAreReportedAtOnce() throws {
        let check = try check(
            """
            title: "Box\\e[31m"
            buttons:
              next: {line: GPIO55, debounse: 5 ms, hold: 3, bias: up}
              stop: {line: GPIO5}
              other: {line: GPIO5}
              other: {line: GPIO6}
            encoders:
              volume: {a: GPIO23, b: GPIO24, c: GPIO25, button: {lin: GPIO99, debounce: 9 h}}
            leds:
              one: {line: GPIO16, entity: {name: " ", icon: lamp, categry: config}}
              "two\\u200b": GPIO20
            bars:
              level: [one, three]
            rfid:
              cards: mfrc522 spidev0.0
            rfids:
              card: {chip: pn532 i2c-1, interval: often}
            lcds:
              screen: {bus: i2c-1, address: 0x24, size: 9x9}
            speaker: {volume: 0x50, limit: 1e2, release: soon, volum: 3}
            speech: {voice: "!", speed: +100}
            clock: {time-zone: Europe/Berlinn, latitude: 052}
            sounds: {ding: nowhere.wav}
            fleet: ftp://home

            """)
        let lines = Dictionary(grouping: check.faults, by: \.position.line).mapValues(\.count)
        expectEqual(
            lines,
            [
                1: 1, 3: 4, 5: 1, 6: 1, 8: 4, 10: 3, 11: 1, 13: 1, 14: 1, 17: 1, 19: 2, 20: 4, 21: 2, 22: 2, 23: 1,
                24: 1,
            ], "\(check.faults.map(\.description).joined(separator: "\n"))")
        #expect(check.wiring == nil)
        #expect(check.faults.allSatisfy { $0.position.column > 0 })
    }

    static let suggestions: [Row<String, String>] = [
        Row("a number suggests a line", "buttons: {a: \"17\"}", noLine("17")),
        Row("small letters suggest a line", "buttons: {a: gpio17}", noLine("gpio17")),
        Row("a blank in a name suggests a line", "buttons: {a: GPIO 17}", noLine("GPIO 17")),
        Row("a hyphen in a name suggests a line", "buttons: {a: gpio-17}", noLine("gpio-17")),
        Row("a processor's name suggests a line", "buttons: {a: BCM17}", noLine("BCM17")),
        Row(
            "a singular suggests its section", "button: {a: GPIO17}",
            "unknown key \"button\"; did you mean \"buttons\"?"),
        Row("capitals suggest a section", "LEDs: {a: GPIO17}", "unknown key \"LEDs\"; did you mean \"leds\"?"),
        Row(
            "an underscore in a section suggests a hyphen", "pulse_meter: {a: GPIO17}",
            "unknown key \"pulse_meter\"; did you mean \"pulse-meters\"?"),
        Row(
            "an underscore in a setting suggests a hyphen", "leds: {a: {line: GPIO17, longest_on: 3 s}}",
            "unknown key \"longest_on\"; did you mean \"longest-on\"?"),
        Row(
            "a setting of all kinds is suggested", "leds: {a: {line: GPIO17, entitiy: {}}}",
            "unknown key \"entitiy\"; did you mean \"entity\"?"),
        Row(
            "a device is suggested", "leds: {lamp: GPIO17}\nbars: {b: [lmap]}",
            "the wiring has no LED \"lmap\"; did you mean \"lamp\"?"),
        Row(
            "a time zone is suggested", "leds: {a: GPIO17}\nclock: {time-zone: Europe/Berlinn}",
            "unknown time zone \"Europe/Berlinn\"; did you mean \"Europe/Berlin\"?"),
        Row(
            "a sound is suggested", "sounds: {ring: dorbell.wav}",
            "no sound file \"dorbell.wav\" beside the wiring or in Sounds/; did you mean \"doorbell.wav\"?"),
    ]

    private static func noLine(_ name: String) -> String {
        "no line \"\(name)\" on raspberry-pi-4b; did you mean GPIO17?"
    }

    @Test(arguments: suggestions) func nearestNameIsSuggested(row: Row<String, String>) throws {
        let messages = try check("\(row.given)\n").faults.map(\.message)
        expectEqual(messages, [row.expected], sourceLocation: row.place)
    }

    private static let angles = "angles must be two numbers from -360 to 360, the lower one first, such as [-90, 90]"
    private static let pulse =
        "pulse must be two times from 0.5 ms to 2.5 ms, the lower one first, such as [1 ms, 2 ms]"
    private static let bus = "bus must be the name of an I2C bus or of an SPI device in /dev, such as i2c-1"

    /// The settings of a servo and of a display, and lines and addresses that two devices share.
    static let mistakes: [Row<String, String>] = [
        Row("angles must rise", arm("angles: [90, -90]"), "4:13: \(angles)"),
        Row("angles must differ", arm("angles: [0, 0]"), "4:13: \(angles)"),
        Row("angles must be numbers", arm("angles: [nan, 90]"), "4:13: \(angles)"),
        Row("there must be two angles", arm("angles: 90"), "4:13: \(angles)"),
        Row("angles must be in range", arm("angles: [0, 1000]"), "4:13: \(angles)"),
        Row("pulses must be in range", arm("pulse: [1 ms, 3 ms]"), "4:12: \(pulse)"),
        Row("pulses must have a unit", arm("pulse: [1, 2]"), "4:12: \(pulse)"),
        Row("a bus must have the name of a device", status("bus: i2c1"), "3:10: \(bus)"),
        Row("a bus on SPI must have the number of a device", status("bus: spidev0"), "3:10: \(bus)"),
        Row(
            "a display on SPI needs a data line", status("bus: spidev0.0"),
            "3:5: a display on SPI needs data, the line to its pin D/C, such as GPIO25"),
        Row(
            "a display on I2C must not have a data line", status("bus: i2c-1", "data: GPIO25"),
            "3:5: data and reset are for a display on SPI; remove them"),
        Row(
            "a data line must be on the board", status("bus: spidev0.0", "data: GPIO99"),
            "4:11: no line \"GPIO99\" on raspberry-pi-4b; expected one of: GPIO2, GPIO3, "),
        Row(
            "a data line must not be a line of the bus", status("bus: spidev0.0", "data: GPIO10"),
            "4:11: line \"GPIO10\" is already wired at line 3 of the file; give each device its own"),
        Row(
            "an address must have 7 bits", status("bus: i2c-1", "address: 0x80"),
            "4:14: address must be the 7-bit address in the data sheet, from 0x08 to 0x77, such as 0x3c"),
        Row(
            "contrast must be in range", status("bus: i2c-1", "contrast: 256"),
            "4:15: contrast must be a number from 0 to 255, such as 127"),
        Row(
            "contrast must be a number", status("bus: i2c-1", "contrast: much"),
            "4:15: contrast must be a number from 0 to 255, such as 127"),
        Row("a rotation must be 0 or 180", status("bus: i2c-1", "rotation: 90"), "4:15: rotation must be 0 or 180"),
        Row(
            "a driver must be known", status("bus: i2c-1", "driver: ssd1309"), "4:13: driver must be ssd1306 or sh1106"),
        Row("a size must be known", status("bus: i2c-1", "size: 64x48"), "4:11: size must be 128x64 or 128x32"),
        Row(
            "two devices must have two addresses", "displays:\n  a: i2c-1\n  b: {bus: i2c-1, address: 60}",
            "3:6: display \"b\" has the address 0x3c on i2c-1 of display \"a\"; give each its own address"),
        Row(
            "a light must not use the line of a bus", "leds: {lamp: GPIO2}\ndisplays:\n  status: i2c-1",
            "1:14: line \"GPIO2\" is already wired at line 3 of the file"),
        Row(
            "an LED and a display must not share a line",
            "leds: {lamp: GPIO6}\ndigit-displays: {clock: tm1637 GPIO5 GPIO6}",
            "2:25: line \"GPIO6\" is already wired at line 1 of the file"),
        Row(
            "two displays must not share a line",
            "digit-displays: {other: tm1637 GPIO6 GPIO13, clock: tm1637 GPIO5 GPIO6}",
            "1:53: line \"GPIO6\" is already wired at line 1 of the file"),
        Row(
            "clock and data must be two lines", "digit-displays: {clock: tm1637 GPIO6 GPIO6}",
            "1:25: line \"GPIO6\" is already wired at line 1 of the file"),
        Row(
            "data and reset must be two lines", "displays: {status: {bus: spidev0.0, data: GPIO6, reset: GPIO6}}",
            "1:57: line \"GPIO6\" is already wired at line 1 of the file"),
    ]

    private static func arm(_ setting: String) -> String { "servos:\n  arm:\n    line: GPIO18\n    \(setting)" }

    private static func status(_ settings: String...) -> String {
        "displays:\n  status:\n" + settings.map { "    \($0)" }.joined(separator: "\n")
    }

    @Test(arguments: mistakes) func mistakeInADeviceIsReportedWithItsPosition(row: Row<String, String>) throws {
        let faults = try check("\(row.given)\n").faults.map {
            "\($0.position.line):\($0.position.column): \($0.message)"
        }
        expectEqual(faults.count, 1, sourceLocation: row.place)
        expectEqual(faults.first?.hasPrefix(row.expected), true, "\(faults)", sourceLocation: row.place)
    }

    /// Reading in part must not trap, whatever is missing.
    @Test func eachKindCanBeCheckedWithMistakesInEachKey() throws {
        for kind in DeviceKinds.builtIn {
            func settings<Kind: Device>(_ kind: Kind.Type) -> [String] { Kind.Settings.fields.map(\.key) }
            for value in ["[[]]", "{a: {b: c}}", "\"\"", "\"\\e\"", "0x1", "nonsense"] {
                let keys = settings(kind) + ["nonsense", "entity", "settable-by"]
                let devices = keys.map { "  \($0): {\($0): \(value)}\n" }.joined() + "  whole: \(value)\n"
                let check = try check("\(kind.kind.section):\n\(devices)")
                #expect(check.faults.count >= keys.count)
                #expect(check.faults.allSatisfy { $0.position.line > 0 })
            }
        }
    }

    @Test(arguments: [
        "\\e[31mred", "a\\nb", "a\\0b", "a\\tb", "a\\x7fb", "a\\u0085b", "a\\u2028b", "a\\u200bb", "a\\u200db",
        "a\\ufeffb",
        "a\\u00adb", "\\u202eevil", "\\u2066a", "a\\u034fb", "a\\u3164b", "\\U000e0041a", "a\\ue000", " ", "  ",
        "\\u00a0", "\\u3000",
        "\\u2800", " a", "a ", "a\\u00a0b", "c\\u0430rd", "\\u0405ound", "b\\u03bfx", "\\uff4camp", "\\U0001d41aa",
        "\\ufb01sh", "\\u2160",
    ])
    func unreadableNameIsRefused(name: String) throws {
        for text in [
            "leds: {\"\(name)\": GPIO17}", "sounds: {\"\(name)\": alert.wav}", "leds: {}\ntitle: \"\(name)\"",
            "leds: {a: {line: GPIO17, entity: {name: \"\(name)\"}}}",
        ] {
            let file = try TemporaryFile(text + "\n")
            let run = try ToolRun("check", file.path, "--board", "raspberry-pi-4b")
            #expect(run.status == 1 && run.notices.isEmpty, "\(run.notices)")
            #expect(run.output.hasPrefix("\(file.path):\(text.contains("title") ? 2 : 1):"), "\(run.output)")
            expectEqual(run.output.split(separator: "\n").count, 1)
            #expect(run.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
        }
    }

    @Test(arguments: [
        "Küche oben", "straße", "a\\u0301", "Кнопка", "κουμπί", "ボタン 1", "버튼", "按钮", "زر", "Lampe 2 – links", "q'a",
        "größe_3",
        "лампа LED", "\\u2764\\ufe0f", "10 m²", "Ёлка",
    ])
    func nameInAnyLanguageIsAccepted(name: String) throws {
        let file = try TemporaryFile("leds: {\"\(name)\": GPIO17}\n")
        let run = try ToolRun("check", file.path, "--board", "raspberry-pi-4b")
        expectEqual(run.output, "\(file.path): a wiring that fits raspberry-pi-4b\n")
    }

    @Test func namesThatLookAlikeAreRefused() throws {
        let check = try check("leds: {oca: GPIO17}\nbuttons: {oca: GPIO5, \"\\u043e\\u0441\\u0430\": GPIO6}\n")
        expectEqual(check.faults.map(\.position.line), [2])
        expectEqual(
            check.faults.map { $0.message.hasSuffix("looks like another name of other letters; rename one of them") },
            [true])
    }

    @Test(arguments: [
        "speaker: {limit: NUMBER}", "speaker: {volume: NUMBER}", "speaker: {hardware-gain: NUMBER}",
        "speech: {speed: NUMBER}",
        "clock: {latitude: NUMBER, longitude: 13}", "buttons: {a: {line: GPIO17, hold: NUMBER s}}",
        "strips: {a: {chip: ws2812 spidev0.0, count: NUMBER}}",
        "strips: {a: {chip: ws2812 spidev0.0, count: 8, brightness: NUMBER}}",
        "displays: {a: {bus: i2c-1, contrast: NUMBER}}", "displays: {a: i2c-NUMBER}", "displays: {a: spidev0.NUMBER}",
        "leds: {a: {line: GPIO17, pwm: pwmchip0/NUMBER}}", "rfids: {a: pn532 i2c-NUMBER}",
    ])
    func numberInAnotherNotationIsRefused(text: String) throws {
        for number in ["0x50", "1e1", "+5", "05", "5.", ".5", "inf", "nan", "0b1", "5_0", "٥", "５", "0o7"] {
            let check = try check("\(text.replacing("NUMBER", with: number))\n")
            expectEqual(check.faults.map(\.position.line), [1], "\(number) \(check.faults)")
        }
    }

    @Test(arguments: [("1 min", 60.0), ("2 h", 7200), ("500 us", 0.0005)])
    func timeIsReadWithItsUnit(text: String, seconds: Double) throws {
        let node = DescriptionNode(content: .scalar(text), position: SourcePosition(file: "x"))
        expectEqual(try node.duration, .seconds(seconds))
    }

    @Test(arguments: [
        "a: [", "", "# nothing\n", "a: b\n---\nc: d\n", "a: \"\u{1}\"\n", "a: *b\n", "buttons:\n\ta: GPIO17\n",
        "buttons:\n  ä:\n \t  line: GPIO17\n", "\tbuttons: {}\n",
    ])
    func textThatIsNotYAMLIsReportedWithItsPosition(text: String) throws {
        let file = try TemporaryFile(text)
        let run = try ToolRun("check", file.path)
        expectEqual(run.status, 1)
        #expect(run.output.firstMatch(of: #/^[^:]+:\d+:\d+: /#) != nil && run.output.split(separator: "\n").count == 1)
        if text.contains("\t") { #expect(run.output.hasSuffix(": a tab cannot indent a line; use spaces\n")) }
        expectEqual(run.notices, "")
    }

    @Test(arguments: ["/nowhere/wiring.yaml", "/", "/dev/null"])
    func unreadableFileIsAUsageError(path: String) throws {
        let run = try ToolRun("check", path)
        expectEqual(run.status, 2)
        #expect(run.output.isEmpty)
        #expect(run.notices.hasPrefix("carillon: check: \(path): ") && run.notices.split(separator: "\n").count == 1)
    }
}
