import CarillonRealTime
import Dispatch
import Glibc
import Synchronization

/// Creates and stops queues with all kinds of work, and prints the resources left behind.
func probeRounds() throws {
    // The first rounds allocate the resources that libdispatch and malloc keep.
    for _ in 0..<20 { try makeRound() }
    ProcessState.waitForThreads(1)
    let (threads, descriptors, memory) = (
        ProcessState.threads.count, ProcessState.descriptors, ProcessState.residentMemory
    )
    for _ in 0..<200 { try makeRound() }
    ProcessState.waitForThreads(threads)
    print("threads", ProcessState.threads.count - threads)
    print("descriptors", ProcessState.descriptors - descriptors)
    print("memory", ProcessState.residentMemory - memory)
    print("memory-of-its-own", ProcessState.hasResourcesOfItsOwn ? 1 : 0)
    print("witnesses", Witness.count)
}

private func makeRound() throws {
    let stopped = try makeBusyQueue()
    stopped.stop()
    // This queue is not stopped.
    _ = try makeBusyQueue()
}

private func makeBusyQueue() throws -> RealTimeQueue {
    let queue = try RealTimeQueue(name: "round", capacity: 64)
    let witness = Witness()
    var pipe: [Int32] = [0, 0]
    Glibc.pipe(&pipe)
    let watch = try queue.watch(descriptor: pipe[0]) { witness.look() }
    for _ in 0..<100 { queue.async { witness.look() } }
    _ = queue.schedule(at: queue.now + .seconds(3600)) { witness.look() }
    _ = queue.every(.milliseconds(1)) { _ in witness.look() }
    queue.schedule(at: queue.now + .seconds(3600)) { witness.look() }.dispose()
    queue.sync { watch.dispose() }
    close(pipe[0])
    close(pipe[1])
    return queue
}

/// An object that work items retain.
private final class Witness: Sendable {
    private static let living = Atomic(0)
    static var count: Int { living.load(ordering: .relaxed) }
    init() { Self.living.add(1, ordering: .relaxed) }
    deinit { Self.living.subtract(1, ordering: .relaxed) }
    func look() {}
}
