import CarillonBoard
import CarillonDevices
import CarillonOutlet
import CarillonRealTime
import CarillonScheduling
import Glibc
import MobiusCore

/// A running application: a board, its controller, and the sources that end them.
final class Appliance: Sendable {
    let board: Board
    private let queue: RealTimeQueue
    private let opened: OpenedBoard
    private let clock: MachineClock
    private let outlets: [any Outlet]
    /// The selected board, timing and sound output, in a single line.
    private let summary: String
    /// The termination signals, caught since before the lines were requested.
    private let signals: TerminationSignals
    private let console: Console
    private let manager: ServiceManager?
    private let state: OnQueue<State>

    private struct State {
        var watchdog: (any Disposable & Sendable)?
        var play: SimulatedPlay?
        var stopController: () -> Void = {}
        var isEnding = false
    }

    init(_ program: Program, outlets kinds: [any Outlet.Type], console: Console, manager: ServiceManager?) throws {
        self.console = console
        self.manager = manager
        outlets = try kinds.compactMap { kind -> (any Outlet)? in try kind.init(program) }
        // Nothing before this point needs to be made safe.
        signals = try TerminationSignals()
        (opened, clock, summary) = try Board.open(program, outlets: outlets, console: console)
        (board, queue) = (opened.board, opened.queue)
        state = OnQueue(State(), on: queue)
        CurrentBoard.set(board)
        MobiusHooks.setEffectErrorHandler { [queue] error in
            _ = queue.tryAsync { console.report(error, .error, at: queue.now) }
        }
        _ = board.attachments.object { [queue] in
            CommandLog(clock: queue) { line, isRefused in
                _ = queue.tryAsync { console.notice(line, isRefused ? .warning : .info) }
            }
        }
    }

    func start<Model, Event, Effect>(_ controller: MobiusController<Model, Event, Effect>) throws {
        console.start()
        for outlet in outlets { try outlet.open(opened, controller) }
        controller.start()
        console.notice(summary, .info)
        for outlet in outlets { try outlet.start() }
        if !queue.denials.isEmpty { console.notice(RealTimeDenial.describe(queue.denials), .warning) }
        queue.perform {
            state.value.stopController = controller.stop
            state.value.play = opened.simulatedChip.map { chip in
                SimulatedPlay(
                    board: board, wiring: opened.wiring, chip: chip, clock: clock, queue: queue,
                    console: console, commands: board.attachments.object(CommandLog.self)
                ) { [self] in follow($0) }
            }
            state.value.play?.start()
        }
        try queue.perform {
            notifyManager(.ready(status: summary))
            state.value.watchdog = try manager?.feedWatchdog(from: queue) { [console] error in
                console.notice("\(error)", .error)
            }
        }
        // Last, because an earlier signal is delivered now and stops what has been started.
        _ = try signals.watch(on: queue) { [self] in end(status: 0) }
    }

    /// Ends an application that could not start: abandons its outlets, and closes its memories.
    func abandon() {
        for outlet in outlets { outlet.abandon() }
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
            end(status: ExitStatus.of(error))
        }
    }

    /// Stops the loop, makes all outputs safe and exits. Queue only.
    private func end(status: Int32) {
        guard !state.value.isEnding else { return }
        state.value.isEnding = true
        notifyManager(.stopping)
        state.value.watchdog?.dispose()
        state.value.play?.close()
        for outlet in outlets { outlet.close() }
        state.value.stopController()
        CurrentBoard.set(nil)
        board.close()
        // The outputs are safe by now.
        for outlet in outlets { outlet.finish() }
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
