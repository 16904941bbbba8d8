import CarillonRealTime

/// Locks the memory, works for a while, and prints the growth of the resident memory in KiB.
func probeMemory() throws {
    let before = ProcessState.residentMemory
    let queue = try RealTimeQueue(
        name: "locked", configuration: RealTimeConfiguration(locksMemory: true), onDenial: { _ in })
    for _ in 0..<100_000 { queue.async {} }
    queue.sync {}
    print("locked", queue.denials.contains { if case .memoryLock = $0 { true } else { false } } ? 0 : 1)
    print("memory-of-its-own", ProcessState.hasResourcesOfItsOwn ? 1 : 0)
    print("growth", ProcessState.residentMemory - before)
    queue.stop()
}
