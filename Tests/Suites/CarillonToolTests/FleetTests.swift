import CarillonFleet
import TestSupport
import Testing

@testable import CarillonAppliance
@testable import CarillonTool

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
        expectEqual(
            FleetTable(boxes: boxes, terminal: .plain).text,
            """
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
        expectEqual(
            rows,
            [
                "BOX TITLE VERSION NEWEST UPDATE", "a 1.0 2.0 behind", "b 1.0 1.0 failed: the disk is full",
                "c 1.0 2.0 went back from 2.0: 2.0 broke", "d 2.0 2.0 proving", "e 2.0 2.0 up to date", "f - - -",
            ])
    }

    @Test func boxWithoutAvailabilityIsNotListed() {
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
        expectEqual(try FleetBox.named("hall-000000000001", among: boxes, on: "mqtt://x:1883").title, "Hall")
        do throws(UsageError) {
            _ = try FleetBox.named("cellar", among: boxes, on: "mqtt://x:1883")
            Issue.record("a box that there is not was found")
        } catch {
            expectEqual(
                "\(error)", #"no box "cellar" on mqtt://x:1883; it has bell-00000000002a, hall-000000000001"#)
        }
    }

    @Test(arguments: [
        (0, "0 s"), (119, "119 s"), (120, "2 min"), (7199, "119 min"), (7200, "2 h"), (172_799, "47 h"),
        (172_800, "2 d"),
    ])
    func durationsAreShownInTheirLargestUnit(seconds: Int, text: String) {
        expectEqual(FleetTable.approximate(.seconds(seconds)), text)
    }

    static let watched: [Row<FleetMessage, String?>] = [
        Row(
            "an event is printed with its lateness",
            news("hall-1/button/bell", #"{"event_type":"press","number":7,"late_ms":2}"#),
            "14:02:03.120  button       bell              press #7  2 ms late"),
        Row("a state is printed", news("hall-1/led/lamp", "30"), "14:02:03.120  led          lamp              30"),
        Row(
            "a command has an arrow", news("hall-1/led/lamp/set", "ON"),
            "14:02:03.120  led          lamp              <- ON"),
        Row(
            "a part of a device has its name", news("hall-1/encoder/volume/button", "{}"),
            "14:02:03.120  encoder      volume button     {}"),
        Row(
            "a name is decoded", news("hall-1/app-switch/front%2fdoor", "ON"),
            "14:02:03.120  app-switch   front/door        ON"),
        Row(
            "the box has its availability", news("hall-1/availability", "offline"),
            "14:02:03.120  box          availability      offline"),
        Row(
            "a picture is not printed", news("hall-1/display/status/picture", "Qk0+"),
            "14:02:03.120  display      status picture    new picture"),
        Row(
            "a state from before has no time", message("hall-1/led/lamp", "ON"),
            "              led          lamp              ON"),
        Row("the list of devices is not shown", news("hall-1/devices", "x"), nil),
        Row("a start is not shown", news("hall-1/start", "x"), nil),
        Row("a piece of a session is not shown", news("hall-1/session/piece", "x"), nil),
        Row("another box is not shown", news("hall-12/led/lamp", "x"), nil),
    ]

    /// Returns a message that the broker has not retained.
    private static func news(_ topic: String, _ text: String) -> FleetMessage {
        FleetMessage(topic: "carillon/\(topic)", text: text)
    }

    @Test(arguments: watched) func messageOfTheWatchedBoxIsPrintedAsALine(row: Row<FleetMessage, String?>) {
        let line = FleetWatch("hall-1", terminal: .plain).line(row.given, at: "14:02:03.120")
        expectEqual(line, row.expected, sourceLocation: row.place)
    }

    @Test(arguments: [
        (["watch"], "watch needs a box; `carillon fleet` lists them", 2),
        (["list"], "unknown action \"list\"; expected one of: watch, session", 2),
        (["watch", "a/b"], "\"a/b\" cannot be a box; `carillon fleet` lists them", 2),
        (
            ["--broker", "home"],
            "cannot use broker \"home\": expected mqtt://HOST, mqtts://HOST or either with :PORT", 2
        ),
    ])
    func invalidArgumentIsReportedInOneLine(arguments: [String], message: String, status: Int32) throws {
        let run = try ToolRun(["fleet"] + arguments)
        expectEqual(run.notices, "carillon: fleet: \(message)\n")
        #expect(run.output.isEmpty)
        expectEqual(run.status, status)
    }
}
