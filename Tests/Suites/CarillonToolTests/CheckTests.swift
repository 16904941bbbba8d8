import CarillonAppliance
import CarillonBoard
import CarillonDevices
import Testing

@testable import carillon

@Suite struct CheckTests {
    @Test func mistakesAreReportedInTheOrderOfTheFile() throws {
        let file = try TemporaryFile("buttons:\n  a: GPIO99\n  b: GPIO2\nleds:\n  c: SDA1\n  d: LED1\n")
        let run = try ToolRun("check", file.path, "--board", "raspberry-pi-4b")
        let places = run.output.split(separator: "\n").map { $0.split(separator: " ")[0] }
        #expect(places == ["\(file.path):2:6:", "\(file.path):5:6:", "\(file.path):6:6:"])
        #expect(run.status == 1)
        #expect(run.notices.isEmpty)
    }

    @Test func wiringCanBeNamedByItsOption() throws {
        let file = try TemporaryFile("buttons: {a: GPIO17}\n")
        let run = try ToolRun("check", "--wiring", file.path, "--board", "raspberry-pi-4b")
        #expect(run.output == "\(file.path): a wiring that fits raspberry-pi-4b\n")
        #expect(try ToolRun("check", "--wiring", file.path, "b.yaml").status == 2)
        #expect(try ToolRun("check").notices == "carillon: check: missing argument FILE; see --help\n")
    }

    @Test func mistakesInSeveralDevicesAreReportedTogether() throws {
        let file = try TemporaryFile("buttons: {a: {line: GPIO2, bias: up}, b: {}}\nlamps: {}\n")
        let check = try DescriptionCheck(path: file.path, board: nil)
        #expect(check.kind == .wiring)
        #expect(check.faults.map { [$0.position.line, $0.position.column] } == [[1, 34], [1, 42], [2, 1]])
    }

    @Test(arguments: [
        ("buttons: {a: {line: GPIO2, active: high, bias: pull-down}}", 21),
        ("switches: {a: {line: SCL1, bias: pull-down}}", 22),
        ("sensors: {a: GPIO3}", 14),
        ("encoders: {a: {a: GPIO4, b: GPIO3, bias: pull-down}}", 29),
    ])
    func pullDownAgainstFixedPullUpIsReported(wiring: String, column: Int) throws {
        let file = try TemporaryFile(wiring + "\n")
        let run = try ToolRun("check", file.path, "--board", "raspberry-pi-4b")
        #expect(run.status == 1)
        #expect(run.output.hasPrefix("\(file.path):1:\(column): line "))
        #expect(run.output.contains("has a fixed pull-up on raspberry-pi-4b"))
    }

    @Test func otherBiasesFitFixedPullUp() throws {
        let file = try TemporaryFile(
            "buttons: {a: GPIO2}\nsensors: {b: {line: GPIO3, bias: none}, c: {line: GPIO4, bias: pull-down}}\n")
        let run = try ToolRun("check", file.path, "--board", "raspberry-pi-4b")
        #expect(run.output == "\(file.path): a wiring that fits raspberry-pi-4b\n")
    }

    @Test func lineThatIsUsedAtBootIsAWarning() throws {
        let file = try TemporaryFile("relays:\n  lamp: GPIO14\n  fan: GPIO17\nbuttons: {a: RXD1, b: GPIO0}\n")
        let run = try ToolRun("check", file.path, "--board", "raspberry-pi-4b")
        let uses = [
            "2:9: warning: line \"GPIO14\" is used at boot: output of the serial console; use another line",
            "4:14: warning: line \"RXD1\" is used at boot: input of the serial console; use another line",
            "4:23: warning: line \"GPIO0\" is used at boot: EEPROM of an add-on board; use another line",
        ]
        let fits = "\(file.path): a wiring for raspberry-pi-4b, with 3 warnings\n"
        #expect(run.output == uses.map { "\(file.path):\($0)\n" }.joined() + fits)
        #expect(run.status == 0)
    }

