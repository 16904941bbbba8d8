import CarillonBoard
import CarillonDevices
import CarillonFleet
import CarillonRealTime
import CarillonScheduling
import Glibc
import MobiusCore

/// A running application: a board, its controller, and the sources that end them.
final class Appliance: Sendable {
    let board: Board
    private let queue: RealTimeQueue
    private let opened: OpenedBoard
    private let console: Console
    private let manager: ServiceManager?
    private let fleet: ApplianceFleet?
    private let page: AppliancePage?
    /// Unsafe only to the compiler: `OnQueue` checks the access.
    nonisolated(unsafe) private var state: OnQueue<State>

    private struct State {
        var watchdog: (any Disposable & Sendable)?
        var play: SimulatedPlay?
        var stopController: () -> Void = {}
        var isEnding = false
    }

    init(
        _ options: ApplianceOptions, wiring: Wiring, wiringPath: String, fleet: FleetOptions?,
        console: Console, manager: ServiceManager?
    ) throws {
        self.console = console
        self.manager = manager
        let wanted = try options.record.map { argument in try SessionPlace(argument) }
        var followers: [@Sendable (DeviceChange) -> Void] = []
        self.fleet = try ApplianceFleet.join(fleet, options.broker, wiring: wiring, console: console)
        if let fleet = self.fleet { followers.append(fleet.follow) }
        let isService = manager != nil || console.writesJournal
        page = options.page.isWanted ? try AppliancePage(options.page, console: console, isService: isService) : nil
        if let page { followers.append(page.follow) }
        // The page saves the session.
        let place = wanted ?? (page == nil ? nil : .temporary)
        opened = try Board.open(
            wiring: wiring, name: options.board, sound: options.sound, console: console, follow: Self.joined(followers),
            record: place.map { ($0, wiringPath) })
        (board, queue) = (opened.board, opened.queue)
        state = OnQueue(State(), on: queue)
        CurrentBoard.set(board)
        _ = board.attachments.object { [queue] in
            CommandLog(clock: queue) { line, isRefused in
                _ = queue.tryAsync { console.notice(line, isRefused ? .warning : .info) }
            }
        }
    }

    /// Returns a function that calls all functions; nil for none.
    private static func joined(_ followers: [@Sendable (DeviceChange) -> Void]) -> (@Sendable (DeviceChange) -> Void)? {
        guard followers.count > 1 else { return followers.first }
        return { change in
            for follow in followers { follow(change) }
        }
    }

    func start<Model, Event, Effect>(_ controller: MobiusController<Model, Event, Effect>) throws {
        console.start()
        opened.recording?.follow(controller)
        try page?.open(opened, controller)
        controller.start()
        let address = page?.address
        try fleet?.open(opened, page: address, missedDeadlines: controller.missedDeadlines)
        console.notice(opened.summary, .info)
        if let path = opened.recording?.path { console.notice("recording in \(path)", .info) }
        if !queue.denials.isEmpty { console.notice(RealTimeDenial.describe(queue.denials), .warning) }
        queue.perform {
            state.value.stopController = controller.stop
            state.value.play = opened.simulatedChip.map { chip in
                SimulatedPlay(
                    wiring: opened.wiring, devices: board.allFeatured, chip: chip, queue: queue, console: console,
                    commands: board.attachments.object(CommandLog.self)
                ) { [self] in follow($0) }
            }
            state.value.play?.start()
        }
        try queue.perform {
            notifyManager(.ready(status: opened.summary))
            state.value.watchdog = try manager?.feedWatchdog(from: queue) { [console] error in
                console.notice("\(error)", .error)
            }
        }
        // Last, because an earlier signal is delivered now and stops what has been started.
        _ = try opened.signals.watch(on: queue) { [self] in end(status: 0) }
    }

    /// Ends an application that could not start: removes the file of its session, and closes its memories.
    func abandon() {
        opened.recording?.discard()
        board.attachments.close()
    }

    private func follow(_ ending: SimulatedPlay.Ending) {
        switch ending {
        case .quit: end(status: 0)
        // A service without standard input runs until it is stopped.
        case .scriptEnded where manager != nil && StandardInput.isNull: break
        case .scriptEnded: board.engine.drain(on: queue) { [self] in end(status: 0) }
        case .failed(let error):
            console.notice("\(error)", .error)
            notifyManager(.failed(reason: "\(error)"))
            end(status: Board.exitStatus(of: error))
        }
    }

    /// Stops the loop, makes all outputs safe and exits. Queue only.
    private func end(status: Int32) {
        guard !state.value.isEnding else { return }
        state.value.isEnding = true
        notifyManager(.stopping)
        state.value.watchdog?.dispose()
        state.value.play?.close()
        opened.recording?.finish()
        state.value.stopController()
        page?.close()
        CurrentBoard.set(nil)
        fleet?.close()
        board.close()
        opened.recording?.close()
        // The outputs are safe by now.
        fleet?.waitUntilClosed()
        exit(console.status(status))
    }

    private func notifyManager(_ notification: ServiceManager.Notification) {
        do {
            try manager?.notify(notification)
        } catch {
            console.notice("\(error)", .error)
        }
    }
}
