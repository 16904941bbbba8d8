import CarillonScheduling
import MobiusCore
import TestSupport
import Testing

@testable import CarillonDevices

/// The numbers, paths and changes of a board's features.
@Suite struct BoardFeaturesTests {
    private let devices = OutputDevices()
    private let seen = Locked<[String]>([])

    private func observe() -> any Disposable {
        devices.features.observe { [features = devices.features, seen] number in
            seen.withLock { $0.append("\(features[number].change)") }
        }
    }

    @Test func partsHaveNumbersAndPathsAndReportTheirChanges() throws {
        let number = try devices.display()
        let features = devices.features
        expectEqual(features.shown.map(\.number), Array(0...4))
        expectEqual(features.shown.map(\.path.text), OutputDevices.names.map { "led/\($0)" } + ["number/count"])
        expectEqual(features.shown.map(\.isPart), [true, true, true, true, false])
        #expect(features["number/count"]?.owner === number)
        #expect(features["led/none"] == nil)
        _ = observe()
        number.set(5)
        expectEqual(seen.withLock { $0 }, ["led GPIO5 on", "led GPIO13 on", "count 5"])
        expectEqual(devices.changes.map { "\($0)" }, ["count 5"])
    }

    @Test func observersCanBeAddedAndRemovedAtAnyTime() throws {
        let led = try devices.led("GPIO5")
        led.on()
        let observation = observe()
        led.off()
        observation.dispose()
        led.on()
        expectEqual(seen.withLock { $0 }, ["led GPIO5 off"])
    }

    @Test func numbersOfRemovedFeaturesAreUsedAgain() throws {
        _ = try devices.led("GPIO5")
        let count = devices.features.count
        _ = try devices.led("GPIO6")
        devices.features.remove(from: count)
        expectEqual(devices.features.shown.map(\.owner.name), ["GPIO5"])
        let led = try devices.led("GPIO13")
        _ = observe()
        led.on()
        expectEqual(seen.withLock { $0 }, ["led GPIO13 on"])
    }

    @Test func pathsHaveALevelForEachName() {
        let path = FeaturePath(kind: "led", name: "a/b+c#d%e\n")
        expectEqual(path.text, "led/a%2fb%2bc%23d%25e%0a")
        expectEqual(FeaturePath(kind: "encoder", name: "volume", feature: "button").text, "encoder/volume/button")
    }

    @Test func wiringCanRefuseASource() throws {
        let led = try devices.led("GPIO5")
        expectEqual(OutsideSource.allCases.map(BoardFeature(led, refused: [.page]).allows), [false, true])
    }
}
