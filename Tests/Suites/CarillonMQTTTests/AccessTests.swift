import CLibrary
import CarillonFleet
import TestSupport
import Testing

@testable import CarillonMQTT

/// Nobody without credentials reads or commands a box: a real broker with the access control list of
/// Documentation/Fleet.md.
@Suite(Mosquitto.isAvailable, .timeLimit(.minutes(10))) struct AccessTests {
    private static let bell = "bell-169b2b6190ee"
    private static let garden = "garden-169b2b6190ee"
    private static let password = "secret"

    /// Starts a broker with the list, for the users `bell-…`, `garden-…` and `homeassistant`.
    private func mosquitto() throws -> Mosquitto {
        let mosquitto = try Mosquitto()
        mosquitto.kill()
        let users = [Self.bell, Self.garden, "homeassistant"]
        // The form in which mosquitto_passwd keeps passwords.
        let script = """
            cd \(mosquitto.folder) || exit
            hash() { openssl kdf -binary -keylen 64 -kdfopt digest:SHA512 -kdfopt pass:\(Self.password) \
                -kdfopt hexsalt:00112233445566778899aabb -kdfopt iter:101 PBKDF2 | base64 -w 0; }
            for user in \(users.joined(separator: " ")); do
                echo "$user:\\$7\\$101\\$ABEiM0RVZneImaq7\\$$(hash)" >>passwords
            done
            chmod 600 passwords
            printf 'allow_anonymous false\\npassword_file %s/passwords\\nacl_file %s/acl\\n' "$PWD" "$PWD" >>mosquitto.conf
            sed -i /^allow_anonymous.true/d mosquitto.conf
            """
        try #require(system(script) == 0)
        try write(Self.documentedList(), to: "\(mosquitto.folder)/acl")
        try mosquitto.start()
        return mosquitto
    }

    /// The access control list in the documentation.
    private static func documentedList() throws -> String {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let text = try text(of: "/\(root)/Documentation/Fleet.md")
        let after = try #require(text.split(separator: "<!-- The tests use this list. -->\n\n```\n").dropFirst().first)
        return String(try #require(after.split(separator: "```").first))
    }

    private static func text(of path: String) throws -> String {
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 17)
        return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
    }

    private func write(_ text: String, to path: String) throws {
        let file = try #require(fopen(path, "w"))
        fputs(text, file)
        fclose(file)
        try #require(chmod(path, 0o700) == 0)
    }

    private func client(
        _ mosquitto: Mosquitto, _ user: String?, password: String = AccessTests.password
    ) throws -> MQTTListener {
        var broker = try FleetBroker("mqtt://127.0.0.1:\(mosquitto.port)")
        (broker.credentials.user, broker.credentials.password) = (user, user.map { _ in password })
        return try MQTTListener(broker)
    }

    @Test func boxAndHomeAssistantReachEachOther() async throws {
        let mosquitto = try mosquitto()
        let base = "carillon/\(Self.bell)"
        let home = try client(mosquitto, "homeassistant")
        home.open("home", subscriptions: ["\(base)/led/lamp", "homeassistant/device/\(Self.bell)/config"])
        expectEqual(await home.next(), .connected)
        let box = try client(mosquitto, Self.bell)
        box.open(Self.bell, subscriptions: ["\(base)/+/+/set", "\(base)/+/+/+/set", "homeassistant/status"])
        expectEqual(await box.next(), .connected)
        box.publish("ON", on: "\(base)/led/lamp")
        expectEqual(await box.next(), .delivered(1))
        expectEqual(await home.next(), .received(FleetMessage(topic: "\(base)/led/lamp", text: "ON")))
        box.publish("{}", on: "homeassistant/device/\(Self.bell)/config", number: 2)
        expectEqual(await box.next(), .delivered(2))
        expectEqual(
            await home.next(), .received(FleetMessage(topic: "homeassistant/device/\(Self.bell)/config", text: "{}")))
        for topic in ["\(base)/relay/door/set", "\(base)/encoder/volume/button/set", "homeassistant/status"] {
            home.publish("ON", on: topic)
            expectEqual(await home.next(), .delivered(1))
            expectEqual(await box.next(), .received(FleetMessage(topic: topic, text: "ON")))
        }
        box.close()
        home.close()
    }

    @Test func clientWithoutALoginIsRefused() async throws {
        let mosquitto = try mosquitto()
        for stranger in [
            try client(mosquitto, nil), try client(mosquitto, "nobody"),
            try client(mosquitto, Self.bell, password: "wrong"),
        ] {
            stranger.open("stranger")
            expectEqual(await stranger.next(), .lost(.refused(reason: "Not authorized")))
        }
    }

    @Test func otherBoxCannotReadOrCommandTheBox() async throws {
        let mosquitto = try mosquitto()
        let base = "carillon/\(Self.bell)"
        let box = try client(mosquitto, Self.bell)
        box.open(Self.bell, subscriptions: ["\(base)/+/+/set", "\(base)/+/+/+/set"])
        expectEqual(await box.next(), .connected)
        let home = try client(mosquitto, "homeassistant")
        home.open("home")
        expectEqual(await home.next(), .connected)

        let garden = try client(mosquitto, Self.garden)
        let own = "carillon/\(Self.garden)/led/lamp/set"
        garden.open(
            Self.garden, subscriptions: ["carillon/#", "#", "\(base)/led/lamp", "homeassistant/device/+/config", own])
        expectEqual(await garden.next(), .connected)
        for (number, topic) in ["relay/door/set", "relay/door", "availability", "devices"].enumerated() {
            garden.publish("ON", on: "\(base)/\(topic)", isRetained: topic == "devices", number: number)
            expectEqual(await garden.next(), .refused(number, reason: "Not authorized"))
        }
        garden.publish("{}", on: "homeassistant/device/\(Self.bell)/config", number: 9)
        expectEqual(await garden.next(), .refused(9, reason: "Not authorized"))
        box.publish("ON", on: "\(base)/led/lamp", isRetained: true)
        expectEqual(await box.next(), .delivered(1))

        // The next message of each is the next one that the list allows.
        home.publish("ON", on: own)
        expectEqual(await home.next(), .delivered(1))
        expectEqual(await garden.next(), .received(FleetMessage(topic: own, text: "ON")))
        home.publish("OFF", on: "\(base)/relay/door/set")
        expectEqual(await home.next(), .delivered(1))
        expectEqual(await box.next(), .received(FleetMessage(topic: "\(base)/relay/door/set", text: "OFF")))
        for client in [box, home, garden] { client.close() }
    }

    @Test func refusedPublicationIsReported() async throws {
        let mosquitto = try Mosquitto.withACL("user other\ntopic read carillon/#\n")
        var broker = try FleetBroker("mqtt://127.0.0.1:\(mosquitto.port)")
        broker.credentials.user = "other"
        let identity = FleetIdentity(machineID: "1", program: "bell")
        let (notices, continuation) = AsyncStream<FleetNotice>.makeStream()
        let bell = try Bell(identity, broker) { continuation.yield($0) }
        var news = notices.makeAsyncIterator()
        expectEqual(await news.next(), .connected)
        let notice = await news.next()
        let topic = "carillon/\(identity.id)/diagnostics/uptime"
        expectEqual(notice, .refused(topic: topic, reason: "Not authorized"))
        bell.close()
    }

    @Test func otherBoxWithTheIDOfABoxReceivesNoneOfItsCommands() async throws {
        let mosquitto = try mosquitto()
        let command = "carillon/\(Self.bell)/relay/door/set"
        let box = try client(mosquitto, Self.bell)
        box.open(Self.bell, subscriptions: [command])
        expectEqual(await box.next(), .connected)
        box.close()
        let home = try client(mosquitto, "homeassistant")
        home.open("home")
        expectEqual(await home.next(), .connected)
        home.publish("waits", on: command)
        expectEqual(await home.next(), .delivered(1))

        // It takes over the session, and the subscription with it.
        let garden = try client(mosquitto, Self.garden)
        let own = "carillon/\(Self.garden)/led/lamp/set"
        garden.open(Self.bell, subscriptions: [command, own])
        expectEqual(await garden.next(), .connected)
        home.publish("open", on: command)
        expectEqual(await home.next(), .delivered(1))
        home.publish("ON", on: own)
        expectEqual(await home.next(), .delivered(1))
        expectEqual(await garden.next(), .received(FleetMessage(topic: own, text: "ON")))
        for client in [home, garden] { client.close() }
    }
}
