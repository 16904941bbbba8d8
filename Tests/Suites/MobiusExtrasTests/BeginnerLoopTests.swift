import MobiusCore
import MobiusExtras
import TestSupport
import Testing

@Suite struct BeginnerLoopTests {
    @Test func beginnersLoopAcceptsTheOptionsOfABuilder() {
        let models = Recorder<Int>()
        let numbers = AnyEventSource<Int> { consumer in
            consumer(10)
            return EmptyDisposable()
        }
        let loop = Mobius.beginnerLoop(update: { $0 + $1 }).withEventSource(numbers).start(from: 1)
        loop.addObserver(models.append)
        loop.dispatchEvent(2)
        expectEqual(models.values, [11, 13])
    }
}
