import CarillonScheduling
import MobiusCore
import Synchronization

/// The distributor of actions: it passes each action to all handlers, one after another.
///
/// An action is completed before the next one begins. An action that a handler dispatches is handled after the current one. The
/// same applies to an action that another thread dispatches meanwhile. That thread does not block, because the thread that
/// handles the current action also handles the new one.
///
/// Every method may be called from any thread, unless its documentation says otherwise.
///
/// Unchecked Sendable: the handlers have a lock. The other variables are used on `context` only, by one caller at a
/// time.
public final class Dispatcher: @unchecked Sendable {
    /// A function that dispatches an action. May be called from any thread. It has no effect after the dispatcher has
    /// been released.
    public typealias AsyncActionCallback = @Sendable (any Action) -> Void
    /// An asynchronous function that dispatches actions.
    public typealias AsyncActionCreator = (@escaping AsyncActionCallback) -> Void

    private let context: ExecutionContext
    private let handlers = Locked(ActionHandlers())
    private var waiting = FIFO<any Action>()
    private var isDispatching = false
    private var actionNumber = 0
    /// Whether a handler has accepted the current action.
    private var isTaken = false
    /// The handlers that are handling the current action. Each waits for the next one in the array.
    private var pending: [ActionHandler] = []

    /// Creates a dispatcher whose handlers run on `queue`; nil to run them on the thread that dispatches an action.
    ///
    /// An action that is dispatched on the queue is handled at once; an action from another thread is enqueued.
    public init(on queue: (any LoopQueue)? = nil) {
        context = ExecutionContext(queue)
    }

    // MARK: Handlers

    /// Registers `handler` for every action, after the existing handlers. If an action is being handled, the handler
    /// starts with the next one.
    ///
    /// - Returns: The token for ``waitFor(_:action:)`` and ``unregister(registrationToken:)``. It consists of the position of
    ///   the call in the source code and a number.
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

    /// Registers `handler` for every action of a type.
    ///
    /// - Returns: The token, as from ``register(_:fileID:line:)``.
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

    /// Removes a handler. The handler is not called any more, not even with the action that is being handled.
    ///
    /// - Parameter registrationToken: The token that `register` returned. An unknown or removed token is ignored.
    public func unregister(registrationToken: String) {
        _ = handlers.withLock { $0.remove(registrationToken) }
    }

    /// Calls other handlers with the action before the calling handler continues. Call only in a handler, while it handles the
    /// action.
    ///
    /// Handlers that have already handled the action are not called again; tokens of removed handlers are ignored. A call
    /// outside a dispatch, or a cycle of handlers that wait for each other, is an error that is reported through
    /// `MobiusHooks`.
    ///
    /// - Parameters:
    ///   - registrationTokens: The tokens of the handlers to wait for.
    ///   - action: The action that is being handled.
    public func waitFor(_ registrationTokens: [String], action: any Action) {
        guard context.isCurrent, isDispatching else {
            let tokens = registrationTokens.joined(separator: ", ")
            MobiusHooks.fail(
                "waitFor(\(tokens)) was called with a \(type(of: action)) outside of a dispatch; "
                    + "call it in a handler of this dispatcher")
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

    /// Passes `action` to all handlers.
    ///
    /// An action of a type that has never had a handler is an error that is reported through `MobiusHooks`.
    public func dispatch(_ action: any Action) {
        let isDone = context.tryRun { receive(action) }
        if !isDone { context.async { [self] in receive(action) } }
    }

    /// Calls `asyncActionCreator` at once with a function that dispatches an action.
    ///
    ///     dispatcher.dispatch { callback in
    ///         queue.async { callback(Loaded(page: load())) }
    ///     }
    public func dispatch(_ asyncActionCreator: AsyncActionCreator) {
        asyncActionCreator(weakly())
    }

    /// Calls `asyncActionCreator` in a new task, with a function that dispatches an action.
    ///
    ///     dispatcher.dispatch { callback in
    ///         callback(Loaded(page: await load()))
    ///     }
    ///
    /// - Returns: A disposable that cancels the task.
    @discardableResult
    public func dispatch(
        _ asyncActionCreator: @escaping @Sendable (@escaping AsyncActionCallback) async -> Void
    ) -> any Disposable {
        let callback = weakly()
        return Task { await asyncActionCreator(callback) }.asDisposable
    }

    /// Starts `asyncAction` at once, on the calling thread.
    public func dispatch(_ asyncAction: any AsyncAction) {
        asyncAction.exec(callback: weakly())
    }

    private func weakly() -> AsyncActionCallback {
        { [weak self] action in self?.dispatch(action) }
    }

    // MARK: On the dispatcher's context

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
        for handler in handlers.withLock({ $0.members.slots }) {
            if let handler, handler.progress(atAction: actionNumber) == .waiting { call(handler, with: action) }
        }
        if !isTaken, !handlers.withLock({ $0.hasKnown(type(of: action)) }) {
            MobiusHooks.fail(
                "no handler is registered for \(type(of: action)); register one before \(action) is dispatched")
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
            "the handlers of a \(type(of: action)) wait for each other: "
                + circle.joined(separator: " waits for "))
    }
}
