import CLibrary
import CarillonAppliance
import CarillonBoard
import CarillonFleet
import CarillonSession
import TestSupport
import Testing

@testable import CarillonMQTT
@testable import CarillonTool

/// `carillon fleet` with a real broker.
@Suite(Mosquitto.isAvailable, .timeLimit(.minutes(10))) struct FleetToolTests {
    /// Runs the command with this broker.
    private static func run(_ arguments: String, _ mosquitto: Mosquitto) throws -> (output: String, status: Int32) {
        let program = try #require(realpath("/proc/self/exe", nil))
        defer { free(program) }
        let folder = String(cString: program).split(separator: "/").dropLast().joined(separator: "/")
        let stream = try #require(
            popen("/\(folder)/carillon fleet \(arguments) --broker mqtt://127.0.0.1:\(mosquitto.port) 2>&1", "re"))
        var output: [UInt8] = []
        while case let byte = fgetc(stream), byte != EOF { output.append(UInt8(byte)) }
        return (String(decoding: output, as: UTF8.self), pclose(stream) >> 8)
    }

    @Test func boxesOnABrokerAreListed() async throws {
        let mosquitto = try Mosquitto()
        let empty = try Self.run("", mosquitto)
        #expect(empty == ("no box has joined mqtt://127.0.0.1:\(mosquitto.port)\n", 0))

        let identity = FleetIdentity(machineID: "1", program: "bell")
        let bell = try Bell(identity, FleetBroker("mqtt://127.0.0.1:\(mosquitto.port)"))
        try await bell.isOnline(mosquitto)
        let list = try Self.run("", mosquitto)
        expectEqual(list.status, 0)
        let lines = list.output.split(separator: "\n").map(String.init)
        expectEqual(lines.count, 2)
        expectEqual(lines.last?.hasPrefix("\(identity.id)  Bell"), true)
        expectEqual(lines.last?.contains("  online for "), true)
        expectEqual(lines.last?.hasSuffix("  nothing"), true)
        bell.close()
    }

    @Test func unknownBoxIsAUsageErrorAndUnreachableBrokerIsAFailure() async throws {
        let mosquitto = try Mosquitto()
        let none = try Self.run("watch cellar", mosquitto)
        let address = "mqtt://127.0.0.1:\(mosquitto.port)"
        #expect(none == ("carillon: fleet: no box \"cellar\": no box has joined \(address)\n", 2))
        mosquitto.kill()
        let failure = try Self.run("", mosquitto)
        #expect(failure == ("carillon: fleet: no broker: \(address): Connection refused\n", 1))
    }

    @Test func thousandBoxesAreListedCompletely() async throws {
        let mosquitto = try Mosquitto("allow_anonymous true\nmax_inflight_messages 0")
        let broker = try FleetBroker("mqtt://127.0.0.1:\(mosquitto.port)")
        let boxes = try MQTTListener(broker)
        boxes.open("boxes")
        expectEqual(await boxes.next(), .connected)
        let topics = ["availability", "title", "dropped", "diagnostics/version", "diagnostics/uptime"]
        for box in 0..<1000 {
            for topic in topics { boxes.publish("\(box)", on: "carillon/box-\(box)/\(topic)", isRetained: true) }
        }
        for _ in 0..<1000 * topics.count { _ = await boxes.next() }
        let client = try FleetClient(broker)
        let found = FleetBox.all(in: try client.observe(FleetBox.patterns))
        expectEqual(found.count, 1000)
        #expect(found.allSatisfy { $0.title == $0.dropped && $0.diagnostics.count == 2 && $0.since != nil })
        client.close()
        boxes.close()
    }

    @Test func boxesAreAlsoListedForAReadOnlyUser() async throws {
        let mosquitto = try Mosquitto.withACL("topic read carillon/#\ntopic write carillon/box/availability\n")
        let broker = try FleetBroker("mqtt://127.0.0.1:\(mosquitto.port)")
        let box = try MQTTListener(broker)
        box.open("box")
        expectEqual(await box.next(), .connected)
        box.publish("online", on: "carillon/box/availability", isRetained: true)
        expectEqual(await box.next(), .delivered(1))
        let client = try FleetClient(broker)
        expectEqual(FleetBox.all(in: try client.observe(FleetBox.patterns)).map(\.isOnline), [true])
        client.close()
        box.close()
    }

    // MARK: Sessions

    /// A box with a ring of 1 MB, and an empty folder.
    private func recorded(
        _ mosquitto: Mosquitto, user: Bool = false
    ) async throws -> (box: Bell, id: String, ring: [UInt8]) {
        let identity = FleetIdentity(machineID: "1", program: "bell")
        let broker = try Self.broker(mosquitto, user: user ? identity.id : nil)
        let ring = Self.ring
        let file = try #require(fopen("\(mosquitto.folder)/ring.carillon", "w"))
        fwrite(ring, 1, ring.count, file)
        fclose(file)
        let bell = try Bell(
            identity, broker, session: SessionReader(path: "\(mosquitto.folder)/ring.carillon"))
        try await bell.isOnline(mosquitto, user: user ? "admin" : nil)
        return (bell, identity.id, ring)
    }

    private static func broker(_ mosquitto: Mosquitto, user: String?) throws -> FleetBroker {
        var broker = try FleetBroker("mqtt://127.0.0.1:\(mosquitto.port)")
        broker.credentials.user = user
        return broker
    }

    /// The access control list in Documentation/Fleet.md that keeps sessions from Home Assistant.
    private static func documentedList() throws -> String {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let bytes = try FileContents.read("/\(root)/Documentation/Fleet.md", limit: 1 << 20)
        let lists = String(decoding: bytes, as: UTF8.self)
            .split(separator: "<!-- The tests use this list. -->\n\n```\n").dropFirst()
            .compactMap { $0.split(separator: "```").first }
        try #require(lists.count == 2)
        let patterns = lists[0].split(separator: "\n").filter { $0.hasPrefix("pattern ") }
        return patterns.joined(separator: "\n") + "\n" + lists[1]
    }

    @Test func onlyTheAdministratorGetsASessionWithTheDocumentedAccessControlList() async throws {
        let mosquitto = try Mosquitto.withACL(Self.documentedList())
        let (bell, id, ring) = try await recorded(mosquitto, user: true)
        let home = try FleetClient(Self.broker(mosquitto, user: "homeassistant"))
        let states = try home.observe(["carillon/#"])
        #expect(states.contains { $0.topic == "carillon/\(id)/availability" && $0.text == "online" })
        home.publish("bad 0", on: "carillon/\(id)/session/get")

        let administrator = try FleetClient(Self.broker(mosquitto, user: "admin"))
        _ = try administrator.observe(["carillon/+/session/bad"])
        var download = SessionDownload(of: id, administrator)
        expectEqual(try download.bytes(), ring)
        #expect(try administrator.observe(["carillon/+/session/bad"]).isEmpty)
        #expect(try !home.observe(["carillon/+/title"]).contains { $0.topic.contains("/session/") })
        var refused = SessionDownload(of: id, home)
        #expect {
            try refused.bytes()
        } throws: { error in
            "\(error)"
                == "no session of \(id): the broker does not let this user ask the box: Not authorized; see the access"
                + " control list in Documentation/Fleet.md"
        }
        for client in [home, administrator] { client.close() }
        bell.close()
    }

    @Test func sessionArrivesCompletelyAfterTheBrokerIsKilled() async throws {
        let mosquitto = try Mosquitto()
        let (bell, id, ring) = try await recorded(mosquitto)
        let address = "mqtt://127.0.0.1:\(mosquitto.port)"
        let watcher = try MQTTListener(FleetBroker(address))
        watcher.open("watcher", subscriptions: ["carillon/+/session/+"])
        expectEqual(await watcher.next(), .connected)
        let result = Task.detached {
            let client = try FleetClient(FleetBroker(address))
            defer { client.close() }
            var download = SessionDownload(of: id, client)
            return try download.bytes()
        }
        var pieces = 0
        while pieces < 10, let event = await watcher.next() {
            if case .received(let message) = event, message.payload.starts(with: "piece ".utf8) { pieces += 1 }
        }
        mosquitto.kill()
        try mosquitto.start()
        expectEqual(try await result.value, ring)
        expectEqual(pieces, 10)
        bell.close()
    }

    /// A ring of 256 KiB that has been overwritten in part.
    private static let ring: [UInt8] = {
        var header = Session.Header()
        (header.program, header.start) = ("bell", .seconds(100))
        var log = SessionLog(header, limit: 64)
        var bytes = [UInt8](repeating: 0, count: 64 * SessionBlock.size)
        for number in 0..<50_000 {
            log.append(
                Session.Entry(time: .seconds(100) + .milliseconds(7 * number), .timer(number % 50, missed: number)))
            while let write = log.nextWrite {
                bytes.replaceSubrange(write.offset..<write.offset + write.bytes.count, with: write.bytes)
                log.wrote()
            }
        }
        return bytes
    }()

    @Test func sessionOfABoxIsFetchedIntoANewFile() async throws {
        let mosquitto = try Mosquitto()
        let (bell, id, ring) = try await recorded(mosquitto)
        let path = "\(mosquitto.folder)/fetched.carillon"
        let run = try Self.run("session \(id) --output \(path)", mosquitto)
        #expect(run == ("session 1 in \(path), 262144 bytes; `carillon session show` reads it\n", 0))
        expectEqual(try FileContents.read(path, limit: 1 << 28), ring)
        expectEqual(try SessionFile(path: path).session(numbered: 1).header?.program, "bell")
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        bell.close()
    }

    @Test func existingFileIsNotOverwritten() async throws {
        let mosquitto = try Mosquitto()
        let (bell, id, _) = try await recorded(mosquitto)
        let path = "\(mosquitto.folder)/mosquitto.conf"
        let before = try FileContents.read(path, limit: 1 << 20)
        let run = try Self.run("session \(id) --output \(path)", mosquitto)
        #expect(run == ("carillon: fleet: \"\(path)\" exists; name another file with --output\n", 2))
        #expect(try FileContents.read(path, limit: 1 << 20) == before)
        bell.close()
    }

    @Test func fileInAMissingFolderIsRefusedBeforeTheBrokerIsContacted() throws {
        let mosquitto = try Mosquitto()
        mosquitto.kill()
        let path = "\(mosquitto.folder)/none/fetched.carillon"
        let run = try Self.run("session bell --output \(path)", mosquitto)
        #expect(run == ("carillon: fleet: cannot write \"\(path)\": No such file or directory\n", 1))
    }

    @Test func boxThatDoesNotShareItsSessionsIsReported() async throws {
        let mosquitto = try Mosquitto()
        let identity = FleetIdentity(machineID: "1", program: "bell")
        let bell = try Bell(identity, FleetBroker("mqtt://127.0.0.1:\(mosquitto.port)"))
        try await bell.isOnline(mosquitto)
        let path = "\(mosquitto.folder)/fetched.carillon"
        let run = try Self.run("session \(identity.id) --output \(path)", mosquitto)
        let reason = "the program does not share its sessions; see FleetOptions.sharesSessions"
        #expect(run == ("carillon: fleet: no session of \(identity.id): \(reason)\n", 1))
        #expect(access(path, F_OK) != 0)
        bell.close()
    }

    @Test func offlineBoxIsReported() async throws {
        let mosquitto = try Mosquitto()
        let (bell, id, _) = try await recorded(mosquitto)
        bell.close()
        let watcher = try MQTTListener(FleetBroker("mqtt://127.0.0.1:\(mosquitto.port)"))
        watcher.open("watcher", subscriptions: ["carillon/+/availability"])
        while let event = await watcher.next() {
            if case .received(let message) = event, message.text == "offline" { break }
        }
        let run = try Self.run("session \(id) --output \(mosquitto.folder)/fetched.carillon", mosquitto)
        #expect(run == ("carillon: fleet: \(id) is offline\n", 1))
        watcher.close()
    }

    @Test func watchShowsTheStatesAndThenTheEventsOfABox() async throws {
        let mosquitto = try Mosquitto()
        let broker = try FleetBroker("mqtt://127.0.0.1:\(mosquitto.port)")
        let identity = FleetIdentity(machineID: "1", program: "bell")
        let bell = try Bell(identity, broker)
        try await bell.isOnline(mosquitto)
        let watch = FleetWatch(identity.id, terminal: Terminal(width: 80, height: nil, isColored: false))
        let client = try FleetClient(broker)
        let states = try client.observe([watch.pattern]).compactMap { watch.line($0, at: "NOW") }
        #expect(states.contains { $0.hasPrefix("              box          availability      online") })
        await bell.press(times: 1, every: .milliseconds(2))
        let events = try (0..<2).compactMap { _ in try client.next(atMost: nil) }
        // Only retained messages have an age.
        expectEqual(events.map(\.age), [nil, nil])
        let lines = events.map { watch.line($0, at: "NOW") ?? "" }
        #expect(lines[0].hasPrefix("NOW           button       bell              press #1  "))
        #expect(lines[1].hasPrefix("NOW           button       bell              release #2  "))
        client.close()
        bell.close()
    }
}
