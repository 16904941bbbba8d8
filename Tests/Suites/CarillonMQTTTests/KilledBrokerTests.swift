import CLibrary
import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonFleet
import CarillonGPIO
import CarillonRealTime
import Testing

@testable import CarillonMQTT

/// A board whose button is pressed all the time, and a broker that is killed again and again.
///
/// `CARILLON_KILLS=6` in the environment kills it six times among 10,000 events, which takes 40 s.
@Suite(.enabled(if: Mosquitto.isAvailable), .timeLimit(.minutes(3)), .serialized) struct KilledBrokerTests {
    private static let isWhole = getenv("CARILLON_KILLS") != nil
    private static let presses = isWhole ? 5000 : 400
    private static let kills = isWhole ? 6 : 3

    private struct Run {
        /// The numbers of the events in the order of their first arrival.
        var arrived: [Int] = []
        var twice = 0
        var dropped = 0
    }

    @Test func everyEventArrivesInOrder() async throws {
        let run = try await run(every: .milliseconds(Self.isWhole ? 6 : 8), downtime: .milliseconds(200))
        #expect(run.arrived == Array(1...2 * Self.presses))
        #expect(run.dropped == 0)
    }

    @Test func whatTheOutboxDropsIsCounted() async throws {
        let presses = Self.isWhole ? Self.presses : 1500
        let run = try await run(
            presses: presses, every: .milliseconds(Self.isWhole ? 3 : 1),
            downtime: .milliseconds(Self.isWhole ? 2000 : 900), kills: Self.isWhole ? 6 : 1)
        #expect(run.arrived == run.arrived.sorted())
        #expect(run.dropped > 0)
        #expect(run.arrived.count + run.dropped == 2 * presses)
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
            """)
        let broker = try FleetBroker("mqtt://127.0.0.1:\(mosquitto.port)")
        let identity = FleetIdentity(machineID: "1", program: "bell")
        let topic = "carillon/\(identity.id)/button/bell"

        // The listener connects again by itself, and has a session, as Home Assistant.
        let listener = try MQTTListener(broker)
        listener.open("listener", subscriptions: [topic])
        let connected = await listener.next()
        #expect(connected == .connected)

        let bell = try Bell(identity, broker)
        let pause = (period * presses - downtime * kills) / (kills + 1)
        let killing = Task {
            for _ in 0..<kills {
                try await Task.sleep(for: pause)
                mosquitto.kill()
                try await Task.sleep(for: downtime)
                try mosquitto.start()
            }
        }
        bell.press(times: presses, every: period)
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
        if Self.isWhole {
            print(
                "\(2 * presses) events, \(kills) kills: \(run.arrived.count) arrived, \(run.dropped) dropped,",
                "\(run.twice) twice")
        }
        bell.close()
        listener.close()
        reader.close()
        return run
    }
}

/// A board with a button in a fleet.
private final class Bell {
    private let queue: RealTimeQueue
    private let chip: SimulatedChip
    private let board: Board
    private let outlet: FleetOutlet

    init(_ identity: FleetIdentity, _ broker: FleetBroker) throws {
        queue = try RealTimeQueue(name: "board", priority: 0)
        chip = SimulatedChip(lineNames: ["GPIO17"], time: queue)
        let description = BoardDescription.bench(lines: ["GPIO17"])
        let wiring = try Wiring([.button("bell", line: "GPIO17", debounce: .zero)]).placed(on: description)
        let network = try RealTimeQueue(name: "fleet", priority: 0)
        let outlet = FleetOutlet(
            identity, .topics, transport: try MQTTTransport(broker, on: network), on: network,
            random: { 0 }, report: { _ in })
        let engine = try AudioEngine(output: SilentOutput(pacedBy: queue), on: queue) { _ in }
        board = try Board(
            description, wiring: wiring, chip: chip, engine: engine, queue: queue,
            observer: DeviceObserver(didChange: outlet.follow)
        ) { _, _ in throw FleetBrokerError.malformed(address: "no sounds here") }
        outlet.open(board, wiring: wiring)
        self.outlet = outlet
    }

    func press(times: Int, every period: Duration) {
        for press in 0..<2 * times {
            _ = queue.schedule(at: queue.now + period * press / 2) { [chip] in
                try? chip.drive("GPIO17", press.isMultiple(of: 2) ? .active : .inactive)
            }
        }
    }

    func close() {
        queue.perform { outlet.close() }
        board.close()
    }
}
