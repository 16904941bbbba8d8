import CLibrary
import CarillonFleet
import TestSupport
import Testing

@testable import CarillonMQTT

/// A board whose button is pressed all the time, and a broker that is killed again and again.
///
/// Mosquitto keeps on disk what waits for a subscriber, but not at once what it has passed on. Events that the subscriber
/// has not read when the broker is killed are therefore lost, although the broker has acknowledged them: at most those that it
/// may send a subscriber without an answer. All others must arrive, or be counted.
///
/// `CARILLON_KILLS=6` in the environment kills it six times among 10,000 events, which takes 2 minutes.
@Suite(Mosquitto.isAvailable, .timeLimit(.minutes(10)), .serialized) struct KilledBrokerTests {
    private static let isWhole = getenv("CARILLON_KILLS") != nil
    private static let presses = isWhole ? 5000 : 400
    private static let kills = isWhole ? 6 : 3
    /// The number of messages that a broker sends a subscriber without an answer, unless it is configured otherwise.
    private static let window = 20

    /// In memory, which a killed broker leaves as well as a disk: Mosquitto waits for the disk after each message.
    private static let place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"

    private struct Run {
        /// The numbers of the events in the order of their first arrival.
        var arrived: [Int] = []
        var twice = 0
        var dropped = 0
        /// The numbers of the events that the broker has acknowledged.
        var acknowledged: Set<Int> = []

        /// The number of events that the killed broker has lost.
        var lost: Int { acknowledged.subtracting(arrived).count }
        /// The number of events that arrived or were acknowledged.
        var delivered: Int { acknowledged.union(arrived).count }
        /// The number that arrived after a greater one; nil if all arrived in order.
        var disorder: Int? { zip(arrived, arrived.dropFirst()).first { $0 > $1 }?.1 }
    }

    @Test func everyEventArrivesInOrder() async throws {
        let run = try await run(every: .milliseconds(Self.isWhole ? 20 : 8), downtime: .milliseconds(200))
        expectEqual(run.disorder, nil)
        expectEqual(run.delivered, 2 * Self.presses)
        #expect(run.lost <= Self.kills * Self.window)
        expectEqual(run.dropped, 0)
    }

    @Test func droppedEventsAreCounted() async throws {
        let (presses, kills) = Self.isWhole ? (Self.presses, 6) : (1500, 1)
        let run = try await run(
            presses: presses, every: .milliseconds(Self.isWhole ? 4 : 1),
            downtime: .milliseconds(Self.isWhole ? 2000 : 900), kills: kills)
        expectEqual(run.disorder, nil)
        #expect(run.dropped > 0)
        // An event that the broker has passed on but not acknowledged is among the oldest, and is dropped with them.
        #expect((2 * presses...2 * presses + kills * Self.window).contains(run.delivered + run.dropped))
        #expect(run.lost <= kills * Self.window)
    }

    /// Presses the button while the broker is killed, and waits for the last event.
    private func run(
        presses: Int = presses, every period: Duration, downtime: Duration, kills: Int = kills
    ) async throws -> Run {
        let mosquitto = try Mosquitto(
            """
            allow_anonymous true
            persistence true
            autosave_on_changes true
            autosave_interval 1
            max_queued_messages 0
            """, in: Self.place)
        let broker = try FleetBroker("mqtt://127.0.0.1:\(mosquitto.port)")
        let identity = FleetIdentity(machineID: "1", program: "bell")
        let topic = "carillon/\(identity.id)/button/bell"

        // The listener connects again by itself, and has a session, as Home Assistant.
        let listener = try MQTTListener(broker)
        listener.open("listener", subscriptions: [topic])
        let connected = await listener.next()
        expectEqual(connected, .connected)

        let bell = try Bell(identity, broker)
        // The presses, and not the machine's speed, determine how many of them find no broker.
        let unheard = Int(downtime / period)
        let heard = (presses - unheard * kills) / (kills + 1)
        let killing = Task {
            for _ in 0..<kills {
                await bell.press(times: heard, every: period)
                mosquitto.kill()
                await bell.press(times: unheard, every: period)
                try mosquitto.start()
            }
            await bell.press(times: presses - kills * (heard + unheard), every: period)
        }
        var run = Run()
        var seen: Set<Int> = []
        while run.arrived.last != 2 * presses {
            switch await listener.next() {
            case .received(let message)?:
                let number = try #require(message.text.number("number"))
                if seen.insert(number).inserted { run.arrived.append(number) } else { run.twice += 1 }
            case .lost?:
                try await Task.sleep(for: .milliseconds(50))
                listener.open("listener", subscriptions: [topic])
            default: break
            }
        }
        try await killing.value
        let reader = try MQTTListener(broker)
        reader.open("reader", subscriptions: ["carillon/\(identity.id)/dropped"])
        while case let event? = await reader.next() {
            guard case .received(let message) = event else { continue }
            run.dropped = try #require(Int(message.text))
            break
        }
        run.acknowledged = bell.acknowledged
        if Self.isWhole {
            print(
                "\(2 * presses) events, \(kills) kills: \(run.arrived.count) arrived, \(run.dropped) dropped,",
                "\(run.lost) lost with the broker, \(run.twice) twice")
        }
        bell.close()
        listener.close()
        reader.close()
        return run
    }
}
