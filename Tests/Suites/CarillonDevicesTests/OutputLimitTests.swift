import CarillonGPIO
import TestSupport
import Testing

@testable import CarillonDevices

@Suite struct OutputLimitTests {
    private let devices = OutputDevices()

    private func led() throws -> LED {
        let led = try devices.led("GPIO5")
        led.output.limit(OutputLimits(longestOn: .seconds(600)), safe: .inactive)
        return led
    }

    @Test(arguments: [Pattern.on, .blinking(), .on(for: .seconds(3600))])
    func outputIsSwitchedOffAfterItsLongestTime(_ pattern: Pattern) throws {
        let led = try led()
        led.set(pattern)
        devices.time.advance(by: .milliseconds(599_999))
        expectEqual(led.pattern, pattern)
        devices.time.advance(by: .milliseconds(1))
        expectEqual(led.pattern, .off)
        expectEqual(devices.levels, "____")
        devices.time.advance(by: .seconds(7200))
        expectEqual(devices.changes.map(\.description), ["led GPIO5 \(pattern)", "led GPIO5 off"])
    }

    /// Times are in seconds. `isOn` and `shows` are expectations.
    enum Step {
        case limits(OutputLimits, safe: Level = .inactive)
        case set(Pattern)
        case view(Pattern)
        case fleet(Bool)
        case advance(Int)
        case isOn(Bool)
        case shows(Pattern)
    }

    static let courses: [Course<Step>] = [
        Course(
            "a repeated on does not extend the time",
            .set(.on), .advance(100), .set(.blinking()), .advance(100), .set(.on), .advance(100), .set(.blinking()),
            .advance(100), .set(.on), .advance(100), .set(.blinking()), .advance(100), .shows(.off)),
        Course(
            "a break restarts the time",
            .set(.on), .advance(599), .set(.off), .set(.on), .advance(599), .isOn(true), .advance(1), .isOn(false),
            .set(.on), .isOn(true)),
        Course(
            "the end of a finite pattern is a break",
            .set(.on(for: .seconds(400))), .advance(400), .set(.on(for: .seconds(400))), .advance(399), .isOn(true)),
        Course(
            "a view switches the output on again only after off",
            .view(.on), .advance(600), .view(.on), .isOn(false), .view(.off), .view(.on), .isOn(true)),
        Course(
            "an output takes its safe state without a fleet",
            .limits(OutputLimits(withoutFleet: .seconds(30))), .fleet(true), .set(.on), .fleet(false), .advance(29),
            .fleet(true), .fleet(false), .advance(29), .fleet(false), .isOn(true), .advance(1), .isOn(false), .set(.on),
            .advance(3600), .isOn(true)),
        Course(
            "a view works if the output was safe already",
            .limits(OutputLimits(withoutFleet: .seconds(30))), .fleet(false), .advance(30), .view(.on), .isOn(true)),
        Course(
            "the safe state can be on",
            .limits(OutputLimits(longestOn: .seconds(60), withoutFleet: .seconds(30)), safe: .active), .fleet(false),
            .advance(30), .isOn(true), .advance(60), .isOn(false)),
    ]

    @Test(arguments: courses) func outputObeysItsLimits(course: Course<Step>) throws {
        let led = try led()
        let view = led.view { (pattern: Pattern) in pattern }.connect { _ in }
        for step in course.steps {
            switch step {
            case .limits(let limits, let safe): led.output.limit(limits, safe: safe)
            case .set(let pattern): led.set(pattern)
            case .view(let pattern): view.accept(pattern)
            case .fleet(let isConnected): led.output.fleetChanged(isConnected: isConnected)
            case .advance(let seconds): devices.time.advance(by: .seconds(seconds))
            case .isOn(let isOn): expectEqual(led.isOn, isOn, "\(step)", sourceLocation: course.place)
            case .shows(let pattern): expectEqual(led.pattern, pattern, "\(step)", sourceLocation: course.place)
            }
        }
        view.dispose()
    }

    @Test func closedOutputStaysSafe() throws {
        let led = try led()
        led.on()
        devices.bank.close()
        devices.time.advance(by: .seconds(3600))
        expectEqual(devices.changes.count, 1)
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
        expectEqual(switched.problem, message)
        expectEqual(led.problem, message)
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
        expectEqual(settings.limits, OutputLimits(longestOn: .seconds(600), withoutFleet: .seconds(30)))
        expectEqual(try Self.settings().limits, .none)
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
