import CLibrary
import CarillonFleet
import CarillonRealTime
import CarillonScheduling

/// The connection of a box to an MQTT broker, in a process of its own, which nothing that a broker sends can leave.
///
/// `@unchecked Sendable`: mutable state is accessed on the fleet's queue only.
package final class ConfinedTransport: FleetTransport, @unchecked Sendable {
    /// The time without a sign of life after which the process is ended. A name server can take 30 s.
    private static let timeout = Duration.seconds(60)
    /// The path of the program that is running.
    private static let thisProgram = "/proc/self/exe"

    private let broker: FleetBroker
    private let queue: RealTimeQueue
    private let program: String
    private var process: ConnectionProcess?
    /// The process of the connection; nil for none.
    var processID: pid_t? { process?.id }
    private var observations: [any Disposable & Sendable] = []
    private var heard = Duration.zero
    private var report: @Sendable (FleetTransportEvent) -> Void = { _ in }

    /// - Parameters:
    ///   - queue: The fleet's queue. Not the board's, because this waits for the process.
    ///   - program: The path of a program that calls `ConnectionServer.run()`; nil for this one.
    package init(_ broker: FleetBroker, on queue: RealTimeQueue, program: String? = nil) {
        self.broker = broker
        self.queue = queue
        self.program = program ?? Self.thisProgram
    }

    deinit { _ = end() }

    /// Finds out whether this program can connect, in a process that ends at once.
    ///
    /// - Throws: `FleetBrokerError.noLibrary` or `.noProcess`.
    package static func check() throws(FleetBrokerError) { _ = try ConnectionProcess(thisProgram).end() }

    package func open(_ session: FleetSession, report: @escaping @Sendable (FleetTransportEvent) -> Void) {
        self.report = report
        do {
            if process == nil { try start() }
            send(.open(broker, session))
        } catch {
            lose(reason: "\(error)")
        }
    }

    package func publish(_ message: FleetMessage, number: Int) { send(.publish(message, number: number)) }

    package func close() {
        if let process, process.send(.close) { process.awaitEnd() }
        _ = end()
    }

    private func start() throws {
        let started = try ConnectionProcess(program)
        process = started
        heard = queue.now
        observations = [
            try queue.watch(descriptor: started.socket) { [unowned self] in arrived() },
            queue.every(ConnectionServer.pulse, startingAt: queue.now + ConnectionServer.pulse) { [unowned self] _ in
                if queue.now - heard > Self.timeout { lose(reason: end()) }
            },
        ]
    }

    private func send(_ request: ConnectionRequest) {
        guard let process, !process.send(request) else { return }
        lose(reason: end())
    }

    private func arrived() {
        guard let process else { return }
        guard let reports = process.receive() else { return lose(reason: end()) }
        heard = queue.now
        for case .event(let event) in reports { report(event) }
    }

    /// Ends the process, and returns how it has ended.
    private func end() -> String {
        for observation in observations { observation.dispose() }
        observations = []
        defer { process = nil }
        return process?.end() ?? ""
    }

    /// Not inside `open`.
    private func lose(reason: String) {
        queue.async { [report] in report(.lost(.failed(reason: reason))) }
    }
}
