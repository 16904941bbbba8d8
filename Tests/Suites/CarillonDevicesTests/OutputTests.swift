import CarillonGPIO
import CarillonScheduling
import MobiusCore
import TestSupport
import Testing

@testable import CarillonDevices

@Suite struct LEDTests {
    private let devices = OutputDevices()

    @Test func changeSetsTheLineAndIsReportedOnce() throws {
        let led = try devices.led("GPIO5")
        for isOn in [false, true, true, false] { led.set(isOn) }
        expectEqual(devices.lines.calls, [1, 0])
        expectEqual(devices.changes, [.led(name: "GPIO5", isOn: true), .led(name: "GPIO5", isOn: false)])
    }

    @Test func patternAndItsEndAreReportedOnceEach() throws {
        let led = try devices.led("GPIO5")
        led.set(.blinking(on: .milliseconds(10), off: .milliseconds(10), times: 2))
        expectEqual(
            devices.draw("GPIO5", for: 45, each: .milliseconds(1)), "----------__________----------_______________")
        expectEqual("\(devices.changes.map(\.description))", #"["led GPIO5 blinking 2 times", "led GPIO5 off"]"#)
        expectEqual(led.pattern, .off)
    }

    @Test func viewDoesNotRestartTheShownPattern() throws {
        let led = try devices.led("GPIO5")
        let view = led.view { (isBusy: Bool) in
            isBusy ? .blinking(on: .milliseconds(3), off: .milliseconds(3)) : .off
        }.connect { _ in }
        view.accept(true)
        devices.time.advance(by: .milliseconds(2))
        view.accept(true)
        expectEqual(devices.draw("GPIO5", for: 4, each: .milliseconds(1)), "-___")
    }

    @Test func finitePatternIsNotRepeatedWhileTheViewReturnsTheSamePattern() throws {
        let led = try devices.led("GPIO5")
        let blink = Pattern.blinking(on: .milliseconds(1), off: .milliseconds(1), times: 1)
        let view = led.view { (model: (isRinging: Bool, count: Int)) in model.isRinging ? blink : .off }
            .connect { _ in }
        for count in 0...2 {
            view.accept((true, count))
            devices.time.advance(by: .milliseconds(5))
        }
        expectEqual(devices.lines.calls, [1, 0])
        view.accept((false, 3))
        view.accept((true, 3))
        expectEqual(devices.lines.calls, [1, 0, 1])
    }

    @Test func viewChangesSlowlyToTheBrightnessOfEachModel() throws {
        let led = try devices.led("GPIO5")
        let view = led.view(over: .seconds(2)) { (isNight: Bool) in isNight ? .off : .on }.connect { _ in }
        var seen: [Int] = []
        for (isNight, seconds) in [(false, 1), (false, 1), (true, 1), (false, 2), (true, 2)] {
            view.accept(isNight)
            devices.time.advance(by: .seconds(seconds))
            seen.append(Int((led.brightness * 100).rounded()))
        }
        // The third model turns the light back at full brightness, the fourth one on the way.
        expectEqual(seen, [25, 100, 25, 100, 0])
        expectEqual(led.pattern, .off)
        expectEqual(
            devices.changes.map(\.description),
            [
                "led GPIO5 on over 2 s", "led GPIO5 on", "led GPIO5 off over 2 s", "led GPIO5 on over 2 s",
                "led GPIO5 on", "led GPIO5 off over 2 s", "led GPIO5 off",
            ])
    }

    @Test(arguments: [Pattern.sequence("-_5", each: .seconds(1)), .pulsing(), .dimmed(to: 1, over: .seconds(9))])
    func lineWithAnyPatternIsMadeSafeWhenTheBankIsClosed(pattern: Pattern) throws {
        let led = try devices.led("GPIO5")
        devices.time.advance(by: .seconds(1))
        led.set(pattern)
        devices.time.advance(by: .seconds(2))
        devices.bank.close()
        #expect(!led.isOn)
    }

    @Test func slowChangeToThePresentPatternChangesNothing() throws {
        let led = try devices.led("GPIO5")
        let view = led.view(over: .seconds(60)) { (isNight: Bool) in isNight ? .off : .on }.connect { _ in }
        view.accept(true)
        led.set(.off, over: .seconds(60))
        #expect(devices.changes.isEmpty && led.pattern == .off)
        led.set(.on)
        led.set(.dimmed(to: 1, over: .seconds(60)))
        #expect(devices.changes == [.led(name: "GPIO5", isOn: true)] && led.pattern == .on)
    }

    @Test func patternThatIsNotSteadyBeginsAtOnce() throws {
        let led = try devices.led("GPIO5")
        led.set(.blinking(), over: .seconds(60))
        #expect(led.isOn && led.pattern == .blinking())
        let dim: AnyEffectHandler<Void, Never> = led.handler(.off, over: .milliseconds(10))
        _ = dim.handle((), EffectCallback<Never>(onSend: { _ in }, onEnd: {}))
        devices.time.advance(by: .milliseconds(20))
        expectEqual(led.pattern, .off)
    }

    @Test func viewRestoresALastingPattern() throws {
        let led = try devices.led("GPIO5")
        let view = led.view { (_: Int) in .on }.connect { _ in }
        view.accept(1)
        led.off()
        view.accept(2)
        #expect(led.isOn)
    }

    @Test func effectRestartsThePattern() throws {
        let led = try devices.led("GPIO5")
        let router = EffectRouter<String, Never>()
            .routeEffects(equalTo: "blink").to { [led] _ in
                led.set(.blinking(on: .milliseconds(3), off: .milliseconds(3)))
            }
            .routeEffects(withParameters: { $0 == "off" ? () : nil }).to(led.handler(.off))
            .asConnectable
        let connection = router.connect { _ in }
        connection.accept("blink")
        devices.time.advance(by: .milliseconds(2))
        connection.accept("blink")
        expectEqual(devices.draw("GPIO5", for: 4, each: .milliseconds(1)), "---_")
        connection.accept("off")
        #expect(!led.isOn)
    }

    @Test func toggleEndsThePattern() throws {
        let led = try devices.led("GPIO5")
        led.toggle()
        #expect(led.isOn)
        led.set(.blinking())
        led.toggle()
        #expect(!led.isOn)
        expectEqual(led.pattern, .off)
    }

    @Test func dimmedLEDIsOnForItsShareOfTheTime() throws {
        let led = try devices.led("GPIO5")
        led.set(.dimmed(to: 0.25))
        let drawing = devices.draw("GPIO5", for: 10_000, each: .microseconds(10))
        #expect((0.24...0.26).contains(Double(drawing.filter { $0 == "-" }.count) / 10_000))
        expectEqual("\(led.pattern)", "25 %")
    }

    @Test func ledIsDarkAfterItsLastPulse() throws {
        let led = try devices.led("GPIO5")
        led.set(.pulsing(times: 3))
        devices.time.advance(by: .seconds(1))
        #expect(led.brightness > 0.9)
        devices.time.advance(by: .seconds(3600))
        expectEqual(devices.level(of: "GPIO5"), .inactive)
        expectEqual(devices.changes.last, .led(name: "GPIO5", isOn: false))
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
    func displayShowsTheLowestBits(number: Int, levels: String) throws {
        let display = try devices.display()
        display.set(number)
        expectEqual(devices.levels, levels)
    }

    @Test func loopDrivesTheNumberAndShowsEachModelInOneCall() throws {
        let display = try devices.display()
        let connection = display.connect { _ in }
        #expect(display.features[0].isDriven)
        for number in [0, 3, 15, 0] { connection.accept(number) }
        expectEqual(devices.lines.calls, [0b0011, 0b1111, 0])
        expectEqual(devices.changes, [3, 15, 0].map { .number(name: "count", value: $0) })
        connection.dispose()
        #expect(!display.features[0].isDriven)
    }

    @Test func numberFromAnotherThreadIsShownOnTheQueue() async throws {
        let display = try devices.display()
        await Task.detached { display.set(1) }.value
        devices.time.advance(by: .zero)
        expectEqual(devices.level(of: "GPIO5"), .active)
    }

    @Test func separatelySwitchedLEDIsCorrectedByTheNextValue() throws {
        let leds = try OutputDevices.names.map { try devices.led($0, isPart: true) }
        let display = devices.add(
            NumberDisplay(name: "count", leds: leds, bank: devices.bank, observer: devices.observer))
        display.set(5)
        leds[0].toggle()
        leds[1].set(.blinking())
        display.set(5)
        expectEqual(devices.levels, "_-_-")
        expectEqual(devices.changes.count, 1)
    }
}

@Suite struct LEDBarTests {
    @Test(arguments: [(0.0, 0), (0.1, 0), (0.13, 1), (0.5, 2), (1, 4), (7, 4), (-1, 0), (.nan, 0)])
    func barLightsItsShareOfTheLEDs(share: Double, lit: Int) throws {
        let devices = OutputDevices()
        let bar = devices.add(
            LEDBar(
                name: "level", leds: try OutputDevices.names.map { try devices.led($0, isPart: true) },
                bank: devices.bank,
                observer: devices.observer))
        bar.set(share)
        expectEqual(bar.lit, lit)
        expectEqual(devices.levels, String(repeating: "_", count: 4 - lit) + String(repeating: "-", count: lit))
        expectEqual(devices.changes, (lit == 0 ? [] : [.bar(name: "level", lit: lit, of: 4)]))
    }

    @Test func separatelySwitchedLEDIsCorrectedByTheNextValue() throws {
        let devices = OutputDevices()
        let leds = try OutputDevices.names.map { try devices.led($0, isPart: true) }
        let bar = devices.add(LEDBar(name: "level", leds: leds, bank: devices.bank, observer: devices.observer))
        bar.set(0.5)
        leds[0].off()
        leds[3].on()
        bar.set(0.5)
        expectEqual(devices.levels, "__--")
        expectEqual(devices.changes.count, 1)
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

    @Test func colourHasThreeBrightnessesAndIsKeptWhileTheLightIsOff() {
        let orange = Color(red: 1, green: 0.5, blue: 0)
        light.set(orange)
        expectEqual(light.brightness, orange)
        expectEqual(devices.changes.map(\.description), ["rgb mood #ff8000"])
        light.off()
        expectEqual(light.color, orange)
        expectEqual(light.brightness, Color(red: 0, green: 0, blue: 0))
    }

    @Test func patternBlinksAllThreeLinesTogetherAndItsEndIsReportedOnce() {
        light.set(.white, .blinking(on: .milliseconds(10), off: .milliseconds(10), times: 1))
        expectEqual(devices.lines.calls, [0b111])
        devices.time.advance(by: .seconds(1))
        expectEqual(devices.lines.calls, [0b111, 0])
        expectEqual(devices.changes.map(\.description), ["rgb mood #ffffff blinking once", "rgb mood off"])
    }

    @Test func colourWithThePatternOffIsNotAChange() {
        light.set(.red, .off)
        #expect(devices.changes.isEmpty)
        light.set(.green)
        light.set(.red, .off)
        expectEqual(light.color, .green)
    }

    @Test func toggledLightGoesOutAndShowsItsColourAgain() {
        light.set(.cyan, .pulsing())
        light.toggle()
        expectEqual(light.pattern, .off)
        light.toggle()
        expectEqual(light.brightness, .cyan)
    }

    @Test func viewShowsAColourWithAPattern() {
        let blink = Pattern.blinking(on: .milliseconds(1), off: .milliseconds(1), times: 1)
        let shown: DeviceView<Bool?> = light.view { isReady in
            isReady.map { $0 ? .green : .red }
        } pattern: { isReady in
            isReady == true ? blink : .pulsing()
        }
        let view = shown.connect { _ in }
        for isReady in [false, false, true, true, nil] {
            view.accept(isReady)
            devices.time.advance(by: .milliseconds(5))
        }
        expectEqual(
            devices.changes.map(\.description),
            [
                "rgb mood #ff0000 pulsing", "rgb mood #00ff00 blinking once", "rgb mood off",
            ])
    }

    @Test(arguments: [Pattern.on, .blinking(), .dimmed(to: 0.5)])
    func blackSwitchesTheLightOffAndKeepsItsColour(_ pattern: Pattern) {
        light.set(.cyan)
        light.set(Color(red: 0, green: 0, blue: 0.001), pattern)
        expectEqual(light.pattern, .off)
        expectEqual(light.color, .cyan)
        light.toggle()
        expectEqual(light.brightness, .cyan)
        expectEqual(devices.changes.map(\.description), ["rgb mood #00ffff", "rgb mood off", "rgb mood #00ffff"])
    }

    @Test func viewThatShowsBlackSwitchesTheLightOff() {
        let shown: DeviceView<Bool> = light.view { $0 ? .red : Color(red: 0, green: 0, blue: 0) }
        let view = shown.connect { _ in }
        for isOn in [true, false, false, true] { view.accept(isOn) }
        expectEqual(devices.changes.map(\.description), ["rgb mood #ff0000", "rgb mood off", "rgb mood #ff0000"])
    }

    @Test func viewChangesTheColourSlowlyAndFadesTheLightOut() {
        func percents() -> [Int] {
            [light.brightness.red, light.brightness.green, light.brightness.blue].map { Int(($0 * 100).rounded()) }
        }
        light.set(.red)
        let view = light.view(over: .seconds(2)) { (color: Color?) in color }.connect { _ in }
        for (color, shown) in [
            (Color.blue, [25, 0, 25]), (.blue, [0, 0, 100]), (nil, [0, 0, 25]), (nil, [0, 0, 0]),
        ] {
            view.accept(color)
            devices.time.advance(by: .seconds(1))
            expectEqual(percents(), shown)
        }
        #expect(light.pattern == .off && light.color == .blue)
        expectEqual(
            devices.changes.map(\.description),
            [
                "rgb mood #ff0000", "rgb mood #0000ff on over 2 s", "rgb mood #0000ff", "rgb mood #0000ff off over 2 s",
                "rgb mood off",
            ])
    }

    @Test func slowChangeToThePresentColourChangesNothing() {
        light.set(nil, over: .seconds(60))
        #expect(devices.changes.isEmpty && light.pattern == .off)
        light.set(.cyan)
        light.set(.cyan, over: .seconds(60))
        #expect(devices.changes.count == 1 && light.pattern == .on)
    }
}

@Suite struct BuzzerAndRelayTests {
    private let devices = OutputDevices()

    @Test func buzzerBeepsAndIsSilentAgain() {
        let buzzer = devices.add(Buzzer(name: "bell", output: devices.bank.output(0), observer: devices.observer))
        buzzer.set(.sequence("-_--_", each: .milliseconds(1), times: 1))
        expectEqual(devices.draw("GPIO5", for: 8, each: .milliseconds(1)), "-_--____")
        expectEqual(devices.changes.map(\.description), ["buzzer bell -_--_ once", "buzzer bell off"])
    }

    @Test func relaySwitchesOffAfterItsTimeAndCanBeToggledOn() {
        let relay = devices.add(Relay(name: "pump", output: devices.bank.output(0), observer: devices.observer))
        relay.on(for: .milliseconds(5))
        expectEqual(devices.draw("GPIO5", for: 5, each: .milliseconds(1)), "-----")
        #expect(!relay.isOn)
        expectEqual(devices.levels, "____")
        expectEqual(devices.changes.map(\.description), ["relay pump on for 0.005 s", "relay pump off"])
        relay.toggle()
        #expect(relay.isOn)
    }
}

@Suite struct OutputBankTests {
    private let devices = OutputDevices()

    @Test func closingMakesAllOutputsSafeAndLaterChangesHaveNoEffect() throws {
        let led = try devices.led("GPIO5")
        led.set(.blinking(on: .milliseconds(1), off: .milliseconds(1)))
        devices.bank.close()
        devices.bank.close()
        devices.time.advance(by: .seconds(1))
        led.on()
        #expect(devices.lines.isClosed)
        expectEqual(devices.lines.calls, [1])
    }

    @Test func outputWithPWMReceivesItsDutyCycle() {
        let pwm = RecordingPWM()
        let bank = OutputBank(
            lines: RecordingLines(), count: 0, pwms: [pwm], queue: devices.time, observer: devices.observer)
        let led = devices.add(LED(name: "lamp", output: bank.output(0), observer: devices.observer))
        led.set(.dimmed(to: 0.2))
        led.on()
        expectEqual(pwm.dutyCycles, [.microseconds(200), .milliseconds(1)])
        bank.close()
        #expect(pwm.isClosed)
    }
}
