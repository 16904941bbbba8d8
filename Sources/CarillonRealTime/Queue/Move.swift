import CRealTime

/// A move of the calling thread to another processor, on which it then goes to sleep.
///
/// Until the move ends, the thread may run on that processor only. Afterwards it may run on the same processors as
/// before the move, and the kernel keeps a real-time thread where it is. The thread should end the move when it wakes up
/// again. If it does so before it sleeps, the scheduler often takes the thread that it follows to the processor that has
/// just become free.
struct Move {
    private var allowed = crt_cpus()
    private var wanted = crt_cpus()

    /// Moves the thread. Returns nil if the thread may not run on `processor`, or if the processor is switched off.
    init?(to processor: Int32) {
        guard crt_affinity(0, &allowed) == 0, crt_cpus_contain(&allowed, processor) else { return nil }
        crt_cpus_insert(&wanted, processor)
        guard crt_set_affinity(0, &wanted) == 0 else { return nil }
    }

    /// Ends the move, unless the thread was given other processors meanwhile, by a user or by the kernel.
    func end() {
        var current = crt_cpus()
        guard crt_affinity(0, &current) == 0, crt_cpus_equal(&current, wanted) else { return }
        var allowed = allowed
        crt_set_affinity(0, &allowed)
    }
}
