import CarillonBoard
import CarillonDevices
import TestSupport
import Testing

@testable import CarillonAppliance

/// A kind of device of an application: two lines that are driven in turn.
private final class Seesaw: Device {
    struct Settings: DeviceSettings {
        var left = LineReference.unknown
        var right = LineReference.unknown
        var isActiveLow = false

        static var fields: [Setting<Self>] {
            [
                Setting("left", \.left, .line(), "the line of the left end"),
                Setting("right", \.right, .line(), "the line of the right end"), .active(\.isActiveLow, "the voltage"),
            ]
        }
    }

    class var kind: DeviceKind { DeviceKind("seesaw") }

    static func wires(of settings: Settings) -> [LineWire] {
        [("left", settings.left), ("right", settings.right)].map { end, line in
            LineWire(line, terminal: end, .output(isActiveLow: settings.isActiveLow), as: .module)
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
    static func wires(of settings: LineOutputSettings) -> [LineWire] { [settings.wire(as: .module)] }

    let name: String
    var features: [Feature] { [] }
    func value(of feature: Int) -> Feature.Value { .text("") }

    init(_ name: String, _ settings: LineOutputSettings, in context: DeviceContext) { self.name = name }
}

@Suite struct OwnKindTests {
    private static let yaml =
        "buttons: {a: GPIO4}\nseesaws:\n  park: {left: GPIO5, right: GPIO6, settable-by: [page]}\n"

    @Test func wiringReadsTheSectionOfTheKind() throws {
        let wiring = try Wiring.text(Self.yaml, name: "park.yaml", kinds: [Seesaw.self])
        expectEqual(wiring.devices.map(\.kind.name), ["button", "seesaw"])
        expectEqual(wiring.devices[1].wires.map(\.line.name), ["GPIO5", "GPIO6"])
        #expect(!wiring.allows(.fleet, Seesaw.kind, "park"))
        // Another program does not know the section.
        #expect(throws: DescriptionError.self) { try Wiring.text(Self.yaml, name: "park.yaml") }
    }

    @Test func mistakesAreReportedWithTheirPositions() throws {
        let text = "seesaws:\n  park: {left: GPIO99, right: GPIO6}\n  yard: {left: GPIO5, active: up}\n"
        let check = DescriptionCheck(
            try YAMLFile.parse(Array(text.utf8), name: "park.yaml"), path: "park.yaml", board: nil,
            kinds: DeviceKinds.builtIn + [Seesaw.self], readFile: YAMLFile.read)
        expectEqual(check.kind, .wiring)
        expectEqual(check.faults.map { [$0.position.line, $0.position.column] }, [[3, 9], [3, 31]])
        expectEqual(check.faults[0].message, "missing key \"right\" of the seesaw; for example, right: GPIO17")
    }

    @Test func drawingShowsTheWiresOfTheKind() throws {
        let wiring = try Wiring.text(Self.yaml, name: "park.yaml", kinds: [Seesaw.self])
        let connections = try wiring.connections(on: .named("raspberry-pi-4b"))
        expectEqual(connections.map(\.device).sorted(), ["a", "park left", "park right"])
        expectEqual(connections.filter { $0.kind == "seesaw" }.map(\.pin.name).sorted(), ["GPIO5", "GPIO6"])
    }

    @Test(arguments: [[Relay.self], [SecondRelay.self], [Seesaw.self, Seesaw.self]] as [[any Device.Type]])
    func kindsWithTheSameNameAreRefused(kinds: [any Device.Type]) throws {
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
