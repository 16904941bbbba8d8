import CarillonBoard
import CarillonDevices
import Testing

@testable import CarillonAppliance

/// A kind of device of an application: two lines that are driven in turn.
private final class Seesaw: Device {
    struct Settings: DeviceSettings {
        var left = LineReference.unknown
        var right = LineReference.unknown
        var isActiveLow = false

        static var fields: [Field<Self>] {
            [
                Field("left", \.left, .line(), "the line of the left end"),
                Field("right", \.right, .line(), "the line of the right end"), .active(\.isActiveLow, "the voltage"),
            ]
        }
    }

    class var kind: DeviceKind { DeviceKind("seesaw") }

    static func wires(of settings: Settings) -> [Wire] {
        [("left", settings.left), ("right", settings.right)].map { end, line in
            Wire(line, terminal: end, .output(isActiveLow: settings.isActiveLow), as: .module)
        }
    }

    let name: String
    private let left: Output

    init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        self.name = name
        left = try context.output(settings.left)
    }

    var features: [Feature] { [left.feature()] }
    func value(of feature: Int) -> Feature.Value { .toggle(left.pattern) }
}

/// A kind of device with the name of another one.
private final class SecondRelay: Device {
    static var kind: DeviceKind { DeviceKind("second-relay", section: "relays") }
    static func wires(of settings: LineOutputSettings) -> [Wire] { [settings.wire(as: .module)] }

    let name: String
    var features: [Feature] { [] }
    func value(of feature: Int) -> Feature.Value { .text("") }

    init(_ name: String, _ settings: LineOutputSettings, in context: DeviceContext) { self.name = name }
}

@Suite struct OwnKindTests {
    private static let yaml =
        "buttons: {a: GPIO4}\nseesaws:\n  park: {left: GPIO5, right: GPIO6, settable-by: [page]}\n"

    @Test func wiringHasTheSectionOfTheKind() throws {
        let wiring = try Wiring.text(Self.yaml, name: "park.yaml", kinds: [Seesaw.self])
        #expect(wiring.devices.map(\.kind.name) == ["button", "seesaw"])
        #expect(wiring.devices[1].wires.map(\.line.name) == ["GPIO5", "GPIO6"])
        #expect(!wiring.allows(.fleet, Seesaw.kind, "park"))
    }

    @Test func anotherProgramDoesNotKnowTheSection() {
        #expect(throws: DescriptionError.self) { try Wiring.text(Self.yaml, name: "park.yaml") }
    }

    @Test func mistakesAreReportedWithTheirPositions() throws {
        let text = "seesaws:\n  park: {left: GPIO99, right: GPIO6}\n  yard: {left: GPIO5, active: up}\n"
        let check = DescriptionCheck(
            try YAMLFile.parse(Array(text.utf8), name: "park.yaml"), path: "park.yaml", board: nil,
            kinds: DeviceKinds.builtIn + [Seesaw.self], readFile: YAMLFile.read)
        #expect(check.kind == .wiring)
        #expect(check.faults.map { [$0.position.line, $0.position.column] } == [[3, 9]])
        #expect(check.faults[0].message == "missing key \"right\" of the seesaw; for example, right: GPIO17")
    }

    @Test func drawingHasTheWiresOfTheKind() throws {
        let wiring = try Wiring.text(Self.yaml, name: "park.yaml", kinds: [Seesaw.self])
        let connections = try wiring.connections(on: .named("raspberry-pi-4b"))
        #expect(connections.map(\.device).sorted() == ["a", "park left", "park right"])
        #expect(connections.filter { $0.kind == "seesaw" }.map(\.pin.name).sorted() == ["GPIO5", "GPIO6"])
    }

    @Test(arguments: [[Relay.self], [SecondRelay.self], [Seesaw.self, Seesaw.self]] as [[any Device.Type]])
    func kindsNeedNamesOfTheirOwn(kinds: [any Device.Type]) throws {
        var message: String?
        do { _ = try Wiring.text("buttons: {a: GPIO4}", name: "box.yaml", kinds: kinds) } catch {
            message = error.message
        }
        let section = kinds[0].kind.section
        #expect(
            message == "two kinds of device are called \"\(kinds[0].kind.name)\" or \"\(section)\"; rename one of them"
                || message == "two kinds of device are called \"relay\" or \"relays\"; rename one of them")
    }
}
