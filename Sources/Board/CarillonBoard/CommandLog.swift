import CarillonDevices
import CarillonScheduling

/// The newest commands that came to a board from outside its program, with their sources, and those that were refused.
///
/// May be used from any thread. It takes part in no session.
package final class CommandLog: Attachment {
    /// The sender of a command.
    package enum Source: String, Sendable {
        case page, fleet, panel, script
    }

    /// A command, or the same one several times in succession.
    package struct Entry: Equatable, Sendable {
        /// The time of the newest one, on the clock of the board's queue.
        package fileprivate(set) var time: Duration
        package let source: Source
        /// The command: `led lamp: 50`.
        package let text: String
        /// The reason why it had no effect; nil if it had one.
        package let refusal: String?
        package fileprivate(set) var count = 1
    }

    private struct State {
        var entries: [Entry] = []
        var total = 0
        var limit = ReportLimit()
    }

    private static let mostEntries = 50

    private let clock: any Scheduler
    private let report: @Sendable (_ text: String, _ isRefused: Bool) -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - clock: The board's queue.
    ///   - report: Called with a line for the journal, as often as a `ReportLimit` allows. Called on any thread.
    package init(clock: any Scheduler, report: @escaping @Sendable (_ text: String, _ isRefused: Bool) -> Void) {
        self.clock = clock
        self.report = report
    }

    /// The newest commands, oldest first.
    package var entries: [Entry] { state.withLock { $0.entries } }

    /// The number of commands so far.
    package var total: Int { state.withLock { $0.total } }

    /// Adds a command.
    ///
    /// - Parameters:
    ///   - refusal: The reason why it had no effect.
    ///   - isReported: Whether the journal has a line about it.
    package func add(_ source: Source, _ text: String, refusal: String? = nil, isReported: Bool) {
        let now = clock.now
        let text = text.count > 80 ? "\(text.prefix(80))..." : text
        let line: String? = state.withLock { state in
            state.total += 1
            if let last = state.entries.last, (last.source, last.text, last.refusal) == (source, text, refusal) {
                state.entries[state.entries.count - 1].time = now
                state.entries[state.entries.count - 1].count += 1
                // Only the first one is reported.
                return nil
            } else {
                if state.entries.count == Self.mostEntries { state.entries.removeFirst() }
                state.entries.append(Entry(time: now, source: source, text: text, refusal: refusal))
            }
            guard isReported else { return nil }
            switch state.limit.decide(at: now) {
            case .report: return "\(source.rawValue): " + (refusal.map { "refused \(text): \($0)" } ?? text)
            case .reportPause: return "more commands came; the next reports are those of the next minute"
            case .drop: return nil
            }
        }
        if let line { report(line, refusal != nil) }
    }
}

/// The reason that a command has no effect.
package enum CommandFault: Equatable, Sendable {
    /// There is no such device, or it cannot be set.
    case unknown
    /// The wiring does not let this source set the device.
    case forbidden(OutsideSource)
    /// The device does not accept the value.
    case unacceptable
    /// A view drives the device, and the application has no event for the command.
    case driven
    /// No running loop receives the command.
    case noLoop
}

extension CommandFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknown: "no device there can be set"
        case .forbidden(let source): "the wiring does not let the \(source) set this device"
        case .unacceptable: "the device does not accept this value"
        case .driven: "the model drives this device, and the program has no event for it"
        case .noLoop: "no loop of the program is running"
        }
    }
}

/// Commands from outside the program, which are inputs of a session.
extension Board {
    /// The beginning of the paths of the page's commands in sessions. Those of a fleet have none.
    package static let pagePrefix = "page:"

    /// Sets a feature from outside the program, as an input of a session. Any thread, but not in an input.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - text: The value, see `Feature.Value.commanded`.
    ///   - source: The sender.
    ///   - then: Called on the board's queue with the reason that the command has no effect; nil if it has one.
    package func command(
        _ feature: BoardFeature, _ text: String, from source: OutsideSource,
        then: @escaping @Sendable (CommandFault?) -> Void
    ) {
        let prefix = source == .page ? Self.pagePrefix : ""
        inputs.command(prefix + feature.path.text, text) { [self] in
            then(set(feature, to: feature.value.commanded(text), from: source))
        }
    }

    /// Carries out a command, a reading or an event of the player of a session. Queue only.
    ///
    /// - Returns: Whether the board has the feature.
    package func replay(_ path: String, _ text: String) -> Bool {
        if replayPlayer(path, text) || replayReading(path, text) || replayClock(path, text) { return true }
        let isOfPage = path.hasPrefix(Self.pagePrefix)
        guard let feature = features[isOfPage ? String(path.dropFirst(Self.pagePrefix.count)) : path] else {
            return false
        }
        _ = set(feature, to: feature.value.commanded(text), from: isOfPage ? .page : .fleet)
        return true
    }

    /// Sets a feature from outside the program. The application receives what it has an event for. What its model drives is
    /// refused, because the next model would undo it. Queue only.
    ///
    /// - Parameter value: The value; nil for a command that is not a value of the feature.
    /// - Returns: The reason that the feature has not been set; nil if it has.
    package func set(
        _ feature: BoardFeature, to value: Feature.Value?, from source: OutsideSource
    ) -> CommandFault? {
        let description = feature.feature
        guard description.canBeSet else { return .unknown }
        guard feature.allows(source) else { return .forbidden(source) }
        guard let value else { return .unacceptable }
        guard let receiver = features.receiver(of: feature) else {
            guard !description.isDriven else { return .driven }
            return feature.set(value) ? nil : .unacceptable
        }
        guard description.accepts(value, insteadOf: feature.value), receiver.accepts(value) else {
            return .unacceptable
        }
        return receiver.send(value) ? nil : .noLoop
    }
}
