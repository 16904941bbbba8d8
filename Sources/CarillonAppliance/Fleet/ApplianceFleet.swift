import CarillonBoard
import CarillonDevices
import CarillonFleet
import CarillonMQTT
import CarillonRealTime
import CarillonSession
import Dispatch
import Glibc

/// The fleet of an appliance: its broker, its queue, and the messages to the user.
///
/// `@unchecked Sendable`: `outlet` is set and used on the board's queue only.
final class ApplianceFleet: @unchecked Sendable {
    /// The longest time that the program waits for the last messages when it ends.
    private static let farewell = DispatchTimeInterval.milliseconds(1200)

    private let options: FleetOptions
    private let broker: FleetBroker
    private let identity: FleetIdentity
    private let console: Console
    private let isClosed = DispatchSemaphore(value: 0)
    private var outlet: FleetOutlet?

    /// Returns the fleet that the options or the wiring request, and looks for libmosquitto; nil if there is none.
    ///
    /// - Parameters:
    ///   - fleet: The program's fleet; nil for a program without one.
    ///   - options: The broker on the command line, which replaces that of the wiring.
    /// - Throws: `FleetBrokerError`, `FleetError` or a `DescriptionError` if the broker, the credentials or this
    ///   machine cannot be used.
    static func join(
        _ fleet: FleetOptions?, _ options: BrokerOptions, wiring: Wiring, console: Console
    ) throws -> ApplianceFleet? {
        guard var broker = try options.address.map(FleetBroker.init) ?? wiring.fleetBroker() else {
            try options.checkWithoutBroker()
            return nil
        }
        guard var fleet else { throw FleetError.noFleet }
        fleet.title = fleet.title ?? wiring.title
        if let folder = options.credentials {
            broker.credentials = try FleetCredentials(folder: folder)
        } else if let folder = getenv("CREDENTIALS_DIRECTORY") {
            broker.credentials = try FleetCredentials(serviceFolder: String(cString: folder))
        }
        try ConfinedTransport.check()
        guard let machine = try? FileContents.read("/etc/machine-id", limit: 64), machine.count >= 32 else {
            throw FleetError.noMachineID
        }
        let identity = FleetIdentity(machineID: String(decoding: machine, as: UTF8.self), program: console.program)
        return ApplianceFleet(fleet, broker, identity, console: console)
    }

    private init(_ options: FleetOptions, _ broker: FleetBroker, _ identity: FleetIdentity, console: Console) {
        self.options = options
        self.broker = broker
        self.identity = identity
        self.console = console
    }

    /// Notes a change of a device. Call on the board's queue.
    var follow: @Sendable (DeviceChange) -> Void {
        { [self] change in outlet?.follow(change) }
    }

    /// Starts to connect the board, whose controllers have started.
    ///
    /// - Parameters:
    ///   - page: The address of the board's page for other machines; nil if there is none.
    ///   - missedDeadlines: Returns the number of events that missed the loop's deadline; nil if it has none.
    /// - Throws: `RealTimeError` if the system has no thread left.
    func open(_ opened: OpenedBoard, page: String?, missedDeadlines: (@Sendable () -> Int)?) throws {
        // Not real time: it waits for name servers.
        let queue = try RealTimeQueue(background: "fleet")
        let transport = ConfinedTransport(broker, on: queue)
        let outlet = FleetOutlet(
            identity, options, transport: transport, on: queue, store: openStore(),
            report: { [console, board = opened.queue] notice in
                // A notice waits for a panel that is being drawn. It must not wait for a place on the board's queue.
                _ = board.tryAsync { console.notice("\(notice)", notice.isGood ? .info : .warning) }
            })
        opened.queue.perform { self.outlet = outlet }
        let diagnostics: [Diagnostic?] = [
            .version(Self.programVersion), ProcessorTemperature().map { sensor in .temperature(sensor.celsius) },
            missedDeadlines.map(Diagnostic.missedDeadlines), .lateness(opened.queue.lateness),
        ]
        outlet.open(
            opened.board, wiring: opened.wiring, diagnostics: diagnostics.compactMap { $0 }, page: page)
        if let recording = opened.recording?.path { outlet.share(SessionReader(path: recording)) }
        console.notice("fleet: \(identity.id) on \(broker.address)", .info)
    }

    /// Opens the file with the events that wait; nil for a program without a state directory.
    private func openStore() -> OutboxFile? {
        guard let folder = StateFile.folder else { return nil }
        do {
            return try OutboxFile(folder: folder)
        } catch {
            let notice = FleetNotice.memoryOnly(path: OutboxFile.path(in: folder), reason: "\(error)")
            console.notice("\(notice)", .warning)
            return nil
        }
    }

    /// Reports that the box goes away. Call on the board's queue.
    func close() {
        guard let outlet else { return done() }
        outlet.close { [self] in done() }
    }

    /// The version of the package, which its service states, or the date of the program's file.
    private static var programVersion: String {
        getenv("CARILLON_VERSION").map { String(cString: $0) } ?? Session.Header.programDate ?? "unknown"
    }

    @Sendable private func done() { _ = isClosed.signal() }

    /// Waits until the last messages have been sent, but not long.
    func waitUntilClosed() { _ = isClosed.wait(timeout: .now() + Self.farewell) }
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
