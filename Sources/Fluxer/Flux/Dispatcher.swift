import CarillonScheduling
import MobiusCore
import Synchronization

/// Gives each action to all handlers, one after the other.
///
/// An action is completed before the next begins. One that is dispatched by a handler follows after the present one. So
/// does one that another thread dispatches meanwhile, without waiting: it is handled on the thread that is at it.
///
/// Every method may be called from any thread, unless it says otherwise.
///
/// Unchecked Sendable: the handlers have a lock, and what is variable else is touched at home only, by one at a time.
public final class Dispatcher: @unchecked Sendable {
    /// Dispatches an action. May be called from any thread; does nothing when the dispatcher is gone.
    public typealias AsyncActionCallback = @Sendable (any Action) -> Void
    /// A function that takes a while and then dispatches actions.
    public typealias AsyncActionCreator = (@escaping AsyncActionCallback) -> Void

    private let home: Home
    private let handlers = Locked(ActionHandlers())
    private var waiting = FIFO<any Action>()
    private var isDispatching = false
    private var actionNumber = 0
    /// Whether a handler has taken the present action.
    private var isTaken = false
    /// The handlers that are at the present action: each waits for the one after it.
    private var pending: [ActionHandler] = []

    /// A dispatcher whose handlers run on the thread that dispatches.
    public init() {
        home = Home(nil)
    }

    /// A dispatcher whose handlers run on `queue`.
    ///
    /// An action that is dispatched on the queue itself is handled there, at once; one from another thread is enqueued.
    public init(on queue: any LoopQueue) {
        home = Home(queue)
    }

    // MARK: Handlers

    /// Has `handler` called with each action, after the handlers that are there already. It begins with the next action
    /// when one is just being handled.
    ///
    /// - Returns: The token, for ``waitFor(_:action:)`` and ``unregister(registrationToken:)``: the place of the call in
    ///   the program, and a number.
    @discardableResult
    public func register(
        _ handler: @escaping @Sendable (any Action) -> Void, fileID: String = #fileID, line: UInt = #line
    ) -> String {
        handlers.withLock { handlers in
            handlers.add(for: nil, from: "\(fileID):\(line)") { action in
                handler(action)
                return true
            }
        }.token
    }

    /// Has `handler` called with each action of a type.
    ///
    /// - Returns: The token, as of ``register(_:fileID:line:)``.
    @discardableResult
    public func register<A: Action>(
        _ type: A.Type, fileID: String = #fileID, line: UInt = #line, _ handler: @escaping @Sendable (A) -> Void
    ) -> String {
        handlers.withLock { handlers in
            handlers.add(for: type, from: "\(fileID):\(line)") { action in
                guard let action = action as? A else { return false }
                handler(action)
                return true
            }
        }.token
    }

    /// Has the handler not called any more, also not with the action that is just being handled.
    ///
    /// - Parameter registrationToken: What `register` returned. One that is not known, or no more, is left alone.
    public func unregister(registrationToken: String) {
        _ = handlers.withLock { $0.remove(registrationToken) }
    }

    /// Lets other handlers handle the action first. To be called by a handler, while it handles it.
    ///
    /// Those that have handled it already are not called again; a token that nobody is registered with any more is
    /// passed over. Calling it outside a dispatch is an error, for `MobiusHooks`, and so are handlers that wait for each
    /// other in a circle.
    ///
    /// - Parameters:
    ///   - registrationTokens: Those of the handlers to wait for.
    ///   - action: The action that is being handled.
    public func waitFor(_ registrationTokens: [String], action: any Action) {
        guard home.isCurrent, isDispatching else {
            let tokens = registrationTokens.joined(separator: ", ")
            MobiusHooks.fail(
                "waitFor(\(tokens)) with a \(type(of: action)) outside a dispatch: call it in a handler of this dispatcher"
            )
        }
        for token in registrationTokens {
            guard let handler = handlers.withLock({ $0[token] }) else { continue }
            switch handler.progress(atAction: actionNumber) {
            case .waiting: call(handler, with: action)
            case .pending: refuseCircle(to: handler, action)
            case .handled: break
            }
        }
    }

    // MARK: Actions

    /// Gives `action` to all handlers.
    ///
    /// An action of a type that no handler has ever been registered for is an error, for `MobiusHooks`.
    public func dispatch(_ action: any Action) {
        let isDone = home.now { receive(action) }
        if !isDone { home.later { [self] in receive(action) } }
    }

    /// Calls `asyncActionCreator`, at once, with a function that dispatches an action.
    ///
    ///     dispatcher.dispatch { callback in
    ///         queue.async { callback(Loaded(page: load())) }
    ///     }
    public func dispatch(_ asyncActionCreator: AsyncActionCreator) {
        asyncActionCreator(weakly())
    }

    /// Calls `asyncActionCreator` in a task of its own with a function that dispatches an action.
    ///
    ///     dispatcher.dispatch { callback in
    ///         callback(Loaded(page: await load()))
    ///     }
    ///
    /// - Returns: Disposed, it cancels the task.
    @discardableResult
    public func dispatch(
        _ asyncActionCreator: @escaping @Sendable (@escaping AsyncActionCallback) async -> Void
    ) -> any Disposable {
        let callback = weakly()
        return Task { await asyncActionCreator(callback) }.asDisposable
    }

    /// Begins `asyncAction`, at once.
    public func dispatch(_ asyncAction: any AsyncAction) {
        asyncAction.exec(callback: weakly())
    }

    private func weakly() -> AsyncActionCallback {
        { [weak self] action in self?.dispatch(action) }
    }

    // MARK: At home

    private func receive(_ action: any Action) {
        guard !isDispatching else { return waiting.append(action) }
        isDispatching = true
        handle(action)
        while let next = waiting.popFirst() { handle(next) }
        isDispatching = false
    }

    private func handle(_ action: any Action) {
        actionNumber += 1
        isTaken = false
        for handler in handlers.withLock({ $0.members.places }) {
            if let handler, handler.progress(atAction: actionNumber) == .waiting { call(handler, with: action) }
        }
        if !isTaken, !handlers.withLock({ $0.hasKnown(type(of: action)) }) {
            MobiusHooks.fail(
                "no handler has been registered for \(type(of: action)): register one before \(action) is dispatched")
        }
    }

    private func call(_ handler: ActionHandler, with action: any Action) {
        guard handler.isRegistered.load(ordering: .relaxed) else { return }
        handler.setProgress(.pending, atAction: actionNumber)
        pending.append(handler)
        if handler.handle(action) { isTaken = true }
        pending.removeLast()
        handler.setProgress(.handled, atAction: actionNumber)
    }

    private func refuseCircle(to handler: ActionHandler, _ action: any Action) {
        let circle = pending.drop { $0 !== handler }.map(\.token) + [handler.token]
        MobiusHooks.fail(
            "the handlers of a \(type(of: action)) wait for each other in a circle: "
                + circle.joined(separator: " waits for "))
    }
}
