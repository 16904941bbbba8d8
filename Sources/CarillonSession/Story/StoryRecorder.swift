import CarillonScheduling
import MobiusCore

/// Keeps the events of a loop until another thread makes text of them.
///
/// The loop's queue copies values only, and never waits: if the other thread does not keep up, events are left out of
/// the story. Their numbers show it.
package struct StoryRecorder<Model, Event, Effect>: Sendable {
    /// Enough for a quarter of a second with 1000 events per second.
    private static var capacity: Int { 256 }

    /// Receives the events. Attach it to the controller before the start.
    package let monitor: any LoopMonitor<Model, Event, Effect>
    private let inbox: Inbox<Happening<Model, Event, Effect>>

    /// - Parameter queue: The queue of the loop.
    package init(on queue: any Scheduler) {
        let inbox = Inbox<Happening<Model, Event, Effect>>(capacity: Self.capacity)
        self.inbox = inbox
        monitor = StoryMonitor(on: queue) { happening in _ = inbox.put(happening) }
    }

    /// Returns the next line; nil if there is none. Call on one thread only.
    package func next() -> StoryLine? { inbox.take()?.line }
}
