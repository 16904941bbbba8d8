import CarillonTest
import TestSupport
import Testing

@testable import CarillonBoard
@testable import CarillonDevices
@testable import CarillonFleet

/// The forms of the kinds of devices, compared with their entities in Home Assistant.
@Suite struct EntityFormTests {
    private static func entries<Kind: Device>(_ kind: Kind.Type, _ freeLine: () -> String) -> [Wiring.Entry] {
        kind.benchWiring("it", freeLine: freeLine)
    }

    private static func form<Kind: Device>(_ kind: Kind.Type, _ settings: any DeviceSettings) -> EntityForm? {
        (settings as? Kind.Settings).flatMap(kind.entityForm)
    }

    @Test func formOfEachKindMatchesItsEntity() throws {
        for kind in DeviceKinds.builtIn {
            var (line, wiring) = (0, Wiring.empty)
            let entries = Self.entries(kind) {
                line += 1
                return "L\(line)"
            }
            // Without the checks: a device of its own has a bus of its own, with the name of the device.
            for entry in entries { entry.add(to: &wiring) }
            let bench = try Bench(wiring: wiring)
            let settings = wiring.devices.first { $0.kind == kind.kind }?.settings
            guard let settings, let form = Self.form(kind, settings) else {
                Issue.record("\(kind) has no form")
                continue
            }
            let topics = FleetTopics(FleetIdentity(machineID: "1", program: "test"))
            let main = bench.board.features.inFleet.first { $0.kind == kind.kind && $0.feature.name.isEmpty }
            guard let main else { continue }
            for acceptsCommands in [false, true] where !acceptsCommands || main.feature.canBeSet {
                let entry = try #require(FleetEntry(main, acceptsCommands: acceptsCommands))
                for component in Discovery.components(of: entry, topics) where component.isEntity {
                    for name in EntityClasses.names(of: component.platform, entry.scale) {
                        expectEqual(form.problem(name, of: kind.kind), nil, "\(kind) as \(component.platform)")
                    }
                    if case .number(let scale) = form {
                        #expect(scale.unit == entry.scale?.unit && scale.isTotal == entry.scale?.isTotal, "\(kind)")
                    } else {
                        expectEqual(entry.scale, nil, "\(kind)")
                    }
                }
            }
        }
    }
}
