import CLibrary
import CarillonScheduling
import Dispatch
import MobiusCore
import Synchronization

/// Runs `body` on a thread of its own. If the thread calls the error handler, it stays there for good.
///
/// - Returns: The message passed to the error handler on that thread; `nil` if it was not called.
public func misuse(in body: @escaping @Sendable () -> Void) -> String? {
    _ = installErrorHandler
    let trial = Trial(body: body)
    var thread = pthread_t()
    pthread_create(
        &thread, nil,
        { context in
            let trial = Unmanaged<Trial>.fromOpaque(context!).takeRetainedValue()
            trials.withLock { $0[UInt(pthread_self())] = trial }
            trial.body()
            _ = trials.withLock { $0.removeValue(forKey: UInt(pthread_self())) }
            trial.isOver.signal()
            return nil
        }, Unmanaged.passRetained(trial).toOpaque())
    pthread_detach(thread)
    trial.isOver.wait()
    return trial.message.withLock { $0 }
}

private final class Trial: Sendable {
    let body: @Sendable () -> Void
    let message = Mutex<String?>(nil)
    let isOver = DispatchSemaphore(value: 0)

    init(body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}

/// The running trials by their threads, in a lock that ThreadSanitizer supports.
private let trials = Locked<[UInt: Trial]>([:])

/// Installs the error handler, which all tests of the process share.
private let installErrorHandler: Void = MobiusHooks.setErrorHandler { message, file, line in
    guard let trial = trials.withLock({ $0.removeValue(forKey: UInt(pthread_self())) }) else {
        MobiusHooks.defaultErrorHandler(message, file: file, line: line)
    }
    trial.message.withLock { $0 = message }
    trial.isOver.signal()
    // The thread must not continue, and its stack still holds the objects in use.
    while true { pause() }
}
