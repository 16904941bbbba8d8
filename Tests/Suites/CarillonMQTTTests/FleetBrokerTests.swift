import TestSupport
import Testing

@testable import CarillonMQTT

@Suite struct FleetBrokerTests {
    @Test(arguments: [
        ("mqtt://home", "home", 1883, false), ("mqtts://home", "home", 8883, true),
        ("mqtts://home.local:1234", "home.local", 1234, true), ("mqtt://[fe80::1]:1884", "fe80::1", 1884, false),
        ("mqtt://[::1]", "::1", 1883, false),
    ])
    func addressHasAHostAndAPort(address: String, host: String, port: UInt16, isSecure: Bool) throws {
        let broker = try FleetBroker(address)
        #expect((broker.host, broker.port, broker.isSecure) == (host, port, isSecure))
        expectEqual(try FleetBroker(broker.address), broker)
    }

    @Test(arguments: [
        "home", "http://home", "mqtt://", "mqtt://home:", "mqtt://home:0", "mqtt://home:65536", "mqtt://home:x",
        "mqtt://home/path", "mqtt://[::1", "mqtt://[::1]x", "mqtt://:1883",
    ])
    func malformedAddressIsReportedWithTheAddress(address: String) {
        #expect(throws: FleetBrokerError.malformed(address: address)) { try FleetBroker(address) }
    }

    @Test func passwordInAnAddressIsRefused() {
        #expect(throws: FleetBrokerError.passwordInAddress) { try FleetBroker("mqtt://me:secret@home") }
        #expect(!"\(FleetBrokerError.passwordInAddress)".contains("secret"))
    }

    @Test(arguments: [
        ("error:0A000086:SSL routines::certificate verify failed", "not signed by the system's authorities"),
        ("error:0A00010B:SSL routines::wrong version number", "does not speak TLS"),
        ("The connection was lost.", "does it speak MQTT with TLS, and demand no"),
        ("Lookup error.", "no machine is called \"home\""),
        ("Connection refused", "mqtts://home:8883: Connection refused"),
    ])
    func failureNamesARemedy(text: String, expected: String) throws {
        let broker = try FleetBroker("mqtts://home")
        #expect(MQTTFailure.explain(text, broker: broker, wasConnected: false).contains(expected))
    }
}
