import Fluxer
import TestSupport
import Testing

@Suite struct DisposableTests {
    private let disposed = Recorder<String>()

    @Test func compositeDisposesAllInOrderAndOnce() {
        let composite = CompositeDisposable([block("a")])
        composite += block("b")
        composite += [block("c"), block("d")]
        expectEqual(disposed.values, [])
        composite.dispose()
        composite.dispose()
        expectEqual(disposed.values, ["a", "b", "c", "d"])
    }

    @Test func additionToADisposedCompositeIsDisposedAtOnce() {
        let composite = CompositeDisposable()
        composite.dispose()
        composite += block("late")
        expectEqual(disposed.values, ["late"])
    }

    @Test func bagDisposesItsContentsWhenItIsReleased() {
        var bag: DisposeBag? = DisposeBag()
        block("a").addTo(bag!)
        block("b").addTo(bag!)
        expectEqual(disposed.values, [])
        bag = nil
        expectEqual(disposed.values, ["a", "b"])
    }

    private func block(_ name: String) -> BlockDisposable {
        BlockDisposable { [disposed] in disposed.append(name) }
    }
}
