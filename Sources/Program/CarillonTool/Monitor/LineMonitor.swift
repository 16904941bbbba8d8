import CarillonAppliance
import CarillonBoard
import CarillonGPIO
import CarillonRealTime
import Dispatch
import Glibc

/// A monitor of lines: in a terminal it draws curves, elsewhere it prints each edge on a line.
final class LineMonitor: Sendable {
    private struct State {
        var inputs: [any InputLine] = []
        var traces: [LineTrace] = []
        var keyboard: Keyboard?
        var script = Script()
        var failure: (any Error)?
    }

    /// The interval between drawings, and the duration of a curve's character.
    private static let step = Duration.milliseconds(100)
    /// The keys that change the lines of a simulated board, in the lines' order.
    private static let keys = Array("123456789abcdefghijklmnoprstuvwxyz".utf8)

    private let lines: [WatchedLine]
    private let screen: MonitorScreen?
    private let queue: RealTimeQueue
    private let chip: any GPIOChip
    private let simulatedChip: SimulatedChip?
    private let input: StandardInput
    private let isOver = DispatchSemaphore(value: 0)
    private let state: OnQueue<State>

    /// - Throws: `GPIOError` if the board's chips cannot be used, `RealTimeError` if the system has no thread left.
    init(_ lines: [WatchedLine], on board: BoardDescription) throws {
        self.lines = lines
        queue = try RealTimeQueue(
            name: "monitor", configuration: RealTimeConfiguration(priority: 0), onDenial: { _ in })
        if board.isSimulated {
            let chip = SimulatedChip(lineNames: board.lineNames, time: queue)
            (self.chip, simulatedChip) = (chip, chip)
        } else {
            chip = try BoardChip(opening: board, consumer: "carillon monitor", queue: queue)
            simulatedChip = nil
        }
        input = StandardInput(queue: queue)
        state = OnQueue(State(), on: queue)
        let keys = zip(lines, Self.keys).map { "\(Character(Unicode.Scalar($1))) \($0.name)" }.joined(separator: "  ")
        let hint = simulatedChip == nil ? "q quits" : "q quits; keys change lines: \(keys)"
        screen = Terminal.current.height == nil ? nil : MonitorScreen(title: board.title, hint: hint)
    }

    /// Watches until a termination signal or the key q.
    ///
    /// - Throws: `GPIOError` if a line cannot be watched, `UsageError` for invalid standard input, or an error of
    ///   reading it.
    func run() throws {
        let signals = try TerminationSignals()
        defer { queue.stop() }
        try queue.perform {
            defer { if state.value.failure != nil { end() } }
            try request()
            _ = try signals.watch(on: queue) { [self] in end() }
            begin()
        }
        isOver.wait()
        let (traces, failure) = queue.perform {
            close()
            return (state.value.traces, state.value.failure)
        }
        if let failure { throw failure }
        if screen != nil {
            for trace in traces { print("\(trace.name) \(trace.levelName), \(trace.edges) edges") }
        }
    }

    private func request() throws {
        for (index, line) in lines.enumerated() {
            let input = try chip.requestInput(line.name, settings: InputSettings(bias: line.bias))
            state.value.inputs.append(input)
            if line.bias == .pullUp { try simulatedChip?.drive(line.name, .active) }
            state.value.traces.append(LineTrace(name: line.name, note: line.note, level: try input.level()))
            try input.watch { [self] edge in follow(edge, line: index) }
        }
    }

    private func begin() {
        if let screen {
            state.value.keyboard = StandardInput.isTerminal ? Keyboard() : nil
            show(MonitorScreen.enter)
            draw(screen)
            _ = queue.every(Self.step) { [self] _ in
                for index in state.value.traces.indices { state.value.traces[index].tick() }
                draw(screen)
            }
        } else {
            for trace in state.value.traces { report(trace, at: queue.now) }
        }
        if state.value.keyboard != nil || simulatedChip != nil { listen() }
    }

    private func close() {
        for input in state.value.inputs { input.close() }
        if screen != nil { show(MonitorScreen.leave) }
        state.value.keyboard?.restore()
    }

    private func end() { isOver.signal() }

    private func follow(_ edge: Result<Edge, GPIOError>, line: Int) {
        switch edge {
        case .success(let edge):
            state.value.traces[line].follow(edge.level)
            if screen == nil { report(state.value.traces[line], at: edge.time) }
        case .failure(let error):
            state.value.traces[line].lose()
            if screen == nil { Tool.notice("monitor: \(error)") }
        }
    }

    // MARK: Output

    private func draw(_ screen: MonitorScreen) { show(screen.draw(state.value.traces, on: .current)) }

    /// Prints `12.345678 GPIO17 high`. The time is the kernel's clock since the machine's start, in seconds.
    private func report(_ trace: LineTrace, at time: Duration) {
        show("\(time.inSeconds) \(trace.name) \(trace.levelName)\n")
    }

    private func show(_ text: String) {
        print(text, terminator: "")
        fflush(nil)
    }

    // MARK: Input

    private func listen() {
        input.next { [self] piece in
            switch piece {
            case .bytes(let bytes):
                state.value.keyboard == nil ? changeByNames(bytes) : changeByKeys(bytes)
                if state.value.failure == nil { listen() }
            case .end:
                if simulatedChip != nil {
                    changeByNames("\n".utf8.map { $0 }[...])
                    end()
                }
            case .failed(let error):
                state.value.failure = error
                end()
            }
        }
    }

    private func changeByKeys(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            if byte == UInt8(ascii: "q") { return end() }
            if let index = Self.keys.firstIndex(of: byte), index < lines.count { change(lines[index].name) }
        }
    }

    private func changeByNames(_ bytes: ArraySlice<UInt8>) {
        for name in state.value.script.take(bytes) {
            guard lines.contains(where: { $0.name == name }) else {
                state.value.failure = UsageError("standard input: line \"\(name)\" is not watched")
                return end()
            }
            change(name)
        }
    }

    private func change(_ name: String) {
        guard let level = simulatedChip?.level(of: name) else { return }
        try? simulatedChip?.drive(name, level.inverted)
    }
}

/// A parser of names, one a line, from pieces of text.
private struct Script {
    private var rest: [UInt8] = []

    /// Adds a piece, and returns the names on complete lines.
    mutating func take(_ bytes: ArraySlice<UInt8>) -> [String] {
        let lines = (rest + bytes).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        rest = Array(lines.last ?? [])
        return lines.dropLast().map { line in
            String(decoding: line, as: UTF8.self).filter { !$0.isWhitespace }
        }.filter { !$0.isEmpty }
    }
}
