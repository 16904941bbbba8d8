import Fluxer
import Foundation

// The code of the README of Fluxer (seed 004_f69e1e42468a84d4.txt), Usage: Observable: Render, as a program, whose main
// thread serves the main queue.

let value = ObservableValue(0)

let disposable = value.asRender().subscribe { _ in
    print(Thread.isMainThread)  // => true
}

DispatchQueue.global().async {
    value.value = 10
}

// MARK: The part that the README leaves out: the program ends when it has printed

func print(_ item: Any) {
    Swift.print(item)
    exit(0)
}

RunLoop.main.run()
