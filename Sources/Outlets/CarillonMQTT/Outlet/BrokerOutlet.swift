import CarillonBoard
import CarillonDevices
import CarillonFleet
import CarillonOutlet
import CarillonRealTime
import CarillonSession
import Dispatch
import Glibc
import MobiusCore

/// The connection of a program to its fleet: the broker, the queue, and the messages to the user.
package final class BrokerOutlet: Outlet {
    package static let options = [
        ProgramOption(
            "broker", .required("ADDRESS"),
            help: """
                join the fleet on an MQTT broker instead of the wiring's:
                mqtt://HOST[:PORT], or mqtts://HOST[:PORT] with TLS
                """),
        ProgramOption(
            "broker-credentials", .required("FOLDER"),
            help: """
                the folder with broker-login, broker-ca.crt, broker.crt and
                broker.key, as far as the broker demands them
                """),
    ]

    /// The longest time that the program waits for the last messages when it ends.
    private static let farewell = DispatchTimeInterval.milliseconds(1200)

    private let program: Program
    private let fleet: FleetOptions
    private let broker: FleetBroker
    private let identity: FleetIdentity
    private let isClosed = DispatchSemaphore(value: 0)
    private let opened = Locked<(board: OpenedBoard, missedDeadlines: (@Sendable () -> Int)?)?>(nil)
    private let outlet = Locked<FleetOutlet?>(nil)

    package static func check(_ wiring: Wiring) throws(DescriptionError) { _ = try wiring.fleetBroker() }

    package static func runOwnProcess() {
        if ConnectionServer.isRequested { ConnectionServer.run() }
    }

    /// Creates the outlet if the options or the wiring name a broker, and looks for libmosquitto.
    ///
    /// - Throws: `FleetBrokerError`, `FleetError`, `UsageError` or a `DescriptionError` if the broker, the
    ///   credentials or this machine cannot be used.
    package init?(_ program: Program) throws {
        let folder = program.options["broker-credentials"]
        guard var broker = try program.options["broker"].map(FleetBroker.init) ?? program.wiring.fleetBroker() else {
            if folder != nil { throw UsageError.alone("--broker-credentials", without: "--broker") }
            return nil
        }
        guard var fleet = program.settings.lazy.compactMap({ $0 as? FleetOptions }).first else {
            throw FleetError.noFleet
        }
        fleet.title = fleet.title ?? program.wiring.title
        if let folder {
            broker.credentials = try FleetCredentials(folder: folder)
        } else if let folder = getenv("CREDENTIALS_DIRECTORY") {
            broker.credentials = try FleetCredentials(folder: String(cString: folder), isOfService: true)
        }
        try ConfinedTransport.check()
        guard let machine = try? FileContents.read("/etc/machine-id", limit: 64), machine.count >= 32 else {
            throw FleetError.noMachineID
        }
        identity = FleetIdentity(machineID: String(decoding: machine, as: UTF8.self), program: program.name)
        (self.program, self.fleet, self.broker) = (program, fleet, broker)
    }

    package func open<Model, Event, Effect>(
        _ opened: OpenedBoard, _ controller: MobiusController<Model, Event, Effect>
    ) {
        self.opened.withLock { $0 = (opened, controller.missedDeadlines) }
    }

    /// Starts to connect the board. It depends on the views of the loop whether a device can be commanded.
    ///
    /// - Throws: `RealTimeError` if the system has no thread left.
    package func start() throws {
        guard let (opened, missedDeadlines) = opened.withLock({ $0 }) else { return }
        // Not real time: it waits for name servers.
        let queue = try RealTimeQueue(background: "fleet")
        let transport = ConfinedTransport(broker, on: queue)
        let outlet = FleetOutlet(
            identity, fleet, transport: transport, on: queue, store: openStore(),
            report: { [program, board = opened.queue] notice in
                // A notice waits for a panel that is being drawn. It must not wait for room on the board's queue.
                _ = board.tryAsync { program.notice("\(notice)", notice.isGood ? .info : .warning) }
            })
        self.outlet.withLock { $0 = outlet }
        let diagnostics: [Diagnostic?] = [
            .version(Program.version), ProcessorTemperature().map { sensor in .temperature(sensor.celsius) },
            missedDeadlines.map(Diagnostic.missedDeadlines), .lateness(opened.queue.lateness),
        ]
        let attachments = opened.board.attachments
        outlet.open(
            opened.board, wiring: opened.wiring, diagnostics: diagnostics.compactMap { $0 },
            page: attachments.object(BoardAddress.self)?.url)
        if let updates = UpdateFiles() {
            let notice = updates.observe(on: queue) { state in outlet.show(update: state, request: updates.request) }
            if let notice { program.notice("\(notice)", .warning) }
        }
        if let path = attachments.object(OpenSession.self)?.path { outlet.share(SessionReader(path: path)) }
        program.notice("fleet: \(identity.id) on \(broker.address)", .info)
    }

    /// Opens the file with the events that wait; nil for a program without a state directory.
    private func openStore() -> OutboxFile? {
        guard let folder = StateFolder.ofService else { return nil }
        do {
            return try OutboxFile(folder: folder)
        } catch {
            let notice = FleetNotice.memoryOnly(path: OutboxFile.path(in: folder), reason: "\(error)")
            program.notice("\(notice)", .warning)
            return nil
        }
    }

    /// Reports that the box goes away.
    package func close() {
        guard let outlet = outlet.withLock({ $0 }) else { return done() }
        outlet.close { [self] in done() }
    }

    @Sendable private func done() { _ = isClosed.signal() }

    /// Waits until the last messages have been sent, but not long.
    package func finish() { _ = isClosed.wait(timeout: .now() + Self.farewell) }
}

/// The reason that a program cannot join a fleet, or cannot use a file of it.
enum FleetError: Error, CustomStringConvertible {
    case noFleet
    case noMachineID
    /// Many damaged files have been set aside.
    case tooManyCopies(of: String)

    var description: String {
        switch self {
        case .noFleet:
            "a broker needs a program with a fleet: Board.run(wiring:fleet:_:) with fleet: .homeAssistant"
        case .tooManyCopies(let path): "many damaged files \(path).damaged-1 and so on exist: remove them"
        case .noMachineID: "/etc/machine-id has no id of this machine: run systemd-machine-id-setup"
        }
    }
}
