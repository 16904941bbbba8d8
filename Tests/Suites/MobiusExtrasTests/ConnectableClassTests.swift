import Dispatch
import MobiusCore
import MobiusExtras
import Synchronization
import TestSupport
import Testing

/// A connectable that records its calls, and then calls a function of the test.
private final class Handler: ConnectableClass<Int, String>, @unchecked Sendable {
    // Unchecked Sendable: only the recorder changes, and it protects its state.
    let record = Recorder<String>()
    private let connected: @Sendable (Handler) -> Void
    private let handling: @Sendable (Handler, Int) -> Void
    private let disposed: @Sendable (Handler) -> Void

    init(
        connected: @escaping @Sendable (Handler) -> Void = { _ in },
        handling: @escaping @Sendable (Handler, Int) -> Void = { _, _ in },
        disposed: @escaping @Sendable (Handler) -> Void = { _ in }
    ) {
        self.connected = connected
        self.handling = handling
        self.disposed = disposed
    }

    override func onConnect() {
        record.append("connected")
        connected(self)
    }

    override func handle(_ input: Int) {
        record.append("handles \(input)")
        handling(self, input)
    }

    override func onDispose() {
        record.append("disposed")
        disposed(self)
    }
}

@Suite struct ConnectableClassTests {
    private let outputs = Recorder<String>()

    @Test func connectableMaySendWhileItIsConnected() {
        let handler = Handler(
            connected: { $0.send("from onConnect") },
            handling: { handler, input in handler.send("from handle, \(input)") })
        let connection = handler.connect(outputs.append)
        handler.send("from outside")
        connection.accept(1)
        expectEqual(outputs.values, ["from onConnect", "from outside", "from handle, 1"])
    }

    @Test func outputMayCauseTheNextInputAtOnce() {
        let handler = Handler(handling: { handler, input in
            if input < 3 { handler.send("again") }
        })
        let inputs = Reentry()
        inputs.connection = handler.connect { _ in inputs.accept() }
        inputs.accept()
        expectEqual(handler.record.values, ["connected", "handles 1", "handles 2", "handles 3"])
    }

    @Test func connectableMayBeDisposedWhileItHandlesAnInput() {
        let disposal = Reentry()
        let handler = Handler(handling: { _, _ in disposal.connection?.dispose() })
        disposal.connection = handler.connect(outputs.append)
        disposal.accept()
        expectEqual(handler.record.values, ["connected", "handles 1", "disposed"])
    }

    @Test func connectableMayBeConnectedAgainAfterItsDisposal() {
        let handler = Handler()
        handler.connect { _ in }.dispose()
        let connection = handler.connect(outputs.append)
        handler.send("to the second")
        connection.accept(1)
        expectEqual(outputs.values, ["to the second"])
        expectEqual(handler.record.values, ["connected", "disposed", "connected", "handles 1"])
    }

    @Test func connectableMayBeConnectedAgainDuringItsDisposal() {
        let outputs = outputs
        let handler = Handler(disposed: { handler in
            if handler.record.values.count == 2 { _ = handler.connect(outputs.append) }
        })
        handler.connect { _ in }.dispose()
        handler.send("to the second")
        expectEqual(outputs.values, ["to the second"])
    }

    @Test func anotherThreadMaySendWhileAnInputIsHandled() {
        let handler = Handler(handling: { handler, _ in
            DispatchQueue(label: "another").sync { handler.send("from another queue") }
            let isDone = DispatchSemaphore(value: 0)
            DispatchQueue.global().async {
                handler.send("from another thread")
                isDone.signal()
            }
            isDone.wait()
        })
        handler.connect(outputs.append).accept(1)
        expectEqual(outputs.values, ["from another queue", "from another thread"])
    }

    @Test func valuesOfSeveralThreadsAllArrive() {
        let handler = Handler()
        let sums = Recorder<Int>()
        let connection = handler.connect { output in sums.append(output.count) }
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for _ in 1...250 { handler.send(String(repeating: "x", count: thread)) }
        }
        connection.dispose()
        expectEqual(sums.values.count, 1_000)
        expectEqual(sums.values.filter { $0 == 3 }.count, 250)
    }

    @Test func twoHundredThousandValuesCanBeSent() {
        let count = Atomic(0)
        let handler = Handler()
        let connection = handler.connect { _ in count.add(1, ordering: .relaxed) }
        for _ in 1...200_000 { handler.send("again") }
        connection.dispose()
        expectEqual(count.load(ordering: .relaxed), 200_000)
    }

    @Test func loopRunsWithAConnectableAsItsEffectHandler() {
        let handler = Handler(handling: { handler, input in handler.send("effect \(input)") })
        let loop = Mobius.loop(
            update: { (model: [String], event: String) in
                event == "start" ? .dispatchEffects([1, 2]) : .next(model + [event])
            },
            effectHandler: handler
        ).start(from: [])
        loop.dispatchEvent("start")
        expectEqual(loop.latestModel, ["effect 1", "effect 2"])
        loop.dispose()
        expectEqual(handler.record.values, ["connected", "handles 1", "handles 2", "disposed"])
    }

    @Test func valuesSentWithoutAConnectionAreIgnored() async {
        let outputs = outputs
        let message = misuse {
            let handler = Handler(disposed: { $0.send("farewell") })
            handler.send("too early")
            handler.connect(outputs.append).dispose()
            handler.send("too late")
        }
        expectEqual(message, nil)
        #expect(outputs.values.isEmpty)
    }

    @Test func handleDoesNothingUnlessItIsOverridden() async {
        final class Lazy: ConnectableClass<Int, Never>, @unchecked Sendable {}
        expectEqual(misuse { Lazy().connect { _ in }.accept(7) }, nil)
    }

    @Test func secondConnectionIsReportedAndLeavesTheFirstUnchanged() async {
        let handler = Handler()
        let first = handler.connect(outputs.append)
        let message = misuse { _ = handler.connect { _ in } }
        expectEqual(message?.contains("Connection limit exceeded: The Connectable Handler is already connected"), true)
        // The error handler was called with no lock held.
        handler.send("still works")
        first.accept(1)
        expectEqual(outputs.values, ["still works"])
    }
}

/// A connection that is used from within itself, on one thread.
private final class Reentry: @unchecked Sendable {
    // Unchecked Sendable: each test uses one thread only.
    var connection: Connection<Int>?
    private var count = 0

    func accept() {
        count += 1
        connection?.accept(count)
    }
}
