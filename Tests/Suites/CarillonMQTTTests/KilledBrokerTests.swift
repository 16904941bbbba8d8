import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonFleet
import CarillonGPIO
import CarillonRealTime
import Testing

@testable import CarillonMQTT

/// A board whose button is pressed all the time, and a broker that is killed again and again.
@Suite(Mosquitto.isAvailable, .timeLimit(.minutes(2))) struct KilledBrokerTests {
    private static let presses = 400

    @Test func everyEventArrivesInOrder() async throws {
        let mosquitto = try Mosquitto(
            """
            allow_anonymous true
            persistence true
            autosave_on_changes true
            autosave_interval 1
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
        let kills = Task {
            for _ in 0..<3 {
                try await Task.sleep(for: .milliseconds(700))
                mosquitto.kill()
                try await Task.sleep(for: .milliseconds(200))
                try mosquitto.start()
            }
        }
        bell.press(times: Self.presses, every: .milliseconds(8))
        var numbers: [Int] = []
        while numbers.last != 2 * Self.presses {
            switch await listener.next() {
            case .received(let message)?: numbers.append(try #require(Self.number(in: message.text)))
            case .lost?:
                try await Task.sleep(for: .milliseconds(50))
                listener.open("listener", subscriptions: [topic])
            default: break
            }
        }
        try await kills.value
        var seen: Set<Int> = []
        let first = numbers.filter { seen.insert($0).inserted }
        #expect(first == Array(1...2 * Self.presses))
        bell.close()
        listener.close()
    }

    private static func number(in event: String) -> Int? {
        event.split(separator: "\"number\":").last.flatMap { Int($0.prefix { $0.isNumber }) }
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
