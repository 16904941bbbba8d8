import CarillonScheduling

/// The form of a history.
enum HistoryForm {
    /// The number of events from one kept model to the next.
    static let eventsPerModel = 32
    /// The number of starts of the loop that are kept at least.
    static let mostStarts = 64
}

/// A history without the types of its loop. Used on the loop's queue only.
package protocol HistorySource: AnyObject, Sendable {
    /// The number of events and starts so far.
    var count: Int { get }
    /// The number of the oldest one that is kept.
    var first: Int { get }
    /// Returns a copy of the entries with these numbers, as far as they are kept. The copy is cheap.
    func copy(_ numbers: Range<Int>) -> HistoryCopy
}

/// Some entries of a history, for another thread.
package struct HistoryCopy: Sendable {
    /// The number of the oldest entry that the history has kept.
    package let first: Int
    /// The number of entries so far.
    package let count: Int
    /// Computes the entries with their models and effects. Calls the loop's update function.
    package let entries: @Sendable () -> [HistoryEntry]
}

/// An event of a loop, or a start.
package struct HistoryEntry {
    package let number: Int
    /// nil is a start of the loop.
    package let event: Any?
    /// The model before the event. Of a start, it has no meaning.
    package let before: Any
    /// The new model; nil if it has not changed.
    package let after: Any?
    package let effects: [Any]
    package let moments: EventMoments
}
