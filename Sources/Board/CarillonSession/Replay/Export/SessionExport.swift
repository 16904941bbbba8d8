import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonScheduling

/// Writes a session as a test in the words of the bench.
///
/// The bench has other times than the session, because the user of a bench waits until contacts have settled. So each
/// script is performed with the program, and it counts only if the program then produces the same event log: the same events,
/// models and effects, apart from the times in them. The simplest of these scripts becomes the test.
///
/// Each performance takes as long as the session, and the search would need many for a long one. So its time is limited.
/// If no script has produced the event log by then, the test replays the file.
package struct SessionExport {
    /// The maximum number of runs of the program for the simplification.
    private static let mostRuns = 1000
    /// The characters of a model's text in one line.
    private static let mostCharacters = 70
    /// The time for the search of a script.
    package static let searchTime = Duration.milliseconds(1500)

    /// A test, and its relation to the session.
    package struct Test {
        /// The lines of the test function.
        package let lines: [String]
        /// The number of the user's actions in the session: presses, turns, changes of switches.
        package let actCount: Int
        /// Whether the test has the words of the bench. If not, they could not produce the session's event log, and the test
        /// replays the file.
        package let isInWords: Bool
        /// Whether the time of the search has ended before a script had produced the event log.
        package let isTooLong: Bool
        /// The reason why the test replays the file; nil if it has the words of the bench.
        package let reason: String?
    }

    private let program: SessionProgram
    let session: Session
    private let eventLog: [String]
    private let acts: RecordedActions
    private let memories: ExportedMemories
    private let hasTime: () -> Bool
    /// The model at the end of the session.
    private let model: Any
    /// The length of the session.
    let end: Duration

    /// - Parameters:
    ///   - session: The session.
    ///   - program: The program, which must not diverge from the session.
    ///   - hasTime: Whether the search may go on. Called often.
    ///   - progress: Called during the replay with the time since the start of the session.
    /// - Throws: The divergence, and the errors of the wiring and of the application.
    package init(
        _ session: Session, of program: SessionProgram, while hasTime: @escaping () -> Bool = { true },
        progress: @escaping (Duration) -> Void = { _ in }
    ) throws {
        let outcome = try program.replay(session, progress: progress)
        if let divergence = outcome.divergence { throw divergence }
        (self.program, self.hasTime, model) = (program, hasTime, outcome.model)
        self.session = session
        eventLog = outcome.eventLogWithoutTimes.map(\.text)
        end = outcome.duration
        memories = ExportedMemories(session)
        acts = try RecordedActions(session, wiring: SimulatedBoard(program.wiring).wiring)
    }

    /// Returns the test.
    ///
    /// - Parameters:
    ///   - wiring: The wiring, as Swift code.
    ///   - function: The function that makes the application's controller, as Swift code.
    ///   - file: The path of the session.
    package func test(wiring: String, function: String, file: String) throws -> Test {
        for (script, seed) in candidates where hasTime() {
            guard let model = try model(after: script, seed: seed) else { continue }
            let (simple, simpleModel) = try simplified(script, model, seed: seed)
            let options = inputs + (seed == 0 ? "" : ", seed: \(seed)") + memories.arguments
            return Test(
                lines: memories.lines + ["let bench = try Bench(wiring: \(wiring)\(options), \(function))"]
                    + simple.lines(acts.controls) + Self.expectations(simpleModel), actCount: acts.acts.count,
                isInWords: true, isTooLong: false, reason: nil)
        }
        return Test(
            lines: ["let bench = try Bench(replaying: \(SwiftText.literal(file)), wiring: \(wiring), \(function))"]
                + ["#expect(bench.divergence == nil)"] + Self.expectations(model), actCount: acts.acts.count,
            isInWords: false, isTooLong: !hasTime(),
            reason: hasTime() ? WordlessInputs(session).reason : "it is too long for the words of the bench")
    }

    private var candidates: [(BenchScript, seed: UInt64)] {
        let steps: [Duration?] = [.milliseconds(10), .milliseconds(1), nil]
        let words = steps.map { BenchScript(acts, until: end, step: $0) }
        return [0, session.header.seed].flatMap { seed in words.map { ($0, seed) } }
    }

    /// The argument with the inputs that are active at the start.
    private var inputs: String {
        let names = SimulatedControls(program.wiring).lines.filter { acts.initial[$0.line] == .active }.map(\.name)
        guard !names.isEmpty else { return "" }
        return ", inputs: [\(names.sorted().map { "\(SwiftText.literal($0)): true" }.joined(separator: ", "))]"
    }

    // MARK: Event logs

    /// Performs a script as long as it produces the event log of the session.
    ///
    /// - Returns: The model at the end; nil if the script produces another event log, or if the time is over.
    private func model(after script: BenchScript, seed: UInt64) throws -> Any? {
        let comparison = Locked((count: 0, isSame: true))
        let outcome = try program.run(seed: seed, levels: acts.initial, memories: memories.parts) { [eventLog] line in
            comparison.withLock { state in
                state.isSame = state.isSame && state.count < eventLog.count && line.text == eventLog[state.count]
                state.count += 1
            }
        } _: { board in
            script.perform(on: board, controls: acts.controls) {
                !comparison.withLock { $0.isSame } || !hasTime()
            }
        }
        return comparison.withLock { $0.isSame && $0.count == eventLog.count } && hasTime() ? outcome.model : nil
    }

    // MARK: Simplification

    /// Returns a script without the pauses and durations that change nothing in the event log, and the model after it.
    private func simplified(_ script: BenchScript, _ model: Any, seed: UInt64) throws -> (BenchScript, Any) {
        var (best, model, runs) = (script, model, 0)
        func attempt(_ change: (inout BenchScript.Word?) -> Void, at indices: ArraySlice<Int>) throws {
            guard !indices.isEmpty, runs < Self.mostRuns, hasTime() else { return }
            runs += 1
            var words = best.words.map(Optional.some)
            for index in indices { change(&words[index]) }
            var candidate = best
            candidate.words = words.map { $0 ?? .advance(.zero) }
            if candidate == best { return }
            if let found = try self.model(after: candidate, seed: seed) {
                (best, model) = (candidate, found)
            } else if indices.count > 1 {
                let middle = indices.startIndex + indices.count / 2
                try attempt(change, at: indices[..<middle])
                try attempt(change, at: indices[middle...])
            }
        }
        let changes: [(inout BenchScript.Word?) -> Void] = [
            { word in if case .advance? = word { word = nil } },
            { word in if case .press(let control, _?) = word { word = .press(control, nil) } },
            { word in if case .press(let control, _?) = word { word = .hold(control) } },
            { word in if case .advance(let time) = word { word = .advance(Self.rounded(time, to: .seconds(1))) } },
            { word in if case .advance(let time) = word { word = .advance(Self.rounded(time, to: .milliseconds(100))) }
            },
        ]
        for change in changes { try attempt(change, at: Array(best.words.indices)[...]) }
        best.words.removeAll { $0 == .advance(.zero) }
        return (best, model)
    }

    private static func rounded(_ time: Duration, to step: Duration) -> Duration {
        guard time.wholeNanoseconds % step.wholeNanoseconds != 0, time > step else { return time }
        return time.rounded(to: step)
    }

    // MARK: Expectations

    /// Returns the checks of the model at the end. Values that are no literals are compared as text.
    private static func expectations(_ model: Any) -> [String] {
        switch model {
        case let model as Bool: ["#expect(bench.model == \(model))"]
        case let model as any BinaryInteger: ["#expect(bench.model == \(model))"]
        case let model as String: ["#expect(bench.model == \(SwiftText.literal(model)))"]
        default:
            // A set or a dictionary has another order in each process.
            EventLogText.describe(model) == "\(model)" ? expectation(of: "\(model)") : []
        }
    }

    /// Returns the check of a model by its text, which is written over several lines if it is long.
    private static func expectation(of text: String) -> [String] {
        guard text.count > mostCharacters else {
            return ["#expect(\"\\(bench.model)\" == \(SwiftText.literal(text)))"]
        }
        var pieces: [String] = [""]
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let isFull = pieces[pieces.count - 1].count + word.count > mostCharacters
            if isFull { pieces.append("") }
            pieces[pieces.count - 1] += word + " "
        }
        pieces[pieces.count - 1].removeLast()
        let lines = pieces.map { "    \(SwiftText.literal($0))," }
        return ["let model = ["] + lines + ["].joined()", "#expect(\"\\(bench.model)\" == model)"]
    }
}
