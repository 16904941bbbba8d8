import CarillonScheduling
import MobiusCore
import TestSupport
import Testing

@testable import CarillonDevices

/// Handlers that add and remove handlers while all are called.
@Suite struct ListenersTests {
    private let time = VirtualTime()
    private let listeners: Listeners<Int>
    private let calls = Calls()

    init() {
        listeners = Listeners(on: time)
    }

    /// Adds handlers 0, 1 and 2. The one with the number `acting` performs an action, too.
    private func notify(_ acting: Int, _ action: @escaping @Sendable () -> Void) -> [Int] {
        time.sync {
            for number in 0..<3 {
                let calls = calls
                calls.disposables.append(
                    listeners.add { _ in
                        calls.numbers.append(number)
                        if number == acting { action() }
                    })
            }
            listeners.notify(1)
        }
        return calls.numbers
    }

    @Test(arguments: [
        (0, 0, [0, 1, 2]), (0, 1, [0, 2]), (0, 2, [0, 1]), (1, 0, [0, 1, 2]), (1, 1, [0, 1, 2]), (2, 0, [0, 1, 2]),
    ])
    func handlerRemovedByAnotherHandlerIsNotCalled(acting: Int, removed: Int, called: [Int]) {
        let calls = calls
        expectEqual(notify(acting) { calls.disposables[removed].dispose() }, called)
    }

    @Test func handlerAddedByAnotherHandlerIsCalledTheNextTime() {
        let (calls, listeners) = (calls, listeners)
        expectEqual(notify(1) { _ = listeners.add { _ in calls.numbers.append(9) } }, [0, 1, 2])
        time.sync { listeners.notify(2) }
        expectEqual(calls.numbers, [0, 1, 2, 0, 1, 2, 9])
    }

    @Test func noHandlerIsCalledAfterTheRemovalOfAllHandlers() {
        let listeners = listeners
        expectEqual(notify(0) { listeners.removeAll() }, [0])
    }
}

/// `@unchecked Sendable`: used on one thread.
private final class Calls: @unchecked Sendable {
    var numbers: [Int] = []
    var disposables: [any Disposable] = []
}
