import CarillonDevices
import TestSupport
import Testing

@testable import CarillonFleet

@Suite struct FleetNamesTests {
    @Test func idHasTheProgramsNameAndTwelveDigits() {
        let id = FleetIdentity(machineID: "3f8e0c5d7a6b49e2b1c0d9e8f7a6b5c4\n", program: "Door Bell").id
        #expect(id.hasPrefix("door-bell-"))
        expectEqual(id.dropFirst(10).count, 12)
        #expect(id.dropFirst(10).allSatisfy { $0.isHexDigit })
        #expect(!"3f8e0c5d7a6b49e2b1c0d9e8f7a6b5c4".contains(id.dropFirst(10)))
    }

    @Test func idDependsOnlyOnTheMachineAndTheProgram() {
        let one = FleetIdentity(machineID: "1", program: "a")
        expectEqual(one, FleetIdentity(machineID: "1\n", program: "a"))
        let ids = (0..<1000).map { FleetIdentity(machineID: "\($0)", program: "a").id }
        expectEqual(Set(ids).count, 1000)
        #expect(one.id.suffix(12) != FleetIdentity(machineID: "1", program: "b").id.suffix(12))
    }

    @Test func topicsConsistOfTheKindAndTheName() {
        let topics = FleetTopics(FleetIdentity(machineID: "1", program: "a"))
        let place = FeaturePath(kind: "encoder", name: "volume", feature: "button")
        expectEqual(topics.feature(place), topics.base + "/encoder/volume/button")
        expectEqual(topics.commanded(topics.command(place)), "encoder/volume/button")
        expectEqual(topics.commanded(topics.feature(place)), nil)
        expectEqual(topics.commanded("carillon/other/relay/door/set"), nil)
    }

    @Test func namesCannotAddTopicLevels() {
        expectEqual(FeaturePath(kind: "led", name: "a/b+c#d%e\n", feature: "").text, "led/a%2fb%2bc%23d%25e%0a")
        expectEqual(FeaturePath(kind: "led", name: "Küche", feature: "").text, "led/Küche")
    }
}
