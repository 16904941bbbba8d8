import Synchronization

/// A source of random numbers. It starts from a seed, so that a replay of a recorded session produces the same numbers.
///
///     var random = board.random
///     let points = Int.random(in: 1...6, using: &random)
///
/// Copies share one sequence of numbers. May be used from any thread. A replay repeats only numbers that were requested on the
/// board's queue, in effect handlers and event sources. Do not use the numbers for secrets, because they are predictable.
public struct RandomNumbers: RandomNumberGenerator, Sendable {
    private final class State: Sendable {
        let value: Atomic<UInt64>

        init(seed: UInt64) { value = Atomic(seed) }
    }

    private let state: State

    /// Creates a source of random numbers.
    ///
    /// - Parameter seed: Equal seeds result in equal numbers. The default is a random seed.
    public init(seed: UInt64 = .random(in: .min ... .max)) { state = State(seed: seed) }

    /// Returns a source of other numbers, which depend on the seed, for another thread. This source is not changed.
    package func branch() -> RandomNumbers {
        RandomNumbers(seed: ~state.value.load(ordering: .relaxed))
    }

    /// Returns the next number, from all 2^64 numbers with equal probability.
    public func next() -> UInt64 {
        // SplitMix64: a counter whose bits are mixed. It needs no lock and passes the usual statistical tests.
        var mixed = state.value.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
