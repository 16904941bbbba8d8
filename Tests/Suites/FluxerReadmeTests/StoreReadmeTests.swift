import Fluxer
import Testing

// The code of the README of Fluxer (seed 004_f69e1e42468a84d4.txt), block by block, in Swift's language mode 5. The store
// of the first block does nothing; the one of the third is in DispatcherReadmeTests.swift.

// MARK: 004, Usage: Store

private class MainStore: Store {
    let value = ObservableValue(0)

    required init(with dispatcher: Dispatcher) {
    }
}

private let mainStore = MainStore(with: dispatcher)

// MARK: 004, Usage: Dispatcher

private let dispacher = Dispatcher()

// MARK: Declarations that the blocks omit: they refer to them by two names

private let dispatcher = dispacher

@Suite struct StoreReadmeTests {
    @Test func storeKeepsItsValue() {
        #expect(mainStore.value.value == 0)
        mainStore.value.value = 1
        #expect(mainStore.value.value == 1)
    }
}
