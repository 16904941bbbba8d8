import CarillonScheduling

/// The first input of a session that the replaying program has no use for.
///
/// The program is another one than the recorded one, or it depends on something that a session does not contain.
package struct SessionDivergence: Error, Equatable {
    /// The reason.
    package enum Reason: Equatable, Sendable {
        /// The program does not have the line, timer, sound or loop.
        case notRequested
        /// The work that another thread did in the recording has not arrived within the time limit.
        case notArrived(limit: Duration)
        /// The recording lacks entries here.
        case gap(Int)
    }

    /// The index of the entry.
    package let index: Int
    /// The time since the start of the session.
    package let time: Duration
    /// The input.
    package let input: Session.Input
    package let reason: Reason
}

extension SessionDivergence: CustomStringConvertible {
    package var description: String {
        switch reason {
        case .notRequested: "input \(index) at \(time): the program has not requested \(input)"
        case .notArrived(let limit):
            "input \(index) at \(time): \(input) has not arrived within \(limit): make its events Codable"
        case .gap(let count): "input \(index) at \(time): \(count) inputs were not recorded"
        }
    }
}
