import CarillonFleet
import Testing

@testable import CarillonDrawing
@testable import carillon

/// The boxes of a fleet, as the tool shows them.
@Suite struct FleetTests {
    private static func message(_ topic: String, _ text: String, age: Duration? = nil) -> FleetMessage {
        var message = FleetMessage(topic: "carillon/\(topic)", text: text, isRetained: true)
        message.age = age
        return message
    }

    private static let messages = [
        message("hall-000000000001/availability", "online", age: .seconds(3 * 86_400 + 5)),
        message("hall-000000000001/title", "Hall"),
        message("hall-000000000001/dropped", "0"),
        message("hall-000000000001/diagnostics/version", "1.2"),
        message("hall-000000000001/diagnostics/cpu-temperature", "48.5"),
        message("hall-000000000001/diagnostics/xruns", "3"),
        message("hall-000000000001/diagnostics/lateness-p99", "None"),
        message("hall-000000000001/diagnostics/lost-edges", "0"),
        message("bell-00000000002a/availability", "offline", age: .seconds(7300)),
        message("bell-00000000002a/title", "Back door"),
        message("bell-00000000002a/dropped", "12"),
    ]

    @Test func boxesAreListedWithTheirStatesAndTheirLosses() {
        let boxes = FleetBox.all(in: Self.messages)
        #expect(
            FleetTable(boxes: boxes, terminal: .plain).text == """
                BOX                TITLE      VERSION  STATE            HEALTH   LOST
                bell-00000000002a  Back door  -        offline for 2 h  -        12 events
                hall-000000000001  Hall       1.2      online for 3 d   48.5 °C  3 xruns

                """)
    }

    private static func updating(
        _ id: String, _ installed: String, _ newest: String, _ failure: String = "",
        phase: String = "idle", back: String = ""
    ) -> [FleetMessage] {
        let versions = #""installed":"\#(installed)","newest":"\#(newest)""#
        let state = #"{"phase":"\#(phase)",\#(versions),"failure":"\#(failure)","back":"\#(back)"}"#
        return [message("\(id)/availability", "online"), message("\(id)/diagnostics/update", state)]
    }

    @Test func versionsOfBoxesThatUpdateThemselvesAreListedWithTheReasonsOfFailures() {
        let messages =
            Self.updating("a", "1.0", "2.0") + Self.updating("b", "1.0", "1.0", "the disk is full")
            + Self.updating("c", "1.0", "2.0", "2.0 broke", back: "2.0")
            + Self.updating("d", "2.0", "2.0", phase: "proving") + Self.updating("e", "2.0", "2.0")
            + [Self.message("f/availability", "online"), Self.message("f/diagnostics/update", #"{"installed":2}"#)]
        let lines = FleetTable(boxes: FleetBox.all(in: messages), terminal: .plain).text.split(separator: "\n")
        let rows = lines.map { $0.split(separator: " ").dropLast(3).joined(separator: " ") }
        #expect(
            rows == [
                "BOX TITLE VERSION NEWEST UPDATE", "a 1.0 2.0 behind", "b 1.0 1.0 failed: the disk is full",
                "c 1.0 2.0 went back from 2.0: 2.0 broke", "d 2.0 2.0 proving", "e 2.0 2.0 up to date", "f - - -",
            ])
    }

    @Test func boxWithoutItsAvailabilityIsNone() {
        #expect(FleetBox.all(in: [Self.message("x/title", "X"), Self.message("x/dropped", "0")]).isEmpty)
        // A retained message that has been deleted is empty.
        #expect(FleetBox.all(in: [Self.message("x/availability", "")]).isEmpty)
    }

    @Test func controlCharactersOfABoxDoNotReachTheTerminal() {
        let boxes = FleetBox.all(in: [
            Self.message("x/availability", "online"), Self.message("x/title", "\u{1b}[2J"),
        ])
        #expect(FleetTable(boxes: boxes, terminal: .plain).text.contains("?[2J"))
    }

    @Test func unknownBoxIsReportedWithTheKnownOnes() throws {
        let boxes = FleetBox.all(in: Self.messages)
        #expect(try FleetBox.named("hall-000000000001", among: boxes, on: "mqtt://x:1883").title == "Hall")
        do throws(UsageError) {
            _ = try FleetBox.named("cellar", among: boxes, on: "mqtt://x:1883")
            Issue.record("a box that there is not was found")
        } catch {
            #expect(
                "\(error)" == #"no box "cellar" on mqtt://x:1883; it has bell-00000000002a, hall-000000000001"#)
        }
    }

    @Test(arguments: [
        (0, "0 s"), (119, "119 s"), (120, "2 min"), (7199, "119 min"), (7200, "2 h"), (172_799, "47 h"),
        (172_800, "2 d"),
    ])
    func durationsAreInTheirLargestUnit(seconds: Int, text: String) {
        #expect(FleetTable.approximate(.seconds(seconds)) == text)
    }

    @Test(arguments: [
        (
            "button/bell", #"{"event_type":"press","number":7,"late_ms":2}"#,
            "button       bell              press #7  2 ms late"
        ),
        ("led/lamp", "30", "led          lamp              30"),
        ("led/lamp/set", "ON", "led          lamp              <- ON"),
        ("encoder/volume/button", "{}", "encoder      volume button     {}"),
        ("app-switch/front%2fdoor", "ON", "app-switch   front/door        ON"),
        ("availability", "offline", "box          availability      offline"),
        ("display/status/picture", "Qk0+", "display      status picture    new picture"),
    ])
    func watchedMessageIsALine(topic: String, text: String, line: String) {
        let watch = FleetWatch("hall-1", terminal: .plain)
        let message = FleetMessage(topic: "carillon/hall-1/\(topic)", text: text)
        #expect(watch.line(message, at: "14:02:03.120") == "14:02:03.120  \(line)")
    }

    @Test func stateThatWasThereBeforeHasNoTime() {
        let message = FleetMessage(topic: "carillon/hall-1/led/lamp", text: "ON", isRetained: true)
        let line = FleetWatch("hall-1", terminal: .plain).line(message, at: "14:02:03.120")
        #expect(line == "              led          lamp              ON")
    }

    @Test(arguments: ["hall-1/devices", "hall-1/start", "hall-1/session/piece", "hall-12/led/lamp"])
    func otherMessagesAreNotShown(topic: String) {
        let message = FleetMessage(topic: "carillon/\(topic)", text: "x")
        #expect(FleetWatch("hall-1", terminal: .plain).line(message, at: "") == nil)
    }

    @Test func commandPrintsItsUsage() throws {
        let run = try ToolRun("fleet", "--help")
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("usage: carillon fleet [OPTION]..."))
        #expect(try ToolRun("--help").output.contains("  fleet "))
    }

    @Test(arguments: [
        (["watch"], "watch needs a box; `carillon fleet` lists them", 2),
        (["list"], "expected watch or session, not \"list\"; see --help", 2),
        (["watch", "a/b"], "\"a/b\" cannot be a box; `carillon fleet` lists them", 2),
        (
            ["--broker", "home"],
            "cannot use broker \"home\": expected mqtt://HOST, mqtts://HOST or either with :PORT", 2
        ),
    ])
    func invalidArgumentIsReportedInOneLine(arguments: [String], message: String, status: Int32) throws {
        let run = try ToolRun(["fleet"] + arguments)
        #expect(run.notices == "carillon: fleet: \(message)\n")
        #expect(run.output.isEmpty)
        #expect(run.status == status)
    }
}
