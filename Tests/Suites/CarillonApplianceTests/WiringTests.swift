import CarillonDevices
import CarillonGPIO
import TestSupport
import Testing

@testable import CarillonAppliance
@testable import CarillonBoard

@Suite struct WiringTests {
    @Test func countersWiringMatchesTheReadme() throws {
        let wiring = try Wiring.named("counter")
        let buttons = wiring.all(Button.self)
        expectEqual(buttons.map(\.name), ["plus", "minus"])
        expectEqual(buttons.map(\.settings.line.name), ["GPIO17", "GPIO27"])
        #expect(buttons.allSatisfy { $0.settings.input == InputSettings(bias: .pullUp, isActiveLow: true) })
        expectEqual(wiring.all(LED.self).map(\.settings.line.name), ["GPIO5", "GPIO6", "GPIO13", "GPIO19"])
        expectEqual(wiring.all(NumberDisplay.self)[0].settings.leds.map(\.name), ["bit0", "bit1", "bit2", "bit3"])
    }

    @Test func buttonWithALineAndNoOtherSettingIsAContactToGround() throws {
        let wiring = try parse("buttons: {door: GPIO4}")
        let door = wiring.all(Button.self)[0].settings
        expectEqual(door.input, InputSettings(bias: .pullUp, isActiveLow: true))
        expectEqual(door.debounce, .milliseconds(20))
    }

    @Test func missingLineIsReportedWithItsPosition() throws {
        let wiring = try parse("buttons:\n  plus: {line: GPIO99}")
        let error = expectError(DescriptionError.self) { try wiring.placed(on: .named("raspberry-pi-4b")) }
        expectEqual(error?.position, SourcePosition(file: "counter.yaml", line: 2, column: 16))
        #expect(error?.message.hasPrefix("no line \"GPIO99\" on raspberry-pi-4b; expected one of: GPIO2, ") ?? false)
    }