    @Test func warningsAreReportedAmongFaults() throws {
        let file = try TemporaryFile("relays: {lamp: GPIO14}\nbuttons: {a: GPIO99}\n")
        let run = try ToolRun("check", file.path, "--board", "raspberry-pi-4b")
        let places = run.output.split(separator: "\n").map { $0.split(separator: " ")[0] }
        #expect(places == ["\(file.path):1:16:", "\(file.path):2:14:"])
        #expect(run.status == 1)
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

    @Test func brokerOfAWiringIsChecked() throws {
        let file = try TemporaryFile("leds: {a: GPIO2}\nfleet: http://home\n")
        let check = try DescriptionCheck(path: file.path, board: nil)
        #expect(check.kind == .wiring)
        #expect(check.faults.map { [$0.position.line, $0.position.column] } == [[2, 8]])
    }

    @Test(arguments: [
        ("buttons: {a: GPIO2}", "a wiring that fits raspberry-pi-5"),
        ("title: t\ncompatible: a,b\ngpio: g\nsound: default\nheader: raspberry-pi-40", "a board"),
        ("pins: {1: GND, 2: {line: A, chip: any}}", "a header"),
    ])
    func correctFileIsReportedWithItsType(text: String, what: String) throws {
        let file = try TemporaryFile(text)
        let run = try ToolRun("check", file.path, "--board", "raspberry-pi-5")
        #expect(run.output == "\(file.path): \(what)\n")
        #expect(run.status == 0)
    }

    /// Checks a text against the Raspberry Pi 4 B.
    private func check(_ text: String) throws -> DescriptionCheck {
        let file = try TemporaryFile(text)
        return try DescriptionCheck(path: file.path, board: .named("raspberry-pi-4b"))
    }

    @Test func missingSoundFileIsAFault() throws {
        let check = try check("sounds: {a: alert.wav, b: nowhere.wav}\n")
        #expect(check.faults.map(\.position.column) == [27])
        #expect(check.faults.map(\.message) == ["no sound file \"nowhere.wav\" beside the wiring or in Sounds/"])
    }

    @Test func busWithoutPinsIsAWarning() throws {
        let check = try check("displays:\n  a: i2c-1\n  b: i2c-99\n")
        #expect(check.faults.isEmpty)
        #expect(
            check.warnings.map { "\($0.position.line): \($0.message)" } == [
                "3: warning: no pins for i2c-99 on raspberry-pi-4b, unless an overlay adds them; it has i2c-1"
            ])
    }

    @Test func lineWithoutAPWMChannelIsAWarning() throws {
        let check = try check("leds:\n  a: {line: GPIO18, pwm: pwmchip0/0}\n  b: {line: GPIO5, pwm: pwmchip0/1}\n")
        #expect(check.faults.isEmpty)
        #expect(
            check.warnings.map { "\($0.position.line): \($0.message)" } == [
                "3: warning: no PWM channel on line \"GPIO5\" of raspberry-pi-4b, unless an overlay adds it; "
                    + "the lines GPIO18, GPIO12, GPIO13, GPIO19 have one"
            ])
    }

    @Test func warningsAreCounted() throws {
        let file = try TemporaryFile("displays:\n  a: i2c-98\n  b: i2c-99\n")
        let run = try ToolRun("check", file.path, "--board", "raspberry-pi-4b")
        #expect(run.output.split(separator: "\n").last == "\(file.path): a wiring for raspberry-pi-4b, with 2 warnings")
        #expect(run.status == 0)
    }

    @Test(arguments: ["17", "gpio17", "GPIO 17", "gpio-17", "BCM17"])
    func lineThatIsSpelledInAnotherWayIsSuggested(line: String) throws {
        #expect(
            try check("buttons: {a: \"\(line)\"}\n").faults.map(\.message) == [
                "no line \"\(line)\" on raspberry-pi-4b; did you mean GPIO17?"
            ])
    }

    @Test func titleDoesNotMakeAWiringABoard() throws {
        let wiring = try check("title: Kitchen\nbuttons: {a: GPIO17}\n")
        #expect(wiring.kind == .wiring && wiring.faults.isEmpty)
        #expect(wiring.wiring?.title == "Kitchen")
        #expect(try check("title: Kitchen\n").kind == .board)
    }

    @Test(arguments: ["buttons:\n\ta: GPIO17\n", "buttons:\n  ä:\n \t  line: GPIO17\n", "\tbuttons: {}\n"])
    func tabIsCalledATab(text: String) throws {
        let file = try TemporaryFile(text)
        let run = try ToolRun("check", file.path)
        #expect(run.notices.hasSuffix(": a tab cannot indent a line; use spaces\n"), "\(run.notices)")
    }

    @Test(arguments: [("1 min", 60.0), ("2 h", 7200), ("500 us", 0.0005)])
    func timesHaveUnits(text: String, seconds: Double) throws {
        let node = DescriptionNode(content: .scalar(text), position: SourcePosition(file: "x"))
        #expect(try node.duration == .seconds(seconds))
    }

    @Test func nonYAMLFileIsReportedInOneLine() throws {
        let file = try TemporaryFile("a: [")
        let run = try ToolRun("check", file.path)
        #expect(run.status == 2)
        #expect(run.notices.hasPrefix("carillon: check: \(file.path):2:1: "))
        #expect(run.notices.split(separator: "\n").count == 1)
    }
}
