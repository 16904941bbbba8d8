import CarillonScheduling
import MobiusCore
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

    @Test func featuresAreNumberedAndFoundByPath() throws {
        let number = try devices.display()
        let features = devices.features
        #expect(features.shown.map(\.number) == Array(0...4))
        #expect(features.shown.map(\.path.text) == OutputDevices.names.map { "led/\($0)" } + ["number/count"])
        #expect(features["number/count"]?.owner === number)
        #expect(features["led/none"] == nil)
    }

    @Test func partsReportLikeTheWhole() throws {
        let number = try devices.display()
        _ = observe()
        number.show(5)
        #expect(seen.withLock { $0 } == ["led GPIO5 on", "led GPIO13 on", "count 5"])
        #expect(devices.changes.map { "\($0)" } == ["count 5"])
        #expect(devices.features.shown.map(\.isPart) == [true, true, true, true, false])
    }

    @Test func observersComeAndGoAtAnyTime() throws {
        let led = try devices.led("GPIO5")
        led.on()
        let observation = observe()
        led.off()
        observation.dispose()
        led.on()
        #expect(seen.withLock { $0 } == ["led GPIO5 off"])
    }

    @Test func numbersOfRemovedFeaturesAreUsedAgain() throws {
        _ = try devices.led("GPIO5")
        let count = devices.features.count
        _ = try devices.led("GPIO6")
        devices.features.remove(from: count)
        #expect(devices.features.shown.map(\.owner.name) == ["GPIO5"])
        let led = try devices.led("GPIO13")
        _ = observe()
        led.on()
        #expect(seen.withLock { $0 } == ["led GPIO13 on"])
    }

    @Test func pathsHaveALevelForEachName() {
        let path = FeaturePath(kind: "led", name: "a/b+c#d%e\n")
        #expect(path.text == "led/a%2fb%2bc%23d%25e%0a")
        #expect(path.matches("led/a/b+c#d%e\n"))
        #expect(FeaturePath(kind: "encoder", name: "volume", feature: "button").text == "encoder/volume/button")
    }

    @Test func wiringRefusesASource() throws {
        let led = try devices.led("GPIO5")
        #expect(OutsideSource.allCases.map(BoardFeature(led, refused: [.page]).allows) == [false, true])
    }
}