    @Test func lineWiredTwiceIsReportedUnderEitherName() throws {
        let wiring = try parse("leds:\n  a: GPIO2\n  b: SDA1")
        let error = expectError(DescriptionError.self) { try wiring.placed(on: .named("raspberry-pi-4b")) }
        expectEqual(
            error?.description,
            #"counter.yaml:3:6: line "SDA1" is already wired at line 2 of the file; give each device its own"#)
    }

    @Test func placedWiringHasTheHeadersNames() throws {
        let pi = try parse("leds: {a: SDA1}").placed(on: .named("raspberry-pi-4b"))
        expectEqual(pi.wires.map(\.wire.line.name), ["GPIO2"])
        // Pins of two headers may have the same number.
        let beagleBone = try parse("leds: {a: P8_12, b: P9_12}").placed(on: .named("beaglebone-black"))
        expectEqual(beagleBone.wires.map(\.wire.line.name), ["P8_12", "P9_12"])
    }

    @Test(arguments: [
        ("- a", "counter.yaml:1:1: expected `name: value`, found a list"),
        ("leds: red", "counter.yaml:1:7: expected `name: value`, found \"red\""),
        ("leds: {red: }", "counter.yaml:1:13: expected text, found nothing"),
        ("leds: {red: {active: low}}", "counter.yaml:1:13: missing key \"line\" of the LED; for example, line: GPIO17"),
        (
            "leds: {red: {line: GPIO2, active: on}}",
            "counter.yaml:1:35: active must be low or high"
        ),
        (
            "buttons: {a: {line: GPIO2, bias: up}}",
            "counter.yaml:1:34: bias must be as-is, none, pull-up or pull-down"
        ),
        (
            "speaker: {release: soon}",
            #"counter.yaml:1:20: invalid time "soon"; write a number and its unit (us, ms, s, min or h), such as 5 ms"#
        ),
        (
            "speaker: {idle: 1 s}",
            "counter.yaml:1:11: unknown key \"idle\"; expected one of: release, volume, limit, hardware, hardware-gain"
        ),
        (
            "speaker: {hardware-gain: loud}",
            "counter.yaml:1:26: a gain must be a number from -100 to 40, in decibels, such as -12"
        ),
        (
            "streams: {radio: koi8-r}",
            "counter.yaml:1:18: expected the beginning of an address, such as https://radio.example/, without a user"
        ),
        ("speech: {speed: 451}", "counter.yaml:1:17: a speed must be from 80 to 450, in words a minute"),
        (
            "speech: {voice: ../x}",
            "counter.yaml:1:17: the name of a voice has letters, digits, - and +, such as en-gb or de+f3, unlike \"../x\""
        ),
        (
            "speaker: {volume: 101}",
            "counter.yaml:1:19: a volume must be a number from 0 to 100, in percent, such as 60"
        ),
        (
            "speaker: {limit: loud}",
            "counter.yaml:1:18: a volume must be a number from 0 to 100, in percent, such as 60"
        ),
        ("numbers: {n: [a]}", "counter.yaml:1:15: the wiring has no LED \"a\"; add it"),
        (
            "lcds: {a: {bus: i2c-1, screen: {knob: menu}}}",
            "counter.yaml:1:39: the wiring has no encoder \"menu\"; add it"
        ),
        (
            "leds: {a: {line: GPIO2, settable-by: me}}",
            "counter.yaml:1:38: settable-by must be loop, page, fleet or [page, fleet], not \"me\""
        ),
        (
            "buttons: {a: {line: GPIO2, settable-by: loop}}",
            "counter.yaml:1:14: button \"a\" is an input, which nobody sets; remove settable-by"
        ),
        (
            "buttons: {a: {line: GPIO2, key: q}}",
            "counter.yaml:1:33: key must be one visible ASCII character other than q, which quits, such as \"+\""
        ),
    ])
    func mistakeIsReportedWithItsPosition(text: String, message: String) {
        let error = expectError(DescriptionError.self) { try parse(text) }
        expectEqual(error?.description, message)
    }

    @Test func outputIsSettableByTheSourcesThatTheWiringNames() throws {
        let wiring = try parse(
            """
            leds: {a: {line: GPIO2, settable-by: loop}, b: GPIO3, c: {line: GPIO4, settable-by: [page]}}
            relays: {a: {line: GPIO5, settable-by: fleet}, b: {line: GPIO6, settable-by: [fleet, page]}}
            """)
        func sources(_ kind: DeviceKind, _ name: String) -> [OutsideSource] {
            OutsideSource.allCases.filter { wiring.allows($0, kind, name) }
        }
        expectEqual(sources(LED.kind, "a"), [])
        expectEqual(sources(LED.kind, "b"), [.page, .fleet])
        expectEqual(sources(LED.kind, "c"), [.page])
        expectEqual(sources(Relay.kind, "a"), [.fleet])
        expectEqual(sources(Relay.kind, "b"), [.page, .fleet])
    }

    @Test func partsAndTheirWholeAreSettableByTheSameSources() throws {
        let wiring = try Wiring(
            .led("a", line: "GPIO2"), .led("b", line: "GPIO3").settable(by: .page), .led("c", line: "GPIO4"),
            .number("whole", leds: ["a", "b"]), .bar("other", leds: ["c"]).settable())
        func allows(_ kind: DeviceKind, _ name: String) -> Bool { wiring.allows(.fleet, kind, name) }
        #expect(allows(LED.kind, "a"))
        #expect(!allows(LED.kind, "b"))
        #expect(!allows(NumberDisplay.kind, "whole"))
        #expect(!allows(LED.kind, "c"))
    }

    @Test func soundNamedByAFullPathHasThatFile() throws {
        let path = try #require(DataFolders.find("Sounds/alert.wav"))
        expectEqual(try Wiring.empty.path(ofSound: SoundName(path)), path)
        #expect(throws: BoardError.self) { try Wiring.empty.path(ofSound: "alert.wav") }
    }

    @Test func unknownSectionIsReportedWithTheKnownSections() {
        let sections =
            DeviceKinds.builtIn.map { $0.kind.section } + [
                "sounds", "speaker", "speech", "streams", "clock", "fleet", "title",
            ]
        let message = "unknown key \"knobs\"; expected one of: \(sections.joined(separator: ", "))"
        let error = expectError(DescriptionError.self) { try parse("knobs: {}") }
        expectEqual(error?.description, "counter.yaml:1:1: " + message)
    }

    @Test func speakerHasTheSettingsOfTheWiring() throws {
        expectEqual(try parse("leds: {a: GPIO2}").speaker.idlePolicy, .keepRunning)
        expectEqual(try parse("speaker: {release: 1500 ms}").speaker.idlePolicy, .release(after: .milliseconds(1500)))
        let loud = try parse("speaker: {volume: 60, limit: 80.5}").speaker
        #expect(loud.volume == .percent(60) && loud.limit == .percent(80.5) && loud.idlePolicy == .keepRunning)
        expectEqual(loud.hardware, nil)
        expectEqual(try Wiring(.speaker(volume: .percent(60), limit: .percent(80.5))).speaker, loud)
        expectEqual(try Wiring(.speaker(releasedAfter: .seconds(2))).speaker.idlePolicy, .release(after: .seconds(2)))
        let card = try parse("speaker: {hardware: Headphone, hardware-gain: -6.5}").speaker
        #expect(card.hardware == "Headphone" && card.hardwareGain == -6.5)
        expectEqual(try Wiring(.speaker(hardware: "Headphone", hardwareGain: -6.5)).speaker, card)
    }

    @Test func stationHasTheCharacterSetOfTheWiring() throws {
        let text = "streams: {\"http://a.example/\": koi8-r, \"HTTP://a.example/b\": Windows-1251, \"https://c/\": gbk}"
        let same = try Wiring(
            .stream("http://a.example/", characterSet: "koi8-r"),
            .stream("HTTP://a.example/b", characterSet: "Windows-1251"), .stream("https://c/", characterSet: "gbk"))
        for streams in [try parse(text).streams, same.streams] {
            expectEqual(streams.characterSet(of: "http://a.example/x"), "koi8-r")
            expectEqual(streams.characterSet(of: "http://me:secret@a.example/b/c"), "windows-1251")
            #expect(streams.characterSet(of: "https://C/") == "gbk" && streams.characterSet(of: "http://c/") == nil)
        }
        #expect(throws: DescriptionError.self) { try Wiring(.stream("http://a/", characterSet: "latin")) }
    }

    @Test func speechHasTheVoiceOfTheWiring() throws {
        #expect(try parse("leds: {a: GPIO2}").speech == nil)
        let speech = try #require(try parse("speech: {voice: de+f3, speed: 120}").speech)
        #expect(speech.voice == "de+f3" && speech.speed == 120)
        let same = try #require(try Wiring(.speech(voice: "de+f3", speed: 120)).speech)
        #expect(same.voice == "de+f3" && same.speed == 120)
        #expect(throws: DescriptionError.self) { try Wiring(.speech(voice: "-x")) }
        #expect(throws: DescriptionError.self) { try Wiring(.speech(speed: 79)) }
    }

    @Test func settingOfAnOutletHasItsPosition() throws {
        #expect(try parse("leds: {a: GPIO2}").outletSettings.isEmpty)
        let setting = try #require(try parse("leds: {a: GPIO2}\nfleet: mqtts://home:8883").outletSettings["fleet"])
        expectEqual(setting.text, "mqtts://home:8883")
        expectEqual("\(setting.position)", "counter.yaml:2:8")
        let error = expectError(DescriptionError.self) { try parse("fleet: [mqtt://home]") }
        expectEqual(error?.description, "counter.yaml:1:8: expected text, found a list")
    }

    @Test func entityIsReadForEveryKind() throws {
        let text = """
            relays:
              kettle: {line: GPIO5, entity: {name: Tea, icon: "mdi:kettle", device-class: outlet, category: config}}
            encoders:
              volume: {a: GPIO6, b: GPIO13, entity: {name: Volume}}
            leds: {lamp: GPIO19}
            """
        let wiring = try parse(text)
        let entities = Dictionary(uniqueKeysWithValues: wiring.devices.map { ($0.name, $0.entity) })
        expectEqual(
            entities,
            [
                "kettle": Wiring.Entity(name: "Tea", icon: "mdi:kettle", deviceClass: "outlet", category: .config),
                "volume": Wiring.Entity(name: "Volume"), "lamp": nil,
            ])
    }

    @Test(arguments: [
        ("{nam: Tea}", "36: unknown key \"nam\"; did you mean \"name\"?"),
        ("{icon: kettle}", "42: icon must be a set and a name, such as mdi:kettle"),
        (
            "{device-class: Outlet}",
            "50: device class \"Outlet\" does not suit the relay; expected one of: "
                + (["outlet", "switch"] + EntityClasses.contacts).joined(separator: ", ")
        ),
        ("{category: main}", "46: invalid value \"main\"; expected one of: config, diagnostic"),
        ("Tea", "35: expected `name: value`, found \"Tea\""),
    ])
    func mistakeInAnEntityIsReported(_ entity: String, _ message: String) {
        let error = expectError(DescriptionError.self) { try parse("relays: {a: {line: GPIO5, entity: \(entity)}}") }
        expectEqual(error?.description, "counter.yaml:1:\(message)")
    }

    @Test(arguments: [
        ("pulse-meters: {a: {line: GPIO5, unit: kWh, entity: {device-class: nonsense}}}", "expected one of: energy"),
        ("thermometers: {a: {chip: ds18b20, entity: {device-class: humidity}}}", "temperature, temperature_delta"),
        ("buttons: {a: {line: GPIO5, entity: {device-class: door}}}", "expected one of: button, doorbell, motion"),
        ("displays: {a: {bus: i2c-1, entity: {device-class: door}}}", "does not suit the display; no class does"),
        ("shutters: {a: {up: GPIO5, down: GPIO6, entity: {device-class: outlet}}}", "shade, shutter, window"),
        ("sensors: {a: {line: GPIO5, entity: {device-class: outlet}}}", "vibration, window"),
    ])
    func unsuitableClassIsReportedWithTheSuitableOnes(text: String, end: String) throws {
        let error = expectError(DescriptionError.self) { try parse(text) }
        expectEqual(error?.message.hasSuffix(end), true, "\(error?.message ?? "no error")")
    }

    @Test(arguments: [
        "pulse-meters: {a: {line: GPIO5, unit: m³, entity: {device-class: gas}}}",
        "thermometers: {a: {chip: ds18b20, entity: {device-class: temperature_delta}}}",
        "buttons: {a: {line: GPIO5, entity: {device-class: doorbell}}}",
        "shutters: {a: {up: GPIO5, down: GPIO6, entity: {device-class: blind}}}",
        "sensors: {a: {line: GPIO5, entity: {device-class: motion}}}",
        "relays: {a: {line: GPIO5, entity: {device-class: light}}}",
        "analogs: {a: {chip: mcp3008 spidev0.0, entity: {device-class: moisture}}}",
    ])
    func suitableClassIsAccepted(text: String) throws { _ = try parse(text) }

    /// One block has the devices of a whole header, and the other one those that need many lines.
    @Test func examplesInTheBoardsReadmeAreValidWirings() throws {
        let readme = try #require(DataFolders.find("Boards/README.md"))
        let text = String(decoding: try FileContents.read(readme, limit: 1 << 20), as: UTF8.self)
        let blocks = text.split(separator: "```yaml\n").dropFirst().prefix(2)
        let wirings = try blocks.map { block in
            let wiring = try parse(String(try #require(block.split(separator: "```").first)))
            _ = try wiring.placed(on: .named("raspberry-pi-4b"))
            return wiring
        }
        let wiring = try #require(wirings.first)
        expectEqual(
            wiring.all(Button.self).map(\.settings.input),
            Array(repeating: InputSettings(bias: .pullUp, isActiveLow: true), count: 2))
        expectEqual(wiring.all(LED.self).map(\.settings.isActiveLow), [false, true, false, false])
        expectEqual(
            Set(wirings.flatMap(\.devices).map(\.kind)), Set(DeviceKinds.builtIn.map { $0.kind }),
            "every kind of device is in them")
        let limits = OutputLimits(longestOn: .seconds(600), withoutFleet: .seconds(30))
        expectEqual(wiring.all(Relay.self).map(\.settings.limits), [.none, limits])
        expectEqual(wiring.sounds.count, 1)
        expectEqual(wiring.speaker.idlePolicy, .release(after: .seconds(30)))
    }

    private func parse(_ text: String) throws(DescriptionError) -> Wiring {
        try Wiring(YAMLFile.parse(Array(text.utf8), name: "counter.yaml"))
    }
}

extension Wiring {
    /// The settings of the devices of a kind, by their names.
    func all<Kind: Device>(_ kind: Kind.Type) -> [(name: String, settings: Kind.Settings)] {
        devices.filter { $0.kind == kind.kind }.map { ($0.name, $0.settings as! Kind.Settings) }
    }
}
