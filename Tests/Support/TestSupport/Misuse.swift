import CLibrary
import CarillonScheduling
import Dispatch
import MobiusCore
import Synchronization

/// Runs `body` on a thread of its own, which stays in the error handler for good if it comes there.
///
/// - Returns: What the error handler was told on that thread; `nil` if it was not called.
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

/// The trials that are running, by their threads. In a lock that ThreadSanitizer knows.
private let trials = Locked<[UInt: Trial]>([:])

/// The error handler is the program's, so that all tests have this one.
private let installErrorHandler: Void = MobiusHooks.setErrorHandler { message, file, line in
    guard let trial = trials.withLock({ $0.removeValue(forKey: UInt(pthread_self())) }) else {
        MobiusHooks.defaultErrorHandler(message, file: file, line: line)
    }
    trial.message.withLock { $0 = message }
    trial.isOver.signal()
    // The thread may not go on, and its stack still holds what it was at.
    while true { pause() }
}
