import CRealTime

/// Looks for a microsecond whether more work comes, before the thread goes to sleep.
///
/// Producers that are faster than that on another processor keep the thread awake, and need no system call to hand over
/// their work. Where it is in vain, because work comes singly or its producer has to wait for this very processor, it
/// is tried only now and then. It looks once, at the end: looking takes from producers the very cache line that they
/// are going to fill, and what they fill meanwhile is then taken at one go.
struct Lookout {
    private static let duration: Int64 = 1_000
    private static let pause = 4

    /// How many times not to look any more.
    private var rests = 0

    mutating func wait(for ring: WorkRing) {
        guard rests == 0 else {
            rests -= 1
            return
        }
        let end = crt_now() + Self.duration
        while crt_now() < end {}
        if !ring.hasNext { rests = Self.pause }
    }
}
