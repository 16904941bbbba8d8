/// When the queue's thread is to rest before it looks for work again, although more may come meanwhile.
///
/// A thread that sleeps is woken up for each piece of work, which costs both sides a hundred times what the passing
/// costs. So when work comes faster than it is worth waking up for, the thread rests for a moment and then finds it all
/// together. It finds out by trying now and then, less and less often as long as it is in vain.
struct Pace {
    /// Longer would be felt by work that comes alone; shorter would find too little.
    static let rest = Duration.microseconds(20)
    /// Found together, that much was worth the rest.
    private static let much = 16
    private static let longestPatience = 4096

    private(set) var isResting = false
    /// How many times the thread is woken up for little before it tries again.
    private var patience = much
    private var left = much

    /// The thread has found `count` pieces of work.
    ///
    /// - Parameter isAll: Whether nothing is left; or else it has to go on at once.
    mutating func found(_ count: Int, isAll: Bool = true) {
        if count >= Self.much {
            isResting = isAll
            patience = Self.much
        } else if isResting {
            isResting = false
            patience = min(patience * 2, Self.longestPatience)
            left = patience
        } else if count > 0 {
            left -= 1
            isResting = left == 0
        }
    }
}
