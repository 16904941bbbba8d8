import CLibrary
import CarillonScheduling

/// The first difference of a replaying program from the recorded session.
///
/// The program is another one than the recorded one, or it depends on something that a session does not contain.
public struct SessionDivergence: Error, Equatable, Sendable {
    /// The kind of the difference.
    package enum Reason: Equatable, Sendable {
        /// An event, its effects or the model after it differ from the recording.
        case differs(event: Int, EventLogDifference)
        /// The program does not have the line, timer, sound or loop of an input.
        case notRequested(Session.Input)
        /// The work that another thread did in the recording has not arrived within the time limit.
        case notArrived(Session.Input, limit: Duration)
        /// The recording lacks at least this number of inputs here.
        case gap(Int)
    }

    /// The time since the start of the session.
    public let time: Duration
    package let reason: Reason

    package init(time: Duration, _ reason: Reason) {
        self.time = time
        self.reason = reason
    }

    /// The number of the event at which the program differs, counted from 1; nil if the inputs differ first.
    public var event: Int? { if case .differs(let event, _) = reason { event } else { nil } }
}

extension SessionDivergence: CustomStringConvertible {
    /// The time, and what differs: `event 12 after 3.5 s: increment: level: 4 -> 5`. Control characters are replaced.
    public var description: String { text.printable }

    private var text: String {
        switch reason {
        case .differs(let event, let difference):
            "event \(event) after \(time.inWords): \(difference.text)"
        case .notRequested(let input): "after \(time.inWords), the program has no use for the input \(input)"
        case .notArrived(let input, let limit):
            "after \(time.inWords), the input \(input) of another thread has not come within \(limit.inWords); "
                + "make the events Codable, so that a session has their values"
        case .gap(let count): "after \(time.inWords), the session lacks \(count) inputs or more"
        }
    }
}
