import CarillonGPIO
import Testing

@testable import CarillonDevices

@Suite struct OutputLimitTests {
    private let devices = OutputDevices()

    private func led(_ limits: OutputLimits = OutputLimits(longestOn: .seconds(600))) throws -> LED {
        let led = try devices.led("GPIO5")
        led.output.limit(limits, safe: .inactive)
        return led
    }

    @Test(arguments: [Pattern.on, .blinking(), .on(for: .seconds(3600))])
    func outputIsSwitchedOffAfterItsLongestTime(_ pattern: Pattern) throws {
        let led = try led()
        led.show(pattern)
        devices.time.advance(by: .milliseconds(599_999))
        #expect(led.pattern == pattern)
        devices.time.advance(by: .milliseconds(1))
        #expect(led.pattern == .off)
        #expect(devices.levels == "____")
        devices.time.advance(by: .seconds(7200))
        #expect(devices.changes.map(\.description) == ["led GPIO5 \(pattern)", "led GPIO5 off"])
    }

    @Test func repeatedOnDoesNotExtendTheTime() throws {
        let led = try led()
        for step in 0..<6 {
            led.show(step % 2 == 0 ? .on : .blinking())
            devices.time.advance(by: .seconds(100))
        }
        #expect(led.pattern == .off)
    }

    @Test func breakRestartsTheTime() throws {
        let led = try led()
        led.on()
        devices.time.advance(by: .seconds(599))
        led.off()
        led.on()
        devices.time.advance(by: .seconds(599))
        #expect(led.isOn)
        devices.time.advance(by: .seconds(1))
        #expect(!led.isOn)
        led.on()
        #expect(led.isOn)
    }

    @Test func endOfFinitePatternIsABreak() throws {
        let led = try led()
        led.show(.on(for: .seconds(400)))
        devices.time.advance(by: .seconds(400))
        led.show(.on(for: .seconds(400)))
        devices.time.advance(by: .seconds(399))
        #expect(led.isOn)
    }

    @Test func viewSwitchesOutputOnAgainOnlyAfterOff() throws {
        let led = try led()
        let view = led.showing { (number: Int) in .steady(number % 2 == 1) }.connect { _ in }
        defer { view.dispose() }
        view.accept(1)
        devices.time.advance(by: .seconds(600))
        view.accept(3)
        #expect(!led.isOn)
        view.accept(4)
        view.accept(5)
        #expect(led.isOn)
    }

    @Test func closedOutputStaysSafe() throws {
        let led = try led()
        led.on()
        devices.bank.close()
        devices.time.advance(by: .seconds(3600))
        #expect(devices.changes.count == 1)
    }

    @Test(arguments: [
        (OutputLimits(longestOn: .zero), "longest-on must be a time from 1 ms to 168 h, such as 600 s"),
        (OutputLimits(longestOn: .seconds(604_801)), "longest-on must be a time from 1 ms to 168 h, such as 600 s"),
        (
            OutputLimits(withoutFleet: .milliseconds(999)),
            "without-fleet must be \"safe after\" and a time from 1 s to 168 h, such as safe after 600 s"
        ),
    ])
    func limitOutOfRangeIsRefused(_ limits: OutputLimits, _ message: String) {
        var (switched, led) = (LineOutputSettings(), LED.Settings())
        (switched.line, switched.limits) = (WiringReference(name: "GPIO5", position: Self.position), limits)
        (led.line, led.limits) = (switched.line, limits)
        #expect(switched.problem == message)
        #expect(led.problem == message)
    }

    // MARK: Without a fleet

    @Test func outputTakesItsSafeStateWithoutAFleet() throws {
        let led = try led(OutputLimits(withoutFleet: .seconds(30)))
        led.output.fleetChanged(isConnected: true)
        led.on()
        led.output.fleetChanged(isConnected: false)
        devices.time.advance(by: .seconds(29))
        led.output.fleetChanged(isConnected: true)
        led.output.fleetChanged(isConnected: false)
        devices.time.advance(by: .seconds(29))
        led.output.fleetChanged(isConnected: false)
        #expect(led.isOn)
        devices.time.advance(by: .seconds(1))
        #expect(!led.isOn)
        led.on()
        devices.time.advance(by: .seconds(3600))
        #expect(led.isOn)
    }

    @Test func viewWorksIfOutputWasSafeAlready() throws {
        let led = try led(OutputLimits(withoutFleet: .seconds(30)))
        led.output.fleetChanged(isConnected: false)
        devices.time.advance(by: .seconds(30))
        let view = led.showing { (isOn: Bool) in .steady(isOn) }.connect { _ in }
        view.accept(true)
        #expect(led.isOn)
        view.dispose()
    }

    @Test func safeStateCanBeOn() throws {
        let led = try devices.led("GPIO5")
        led.output.limit(OutputLimits(longestOn: .seconds(60), withoutFleet: .seconds(30)), safe: .active)
        led.output.fleetChanged(isConnected: false)
        devices.time.advance(by: .seconds(30))
        #expect(led.isOn)
        devices.time.advance(by: .seconds(60))
        #expect(!led.isOn)
    }

    // MARK: In a wiring's file

    private static let position = SourcePosition(file: "wiring.yaml")

    private static func settings(_ fields: (String, String)...) throws(DescriptionError) -> LineOutputSettings {
        func node(_ text: String) -> DescriptionNode { DescriptionNode(content: .scalar(text), position: position) }
        let entries = ([("line", "GPIO5")] + fields).map { (key: node($0.0), value: node($0.1)) }
        return try LineOutputSettings(DescriptionNode(content: .mapping(entries), position: position), of: Relay.kind)
    }

    @Test func limitsAreReadFromAWiring() throws {
        let settings = try Self.settings(("longest-on", "600 s"), ("without-fleet", "safe after 30 s"))
        #expect(settings.limits == OutputLimits(longestOn: .seconds(600), withoutFleet: .seconds(30)))
        #expect(try Self.settings().limits == .none)
    }

    @Test(arguments: [
        (
            "without-fleet", "30 s",
            "without-fleet must be \"safe after\" and a time from 1 s to 168 h, such as safe after 600 s"
        ),
        (
            "without-fleet", "safe after 1 ms",
            "without-fleet must be \"safe after\" and a time from 1 s to 168 h, such as safe after 600 s"
        ),
        ("longest-on", "0 s", "longest-on must be a time from 1 ms to 168 h, such as 600 s"),
    ])
    func mistakeInALimitIsReported(_ key: String, _ text: String, _ message: String) {
        let error = DescriptionError(position: Self.position, message: message)
        #expect(throws: error) { try Self.settings((key, text)) }
    }
}
