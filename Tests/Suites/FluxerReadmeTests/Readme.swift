import Fluxer

// The code of the README of Fluxer (seed 004_f69e1e42468a84d4.txt), block by block, in Swift's language mode 5.
// Documentation/Mobius.md lists the lines that differ. The block of Render is the program RenderProbe.

// MARK: 004, Usage: Dispatcher, and Registration ActionHandler

struct HogeAction: Action {}

class MainStore: Store {
    let value = ObservableValue(0)

    required init(with dispatcher: Dispatcher) {
        let token = dispacher.register { [weak self] action in
            self?.value.value = 10
        }
        _ = token
    }
}

let dispacher = Dispatcher()
let mainStore = MainStore(with: dispatcher)

func dispatchAnAction() {
    dispatcher.dispatch(HogeAction())
}

let dispatcher = dispacher

// MARK: 004, Usage: Dispatcher: AsyncActionCreator

func dispatchAsynchronously() {
    dispatcher.dispatch { callback in

        // do background tasks
        callback(HogeAction())
    }
}

// MARK: 004, Usage: Store

func makeFirstStore() -> ObservableValue<Int> {
    class MainStore: Store {
        let value = ObservableValue(0)

        required init(with dispatcher: Dispatcher) {
        }
    }

    let mainStore = MainStore(with: dispatcher)
    return mainStore.value
}

// MARK: 004, Usage: Disposable: DisposeBag

func disposeBetweenTwoChanges(print: @escaping @Sendable (Int) -> Void) {
    var disposeBag = DisposeBag()

    let value = ObservableValue(0)

    value.subscribe {
        print($0)
    }.addTo(disposeBag)

    value.value = 1
    disposeBag = DisposeBag()  // dispose
    value.value = 2
}
