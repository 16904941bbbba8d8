import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonFleet
import CarillonGPIO
import CarillonRealTime
import CarillonSession

@testable import CarillonMQTT

/// A board with a button in a fleet.
final class Bell: Sendable {
    private let queue: RealTimeQueue
    private let chip: SimulatedChip
    private let board: Board
    private let outlet: FleetOutlet
    /// The fleet's queue.
    let network: RealTimeQueue
    let transport: MQTTTransport
    private let watched: WatchedTransport

    /// - Parameters:
    ///   - session: The session that the box shares; nil for a box that does not share any.
    ///   - timeout: The longest time from the start of a connection to the broker's answer.
    ///   - report: Called on the fleet's queue with each message to the user.
    init(
        _ identity: FleetIdentity, _ broker: FleetBroker, session: SessionReader? = nil,
        timeout: Duration = .seconds(10),
        report: @escaping @Sendable (FleetNotice) -> Void = { _ in }
    ) throws {
        queue = try RealTimeQueue(name: "board", priority: 0)
        chip = SimulatedChip(lineNames: ["GPIO17"], time: queue)
        let description = BoardDescription.bench(lines: ["GPIO17"])
        let wiring = try Wiring([.button("bell", line: "GPIO17") { $0.debounce = .zero }]).placed(on: description)
        network = try RealTimeQueue(name: "fleet", priority: 0)
        transport = try MQTTTransport(broker, on: network, timeout: timeout)
        watched = WatchedTransport(transport)
        let outlet = FleetOutlet(
            identity, session == nil ? .withoutDiscovery : .withoutDiscovery.sharingSessions(), transport: watched,
            on: network,
            random: { 0 }, report: report)
        let engine = try AudioEngine(output: SilentOutput(pacedBy: queue), on: queue) { _ in }
        board = try Board(
            description, wiring: wiring, inputs: BoardInputs(chip: chip, queue: queue),
            audio: BoardAudio(engine) { _, _ in throw FleetBrokerError.malformed(address: "no sounds here") })
        outlet.open(board, wiring: wiring)
        if let session { outlet.share(session) }
        self.outlet = outlet
    }

    /// Waits until the box has told the broker that it is there.
    ///
    /// - Parameter user: The user of the waiting client; nil for none.
    func isOnline(_ mosquitto: Mosquitto, user: String? = nil) async throws {
        var broker = try FleetBroker("mqtt://127.0.0.1:\(mosquitto.port)")
        broker.credentials.user = user
        let listener = try MQTTListener(broker)
        listener.open("waiter", subscriptions: ["carillon/+/availability"])
        while let event = await listener.next() {
            if case .received(let message) = event, message.text == "online" { break }
        }
        listener.close()
    }

    /// Presses and releases the button, and returns after the last release.
    func press(times: Int, every period: Duration) async {
        guard times > 0 else { return }
        await withCheckedContinuation { done in
            for press in 0..<2 * times {
                _ = queue.schedule(at: queue.now + period * press / 2) { [chip] in
                    try? chip.drive("GPIO17", press.isMultiple(of: 2) ? .active : .inactive)
                    if press == 2 * times - 1 { done.resume() }
                }
            }
        }
    }

    /// The numbers of the events that the broker has acknowledged.
    var acknowledged: Set<Int> { network.perform { [watched] in watched.acknowledged } }

    func close() {
        queue.perform { outlet.close() }
        board.close()
    }
}
