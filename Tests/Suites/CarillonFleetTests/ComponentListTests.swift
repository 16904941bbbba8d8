import CarillonTest
import TestSupport
import Testing

@testable import CarillonFleet

@Suite struct ComponentListTests {
    private let old = ComponentList([
        .init(key: "light_lamp", platform: "light", path: "led/lamp"),
        .init(key: "switch_door", platform: "switch", path: "relay/door"),
        .init(key: "event_bell", platform: "event", path: nil),
    ])

    @Test func listIsReadAsItWasWritten() {
        expectEqual(ComponentList(text: old.text), old)
    }

    @Test func malformedLinesAreIgnored() {
        expectEqual(ComponentList(text: "nonsense\n\t\t\na\tb\n\(old.text)x"), old)
    }

    @Test func componentThatIsMissingInTheNewListIsRemoved() {
        let new = ComponentList([old.lines[1]])
        expectEqual(new.gone(from: old).map(\.key), ["light_lamp", "event_bell"])
        expectEqual(new.pathsGone(from: old), ["led/lamp"])
    }

    @Test func removedComponentStaysRemovedUntilItReturns() {
        let without = ComponentList([old.lines[1]])
        let kept = ComponentList(without.lines + without.gone(from: old))
        expectEqual(without.gone(from: kept).map(\.key), ["light_lamp", "event_bell"])
        #expect(old.gone(from: kept).isEmpty)
    }

    @Test func newestOfManyRemovedComponentsAreKept() {
        let many = ComponentList((0..<150).map { .init(key: "light_\($0)", platform: "light", path: nil) })
        expectEqual(ComponentList([]).gone(from: many).map(\.key).first, "light_50")
    }

    // MARK: A hostile list

    @Test func longListIsReadUpToItsLimits() {
        let lines = (0..<60_000).map { "light_\($0)\tlight\tled/\($0)\n" }
        expectEqual(ComponentList(text: lines.joined()).lines.count, ComponentList.mostLines)
        let long = "light_a\tlight\tled/\(String(repeating: "a", count: ComponentList.longestText))\n"
        expectEqual(ComponentList(text: lines[0] + long + lines[1]).lines.map(\.key), ["light_0"])
    }

    @Test(arguments: [
        "availability", "title", "discovery", "led/+", "led/#", "led/a\u{7}", "a/b/c/d", "/", "a//b", "a/",
    ])
    func lineWithAnInvalidPathIsIgnored(_ path: String) {
        #expect(ComponentList(text: "light_a\tlight\t\(path)\n").lines.isEmpty)
    }

    @Test(arguments: ["light_\u{e4}", "light a", "light_\"", "a/b"])
    func lineWithAnInvalidKeyOrPlatformIsIgnored(_ key: String) {
        #expect(ComponentList(text: "\(key)\tlight\t\n").lines.isEmpty)
        #expect(ComponentList(text: "light_a\t\(key)\t\n").lines.isEmpty)
    }

    @Test func hostileListCausesALimitedNumberOfMessages() throws {
        let bench = try Bench(fleet: .homeAssistant, FleetDoorbell.make)
        bench.broker.stop()
        let lines = (0..<60_000).map { "light_\($0)\tlight\tled/\($0)\n" }
        bench.broker.publish(
            "a\tlight\tavailability\n\(lines.joined())", on: "devices", isRetained: true)
        bench.broker.restore()
        bench.advance(by: .seconds(10))
        let messages = bench.broker.takeMessages()
        #expect(messages.count < 2 * ComponentList.mostLines)
        #expect(messages.contains { $0.topic == "led/0" && $0.text.isEmpty })
        expectEqual(bench.broker["availability"], "online")
        expectEqual(bench.broker["devices"]?.contains("light_0"), false)
        #expect(bench.broker.discovery?.utf8.count ?? .max < 65_536)
    }

    // MARK: On the bench

    @Test func deviceOfAnEarlierProgramIsRemoved() throws {
        let bench = try Bench(fleet: .homeAssistant, FleetDoorbell.make)
        bench.broker.stop()
        bench.broker.publish("light_old\tlight\tled/old\n", on: "devices", isRetained: true)
        bench.broker.publish("ON", on: "led/old", isRetained: true)
        bench.broker.restore()
        bench.advance(by: .seconds(10))
        expectEqual(bench.broker["led/old"], nil)
        expectEqual(bench.broker.discovery?.contains(#""light_old":{"platform":"light"}"#), true)
        expectEqual(bench.broker["devices"]?.contains("light_old\tlight\t\n"), true)
        expectEqual(bench.broker["devices"]?.contains("switch_door\tswitch\trelay/door\n"), true)
    }

    @Test func removedComponentIsAnnouncedBrieflyBeforeItsRemoval() throws {
        let bench = try Bench(fleet: .homeAssistant, FleetDoorbell.make)
        bench.broker.stop()
        bench.broker.publish("light_old\tlight\tled/old\n", on: "devices", isRetained: true)
        bench.broker.restore()
        bench.advance(by: .seconds(10))
        for _ in 1...2 {
            let discoveries = bench.broker.takeMessages().filter { $0.topic.hasPrefix("homeassistant/") }.map(\.text)
            let last = discoveries.suffix(2).map { $0.contains(#""light_old":{"platform":"light","unique_id""#) }
            expectEqual(last, [true, false])
            expectEqual(discoveries.last?.contains(#""light_old":{"platform":"light"}"#), true)
            // Home Assistant starts.
            bench.broker.publish("online", on: "homeassistant/status")
            bench.advance(by: .zero)
        }
    }

    @Test func startOfHomeAssistantCausesNoMessagesIfNothingWasRemoved() throws {
        let bench = try Bench(fleet: .homeAssistant, FleetDoorbell.make)
        bench.advance(by: .seconds(5))
        _ = bench.broker.takeMessages()
        bench.broker.publish("online", on: "homeassistant/status")
        bench.advance(by: .zero)
        #expect(bench.broker.takeMessages().isEmpty)
    }

    @Test func listIsNotReplacedBeforeTheOlderOneHasBeenRead() throws {
        let bench = try Bench(fleet: .homeAssistant, FleetDoorbell.make)
        expectEqual(bench.broker["devices"], nil)
        bench.advance(by: .seconds(2))
        #expect(bench.broker["devices"] != nil)
    }

    @Test func fleetWithoutDiscoverySendsNothingToHomeAssistant() throws {
        let bench = try Bench(fleet: .withoutDiscovery, FleetDoorbell.make)
        bench.advance(by: .seconds(2))
        expectEqual(bench.broker.discovery, nil)
        #expect(bench.broker["devices"] != nil)
        expectEqual(bench.broker["led/light"], "OFF")
    }
}
