import CarillonGPIO
import CarillonScheduling
import MobiusCore
import Testing

@testable import CarillonDevices

@Suite struct LEDTests {
    private let devices = OutputDevices()

    @Test func itDrivesItsLine() throws {
        let led = try devices.led("GPIO5")
        led.set(true)
        #expect(devices.level(of: "GPIO5") == .active)
        led.set(false)
        #expect(devices.level(of: "GPIO5") == .inactive)
    }

    @Test func changeIsReportedOnce() throws {
        let led = try devices.led("GPIO5")
        for isOn in [false, true, true, false] { led.set(isOn) }
        #expect(devices.changes == [.led(name: "GPIO5", isOn: true), .led(name: "GPIO5", isOn: false)])
    }

    @Test func patternAndItsEndAreOneChangeEach() throws {
        let led = try devices.led("GPIO5")
        led.show(.blinking(on: .milliseconds(10), off: .milliseconds(10), times: 2))
        #expect(
            devices.draw("GPIO5", for: 45, each: .milliseconds(1)) == "----------__________----------_______________")
        #expect("\(devices.changes.map(\.description))" == #"["led GPIO5 blinking 2 times", "led GPIO5 off"]"#)
        #expect(led.pattern == .off)
    }

    @Test func viewDoesNotDisturbThePatternThatIsShown() throws {
        let led = try devices.led("GPIO5")
        let view = led.showing { (isBusy: Bool) in
            isBusy ? .blinking(on: .milliseconds(3), off: .milliseconds(3)) : .off
        }.connect { _ in }
        view.accept(true)
        devices.time.advance(by: .milliseconds(2))
        view.accept(true)
        #expect(devices.draw("GPIO5", for: 4, each: .milliseconds(1)) == "-___")
    }

    @Test func finitePatternIsNotShownAgainByAModelThatSaysNothingNewOfIt() throws {
        let led = try devices.led("GPIO5")
        let blink = Pattern.blinking(on: .milliseconds(1), off: .milliseconds(1), times: 1)
        let view = led.showing { (model: (isRinging: Bool, count: Int)) in model.isRinging ? blink : .off }
            .connect { _ in }
        for count in 0...2 {
            view.accept((true, count))
            devices.time.advance(by: .milliseconds(5))
        }
        #expect(devices.lines.calls == [1, 0])
        view.accept((false, 3))
        view.accept((true, 3))
        #expect(devices.lines.calls == [1, 0, 1])
    }

    @Test func viewRestoresALastingPattern() throws {
        let led = try devices.led("GPIO5")
        let view = led.showing { (_: Int) in .on }.connect { _ in }
        view.accept(1)
        led.off()
        view.accept(2)
        #expect(led.isOn)
    }

    @Test func effectBeginsThePatternAnew() throws {
        let led = try devices.led("GPIO5")
        let router = EffectRouter<String, Never>()
            .routeEffects(equalTo: "blink").to { [led] _ in
                led.show(.blinking(on: .milliseconds(3), off: .milliseconds(3)))
            }
            .routeEffects(withParameters: { $0 == "off" ? () : nil }).to(led.show(.off))
            .asConnectable
        let connection = router.connect { _ in }
        connection.accept("blink")
        devices.time.advance(by: .milliseconds(2))
        connection.accept("blink")
        #expect(devices.draw("GPIO5", for: 4, each: .milliseconds(1)) == "---_")
        connection.accept("off")
        #expect(!led.isOn)
    }

    @Test func toggleEndsThePattern() throws {
        let led = try devices.led("GPIO5")
        led.toggle()
        #expect(led.isOn)
        led.show(.blinking())
        led.toggle()
        #expect(!led.isOn)
        #expect(led.pattern == .off)
    }

    @Test func dimmedItIsOnForItsShareOfEachHundredthOfASecond() throws {
        let led = try devices.led("GPIO5")
        led.show(.dimmed(to: 0.25))
        let drawing = devices.draw("GPIO5", for: 10_000, each: .microseconds(10))
        #expect((0.24...0.26).contains(Double(drawing.filter { $0 == "-" }.count) / 10_000))
        #expect("\(led.pattern)" == "25 %")
    }

    @Test func hourOfPulsingEndsDark() throws {
        let led = try devices.led("GPIO5")
        led.show(.pulsing(times: 3))
        devices.time.advance(by: .seconds(1))
        #expect(led.brightness > 0.9)
        devices.time.advance(by: .seconds(3600))
        #expect(devices.level(of: "GPIO5") == .inactive)
        #expect(devices.changes.last == .led(name: "GPIO5", isOn: false))
    }

    @Test func callsFromOtherThreadsRunOnTheQueue() async throws {
        let led = try devices.led("GPIO5")
        await Task.detached { led.on() }.value
        devices.time.advance(by: .zero)
        #expect(led.isOn)
    }
}

