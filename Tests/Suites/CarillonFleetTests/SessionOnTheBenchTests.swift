import CarillonSession
import Foundation
import SessionTestSupport
import TestSupport
import Testing

@testable import CarillonFleet
@testable import CarillonTest

/// A recorded session that a client fetches from a box in a fleet.
@Suite struct SessionOnTheBenchTests {
    private static let wiring = try! Wiring(
        .button("bell", line: "A"), .led("light", line: "B"), .led("lamp", line: "C"), .relay("door", line: "D"),
        .servo("arm", line: "E"), .sound("chime", file: "doorbell.wav"))

    /// A file with a session of an hour, and the model at its end.
    private let path = "/tmp/carillon-\(UUID().uuidString).carillon"

    private func record() throws -> (file: [UInt8], lastModel: String) {
        let recorded = try HostileSession(
            of: Self.wiring, seed: 3, isGentle: true, lasting: .seconds(3600), FleetDoorbell.make)
        var log = SessionLog(recorded.session.header, limit: nil)
        var file: [UInt8] = []
        for entry in recorded.session.entries {
            log.append(entry)
            while let write = log.nextWrite {
                file += write.bytes
                log.wrote()
            }
        }
        log.flush()
        while let write = log.nextWrite {
            file += write.bytes
            log.wrote()
        }
        try Data(file).write(to: URL(fileURLWithPath: path))
        return (file, recorded.lastModel)
    }

    /// Fetches the session as `carillon fleet session` does.
    ///
    /// - Parameter disturb: Called before each step with its number.
    private func fetch(
        from bench: Bench<FleetDoorbell.Model>, _ disturb: (Int) -> Void = { _ in }
    ) throws -> [UInt8] {
        let topics = FleetTopics(id: bench.broker.id)
        var fetch = SessionFetch(token: "c0ffee", at: bench.now)
        var seen = bench.broker.published.count
        for step in 0... {
            disturb(step)
            for request in try fetch.requests(at: bench.now) { bench.broker.publish(request.text, on: topics.session) }
            if let file = fetch.file { return file }
            bench.advance(by: SessionShare.pause)
            for message in bench.broker.published[seen...] where message.topic == topics.session("c0ffee") {
                #expect(!message.isRetained)
                try fetch.received(message.payload, at: bench.now)
            }
            seen = bench.broker.published.count
        }
        return []
    }

    @Test func fetchedSessionIsReplayed() throws {
        defer { unlink(path) }
        let (file, lastModel) = try record()
        #expect(file.count > 2 * SessionPiece.size)
        let bench = try Bench(fleet: .homeAssistant.sharingSessions(), FleetDoorbell.make)
        bench.outlet?.share(SessionReader(path: path))
        let fetched = try fetch(from: bench)
        expectEqual(fetched, file)
        try Data(fetched).write(to: URL(fileURLWithPath: path))
        let replay = try Bench(replaying: path, wiring: Self.wiring, FleetDoorbell.make)
        expectEqual(replay.divergence, nil)
        expectEqual("\(replay.model)", lastModel)
    }

    @Test func sessionArrivesCompletelyAfterTheConnectionBreaks() throws {
        defer { unlink(path) }
        let (file, _) = try record()
        let bench = try Bench(fleet: .homeAssistant.sharingSessions(), FleetDoorbell.make)
        bench.outlet?.share(SessionReader(path: path))
        let fetched = try fetch(from: bench) { step in
            if step == 2 { bench.broker.stop() }
            if step == 100 { bench.broker.restore() }
        }
        expectEqual(fetched, file)
    }

    @Test func boxThatSharesOrRecordsNoSessionsRefusesRequests() throws {
        let unshared = try Bench(fleet: .homeAssistant, FleetDoorbell.make)
        unshared.outlet?.share(SessionReader(path: "/dev/null"))
        let sharing = "the program does not share its sessions; see FleetOptions.sharesSessions"
        #expect(throws: SessionFetch.Failure.refused(reason: sharing)) { try fetch(from: unshared) }
        let unrecorded = try Bench(fleet: .homeAssistant.sharingSessions(), FleetDoorbell.make)
        let recording = "the box records no session; start it with --record-ring"
        #expect(throws: SessionFetch.Failure.refused(reason: recording)) { try fetch(from: unrecorded) }
    }

    @Test func retainedOrMalformedRequestIsIgnored() throws {
        let bench = try Bench(fleet: .homeAssistant.sharingSessions(), FleetDoorbell.make)
        bench.broker.publish("c0ffee 0", on: "carillon/\(bench.broker.id)/session/get", isRetained: true)
        bench.broker.publish("c0ffee/# 0", on: "carillon/\(bench.broker.id)/session/get")
        bench.advance(by: .seconds(1))
        #expect(!bench.broker.messages.contains { $0.topic.hasPrefix("session/") })
    }
}
