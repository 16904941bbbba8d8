import CLibrary
import CarillonBoard
import CarillonDevices
import CarillonOutlet
import TestSupport
import Testing

@testable import CarillonAppliance

/// Lines of a script that set the values of an application.
@Suite struct ValueScriptTests {
    private let box: Box

    init() throws {
        box = try Box(Wiring(.button("plus", line: "GPIO2")))
        let values = box.board.values
        box.follow(values.switch("quiet").commanded { "quiet \($0)" })
        box.follow(
            values.number("wake up delay", in: 0...30, unit: " min").commanded { (delay: Int) in "delay \(delay)" })
        box.follow(values.time("wake up").commanded { "wake \($0)" })
        box.follow(values.choice("mode", of: ["eco", "warm"]).commanded { "mode \($0)" })
        box.follow(values.colorLight("mood").commanded { "mood \($0)" })
        box.follow(values.button("ring").pressed(send: "ring"))
        values.number("rings").set(1)
    }

    @Test func scriptSetsEachKindOfValue() throws {
        try box.play(
            """
            set quiet on
            set wake up delay 10
            set wake up 06:30
            set mode warm
            set mood #ff0000
            set ring
            set quiet off
            """)
        expectEqual(
            box.events,
            [
                "quiet true", "delay 10", "wake 06:30", "mode warm", "mood #ff0000", "ring", "quiet false",
            ])
    }

    @Test(arguments: [
        ("set", "set needs the name of a value; for example, set quiet on"),
        ("set quite on", "no value \"quite\"; did you mean \"quiet\"?"),
        ("set wake upp 7:00", "no value \"wake upp\"; did you mean \"wake up\"?"),
        ("set horn", "no value \"horn\"; expected one of: quiet, wake up delay, wake up, mode, mood, ring"),
        (
            "set rings 2",
            "the program only shows \"rings\"; it lets be set: quiet, wake up delay, wake up, mode, mood, ring"
        ),
        ("set quiet maybe", "\"quiet\" cannot be \"maybe\"; for example, set quiet on"),
        ("set quiet 50", "\"quiet\" cannot be \"50\"; for example, set quiet on"),
        ("set wake up delay 31", "\"wake up delay\" cannot be \"31\"; for example, set wake up delay 30"),
        ("set mode cold", "\"mode\" cannot be \"cold\"; for example, set mode eco"),
    ])
    func impossibleValueIsReportedWithItsLineAndAnExample(line: String, message: String) {
        var script = Script(box.wiring, values: box.board.features.ofApplication)
        script.take(Array("plus\n\(line)\n".utf8)[...])
        let error = expectError(UsageError.self) { while try script.next() != nil {} }
        expectEqual(error?.description, "standard input:2: \(message)")
    }

    /// Only the application knows what is a time.
    @Test func valueThatTheApplicationRefusesIsReported() throws {
        let errors = Locked<[String]>([])
        let user = SimulatedUser(
            chip: box.chip, queue: box.time,
            command: { [board = box.board] feature, text, then in
                board.command(feature, text, from: .page, then: then)
            },
            didMove: { _ in })
        var script = Script(box.wiring, values: box.board.features.ofApplication)
        script.take(Array("set wake up 25:00\n".utf8)[...])
        let action = try #require(try script.next())
        box.time.sync { user.perform(action) { error in errors.withLock { $0.append("\(error)") } } }
        box.time.advance(by: .seconds(1))
        expectEqual(
            errors.withLock { $0 }, ["cannot set \"wake up\" to \"25:00\": the device does not accept this value"])
    }

    @Test func settingAValueOfAProgramWithoutValuesIsReported() throws {
        var script = Script(box.wiring)
        script.take(Array("set quiet on\n".utf8)[...])
        let error = expectError(UsageError.self) { try script.next() }
        expectEqual(error?.description, "standard input:1: set needs a value, but the program lets none be set")
    }
}