@Suite struct NumberDisplayTests {
    private let devices = OutputDevices()

    @Test(arguments: [(1, "___-"), (2, "__-_"), (5, "_-_-"), (15, "----"), (16, "____"), (-1, "----"), (0, "____")])
    func itShowsTheLowestBits(number: Int, levels: String) throws {
        let display = try devices.display()
        display.show(number)
        #expect(devices.levels == levels)
    }

    @Test func eachModelOfALoopIsShown() throws {
        let connection = try devices.display().connect { _ in }
        connection.accept(0)
        connection.accept(3)
        #expect(devices.levels == "__--")
        #expect(devices.changes == [.number(name: "count", value: 3)])
    }

    @Test func numberFromAnotherThreadIsShownOnTheQueue() async throws {
        let display = try devices.display()
        await Task.detached { display.show(1) }.value
        devices.time.advance(by: .zero)
        #expect(devices.level(of: "GPIO5") == .active)
    }

    @Test func ledThatWasSwitchedByItselfIsRightAgain() throws {
        let leds = try OutputDevices.names.map { try devices.led($0, isPart: true) }
        let display = devices.add(
            BinaryDisplay(name: "count", leds: leds, bank: devices.bank, observer: devices.observer))
        display.show(5)
        leds[0].toggle()
        leds[1].show(.blinking())
        display.show(5)
        #expect(devices.levels == "_-_-")
        #expect(devices.changes.count == 1)
    }

    @Test func allLEDsOfANumberChangeInOneCall() throws {
        let display = try devices.display()
        display.show(15)
        display.show(0)
        #expect(devices.lines.calls == [0b1111, 0])
    }
}

@Suite struct LEDBarTests {
    @Test(arguments: [(0.0, 0), (0.1, 0), (0.13, 1), (0.5, 2), (1, 4), (7, 4), (-1, 0), (.nan, 0)])
    func itLightsAsManyAsTheShareSays(share: Double, lit: Int) throws {
        let devices = OutputDevices()
        let bar = devices.add(
            LEDBar(
                name: "level", leds: try OutputDevices.names.map { try devices.led($0, isPart: true) },
                bank: devices.bank,
                observer: devices.observer))
        bar.show(share)
        #expect(bar.lit == lit)
        #expect(devices.levels == String(repeating: "_", count: 4 - lit) + String(repeating: "-", count: lit))
        #expect(devices.changes == (lit == 0 ? [] : [.bar(name: "level", lit: lit, of: 4)]))
    }

    @Test func ledThatWasSwitchedByItselfIsRightAgain() throws {
        let devices = OutputDevices()
        let leds = try OutputDevices.names.map { try devices.led($0, isPart: true) }
        let bar = devices.add(LEDBar(name: "level", leds: leds, bank: devices.bank, observer: devices.observer))
        bar.show(0.5)
        leds[0].off()
        leds[3].on()
        bar.show(0.5)
        #expect(devices.levels == "__--")
        #expect(devices.changes.count == 1)
    }
}

@Suite struct RGBLEDTests {
    private let devices = OutputDevices()
    private let light: RGBLED

    init() {
        light = devices.add(
            RGBLED(
                name: "mood", red: devices.bank.output(0), green: devices.bank.output(1), blue: devices.bank.output(2),
                observer: devices.observer))
    }

    @Test func itShowsAColourAsThreeShares() {
        light.show(Color(red: 1, green: 0.5, blue: 0))
        #expect(light.brightness == Color(red: 1, green: 0.5, blue: 0))
        #expect(devices.changes.map(\.description) == ["rgb mood #ff8000"])
    }

    @Test func patternBlinksAllThreeAtOnceAndIsOverOnce() {
        light.show(.white, .blinking(on: .milliseconds(10), off: .milliseconds(10), times: 1))
        #expect(devices.lines.calls == [0b111])
        devices.time.advance(by: .seconds(1))
        #expect(devices.lines.calls == [0b111, 0])
        #expect(devices.changes.map(\.description) == ["rgb mood #ffffff blinking once", "rgb mood off"])
    }

    @Test func colourThatCannotBeSeenIsNoChange() {
        light.show(.red, .off)
        #expect(devices.changes.isEmpty)
        light.show(.green)
        light.show(.red, .off)
        #expect(light.color == .green)
    }

    @Test func toggledItGoesOutAndShowsItsColourAgain() {
        light.show(.cyan, .pulsing())
        light.toggle()
        #expect(light.pattern == .off)
        light.toggle()
        #expect(light.brightness == .cyan)
    }

