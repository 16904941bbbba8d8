import Fluxer
import TestSupport
import Testing

@Suite struct DisposableTests {
    private let disposed = Recorder<String>()

    @Test func blockIsCalledOnce() {
        let disposable = block("a")
        disposable.dispose()
        disposable.dispose()
        #expect(disposed.values == ["a"])
    }

    @Test func compositeDisposesAllInOrderAndOnce() {
        let composite = CompositeDisposable([block("a")])
        composite += block("b")
        composite += [block("c"), block("d")]
        #expect(disposed.values == [])
        composite.dispose()
        composite.dispose()
        #expect(disposed.values == ["a", "b", "c", "d"])
    }

    @Test func additionToADisposedCompositeIsDisposedAtOnce() {
        let composite = CompositeDisposable()
        composite.dispose()
        composite += block("late")
        #expect(disposed.values == ["late"])
    }

    @Test func bagDisposesWhenItIsGone() {
        var bag: DisposeBag? = DisposeBag()
        block("a").addTo(bag!)
        block("b").addTo(bag!)
        #expect(disposed.values == [])
        bag = nil
        #expect(disposed.values == ["a", "b"])
    }

    private func block(_ name: String) -> BlockDisposable {
        BlockDisposable { [disposed] in disposed.append(name) }
    }
}
