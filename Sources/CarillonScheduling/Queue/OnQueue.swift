/// State that belongs to a queue.
///
/// A debug build stops the program where the state is touched on another thread than the queue's. A release build has the
/// state and nothing else: its layout is that of `State`. On hot paths, measure what copying reads cost.
///
///     final class Lamp: Sendable {
///         private struct State {
///             var isOn = false
///         }
///
///         /// Unsafe for the compiler only: `OnQueue` checks it.
///         nonisolated(unsafe) private var state: OnQueue<State>
///
///         init(queue: any Scheduler) {
///             state = OnQueue(State(), on: queue)
///         }
///
///         /// Switches the lamp. On the queue.
///         func toggle() { state.value.isOn.toggle() }
///     }
///
/// It fits whatever can say whether the caller is on it, which each `LoopQueue` can. It does not fit state that passes from
/// thread to thread without a queue, such as that of a voice or of an audio device.
@frozen @usableFromInline
package struct OnQueue<State> {
    @usableFromInline var stored: State
    #if DEBUG
        @usableFromInline let isCurrent: @Sendable () -> Bool
    #endif

    /// - Parameters:
    ///   - state: The state at first. May be given on any thread.
    ///   - queue: Kept alive in debug builds only, so its user has to hold it.
    @inlinable
    package init(_ state: State, on queue: any LoopQueue) {
        self.init(state) { queue.isCurrent }
    }

    /// - Parameters:
    ///   - state: The state at first. May be given on any thread.
    ///   - isCurrent: Returns whether the caller may touch the state.
    @inlinable
    package init(_ state: State, isCurrent: @escaping @Sendable () -> Bool) {
        stored = state
        #if DEBUG
            self.isCurrent = isCurrent
        #endif
    }

    /// The state. On the queue. Reading copies what is read, so that a call on it may touch the state again.
    @inlinable package var value: State {
        get {
            check()
            return stored
        }
        _modify {
            check()
            yield &stored
        }
    }

    @inlinable
    func check() {
        #if DEBUG
            precondition(isCurrent(), "\(State.self) is touched on another thread than that of its queue")
        #endif
    }
}
