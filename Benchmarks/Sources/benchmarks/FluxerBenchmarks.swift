import Fluxer

/// The costs of an action, of a value, and of its observers.
enum FluxerBenchmarks {
    static var all: [Benchmark] {
        [
            Benchmark("flux.dispatch", operations: 50_000) {
                let dispatcher = dispatcherWithTenHandlers()
                return { for _ in 1...50_000 { dispatcher.dispatch(Increment()) } }
            },
            Benchmark("flux.value", operations: 100_000) {
                let value = ObservableValue(0)
                let seen = Seen()
                _ = value.subscribe { seen.last = $0 }
                return { for number in 1...100_000 { value.value = number } }
            },
            observers(1_000, rounds: 100),
            observers(10_000, rounds: 10),
            observers(100_000, rounds: 1),
        ]
    }

    /// Two of the ten handlers wait for another one.
    private static func dispatcherWithTenHandlers() -> Dispatcher {
        let dispatcher = Dispatcher()
        let seen = Seen()
        let tokens = Tokens()
        for _ in 1...2 {
            dispatcher.register { [unowned dispatcher] action in
                dispatcher.waitFor(tokens.all, action: action)
                seen.last += 1
            }
        }
        for _ in 3...10 { tokens.all = [dispatcher.register { _ in seen.last += 1 }] }
        return dispatcher
    }

    /// Adds `count` observers, and removes them in the same order; the cost is that of one. The clock is that of the
    /// process, because the thread's clock also counts system calls, and the benchmark needs those to get memory.
    private static func observers(_ count: Int, rounds: Int) -> Benchmark {
        Benchmark("flux.observers.\(count)", clock: .process, operations: count * rounds) {
            let value = ObservableValue(0)
            return {
                for _ in 1...rounds {
                    let disposables = (1...count).map { _ in value.subscribe { _ in } }
                    for disposable in disposables { disposable.dispose() }
                }
            }
        }
    }
}

private struct Increment: Action {}

/// Unchecked Sendable: each benchmark uses its own on one thread.
private final class Tokens: @unchecked Sendable {
    var all: [String] = []
}
