/// State that belongs to a queue, in a box that is held by `let`.
///
/// A debug build stops the program if the state is accessed on another thread than the queue's, or while another access
/// modifies it. A release build checks neither, and stores the state and nothing else. On hot paths, measure the cost of
/// reads, because they copy.
///
///     final class Lamp: Sendable {
///         private struct State {
///             var isOn = false
///         }
///
///         private let state: OnQueue<State>
///
///         init(queue: any Scheduler) {
///             state = OnQueue(State(), on: queue)
///         }
///
///         /// Switches the lamp. Queue only.
///         func toggle() { state.value.isOn.toggle() }
///     }
///
/// It fits any owner that can report whether the caller is on it, as each `LoopQueue` can. It does not fit state that
/// passes from thread to thread without a queue, such as that of a voice or of an audio device.
///
/// `@unchecked Sendable`: the state is accessed on the queue only, which debug builds check.
@usableFromInline
package final class OnQueue<State>: @unchecked Sendable {
    #if DEBUG
        @usableFromInline var stored: State
        @usableFromInline let isCurrent: @Sendable () -> Bool
    #else
        @exclusivity(unchecked) @usableFromInline var stored: State
    #endif

    /// - Parameters:
    ///   - state: The initial state. May be created on any thread.
    ///   - queue: Retained in debug builds only, so the user must keep it alive.
    @inlinable
    package convenience init(_ state: State, on queue: any LoopQueue) {
        self.init(state) { queue.isCurrent }
    }

    /// - Parameters:
    ///   - state: The initial state. May be created on any thread.
    ///   - isCurrent: Returns whether the caller may access the state.
    @inlinable
    package init(_ state: State, isCurrent: @escaping @Sendable () -> Bool) {
        stored = state
        #if DEBUG
            self.isCurrent = isCurrent
        #endif
    }

    /// The state. Queue only. A read copies the value, so that a call on it may access the state again.
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
            guard isCurrent() else { fatalError("\(State.self) was accessed on a thread other than its queue's") }
        #endif
    }
}