    @Test func viewShowsAColourWithAPattern() {
        let blink = Pattern.blinking(on: .milliseconds(1), off: .milliseconds(1), times: 1)
        let shown: DeviceView<Bool?> = light.showing { isReady in
            isReady.map { $0 ? .green : .red }
        } pattern: { isReady in
            isReady == true ? blink : .pulsing()
        }
        let view = shown.connect { _ in }
        for isReady in [false, false, true, true, nil] {
            view.accept(isReady)
            devices.time.advance(by: .milliseconds(5))
        }
        #expect(
            devices.changes.map(\.description) == [
                "rgb mood #ff0000 pulsing", "rgb mood #00ff00 blinking once", "rgb mood off",
            ])
    }

    @Test(arguments: [Pattern.on, .blinking(), .dimmed(to: 0.5)]) func blackIsOff(_ pattern: Pattern) {
        light.show(.cyan)
        light.show(Color(red: 0, green: 0, blue: 0.001), pattern)
        #expect(light.pattern == .off)
        #expect(light.color == .cyan)
        light.toggle()
        #expect(light.brightness == .cyan)
        #expect(devices.changes.map(\.description) == ["rgb mood #00ffff", "rgb mood off", "rgb mood #00ffff"])
    }

    @Test func viewThatShowsBlackSwitchesTheLightOff() {
        let shown: DeviceView<Bool> = light.showing { $0 ? .red : Color(red: 0, green: 0, blue: 0) }
        let view = shown.connect { _ in }
        for isOn in [true, false, false, true] { view.accept(isOn) }
        #expect(devices.changes.map(\.description) == ["rgb mood #ff0000", "rgb mood off", "rgb mood #ff0000"])
    }

    @Test func offKeepsTheColour() {
        light.show(.cyan)
        light.off()
        #expect(light.color == .cyan)
        #expect(light.brightness == Color(red: 0, green: 0, blue: 0))
    }
}

@Suite struct BuzzerAndRelayTests {
    private let devices = OutputDevices()

    @Test func buzzerBeepsAndIsSilentAgain() {
        let buzzer = devices.add(Buzzer(name: "bell", output: devices.bank.output(0), observer: devices.observer))
        buzzer.play(.sequence("-_--_", each: .milliseconds(1), times: 1))
        #expect(devices.draw("GPIO5", for: 8, each: .milliseconds(1)) == "-_--____")
        #expect(devices.changes.map(\.description) == ["buzzer bell -_--_ once", "buzzer bell off"])
    }

    @Test func relayIsOnForAWhile() {
        let relay = devices.add(Relay(name: "pump", output: devices.bank.output(0), observer: devices.observer))
        relay.on(for: .milliseconds(5))
        #expect(devices.draw("GPIO5", for: 8, each: .milliseconds(1)) == "-----___")
        #expect(!relay.isOn)
        #expect(devices.changes.map(\.description) == ["relay pump on for 0.005 s", "relay pump off"])
    }

    @Test func relayThatHasJustGoneOffByItselfIsToggledOn() {
        let relay = devices.add(Relay(name: "pump", output: devices.bank.output(0), observer: devices.observer))
        relay.on(for: .milliseconds(5))
        devices.time.advance(by: .milliseconds(5))
        relay.toggle()
        #expect(relay.isOn)
    }

    @Test func buzzerIsToggled() {
        let buzzer = devices.add(Buzzer(name: "bell", output: devices.bank.output(0), observer: devices.observer))
        buzzer.toggle()
        #expect(buzzer.isOn)
        buzzer.toggle()
        #expect(!buzzer.isOn)
    }
}

@Suite struct OutputBankTests {
    private let devices = OutputDevices()

    @Test func closingMakesAllSafeAndNothingMovesAfterwards() throws {
        let led = try devices.led("GPIO5")
        led.show(.blinking(on: .milliseconds(1), off: .milliseconds(1)))
        devices.bank.close()
        devices.bank.close()
        devices.time.advance(by: .seconds(1))
        led.on()
        #expect(devices.lines.isClosed)
        #expect(devices.lines.calls == [1])
    }

    @Test func failureIsReportedOnceUntilTheOutputRecovers() throws {
        let led = try devices.led("GPIO5")
        devices.lines.error = .system(operation: "setting", errno: 5)
        for _ in 1...3 { led.toggle() }
        #expect(devices.failures == 1)
        devices.lines.error = nil
        devices.time.advance(by: .milliseconds(10))
        devices.lines.error = .system(operation: "setting", errno: 5)
        led.toggle()
        #expect(devices.failures == 2)
    }

    @Test func outputWithPWMReceivesItsShare() {
        let pwm = RecordingPWM()
        let bank = OutputBank(
            lines: RecordingLines(), count: 0, pwms: [pwm], queue: devices.time, observer: devices.observer)
        let led = devices.add(LED(name: "lamp", output: bank.output(0), observer: devices.observer))
        led.show(.dimmed(to: 0.2))
        led.on()
        #expect(pwm.dutyCycles == [.microseconds(200), .milliseconds(1)])
        bank.close()
        #expect(pwm.isClosed)
    }
}
