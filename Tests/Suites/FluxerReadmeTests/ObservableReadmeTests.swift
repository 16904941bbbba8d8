import Fluxer
import Foundation
import TestSupport
import Testing

// The code of the README of Fluxer (seed 004_f69e1e42468a84d4.txt), block by block, in Swift's language mode 5. The
// output is recorded.

@Suite struct ObservableReadmeTests {
    private let printed = Recorder<String>()

    // MARK: 004, Usage: Observable: ObservableValue

    @Test func observableValueHoldsItsValue() {
        let value = ObservableValue(0)

        #expect(value.value == 0)
    }

    // MARK: 004, Usage: Observable: Render

    /// The block is the program RenderProbe, because the main thread of a test serves no queue.
    @Test func renderIsOnTheMainThread() throws {
        let process = Process()
        process.executableURL = folderOfBinaries.appendingPathComponent("RenderProbe")
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        process.waitUntilExit()
        #expect(String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == "true\n")
    }

    // MARK: 004, Usage: Disposable: BlockDisposable, CompositeDisposable, for which the README has no code

    @Test func compositeDisposableDisposesItsBlocks() {
        let disposables = CompositeDisposable()
        disposables += BlockDisposable { print("one") }
        disposables += [BlockDisposable { print("two") }, BlockDisposable { print("three") }]
        disposables.dispose()
        #expect(printed.values == ["one", "two", "three"])
    }

    // MARK: 004, Usage: DisposeBag

    @Test func bagDisposesItsContents() {
        var disposeBag = DisposeBag()

        let value = ObservableValue(0)

        value.subscribe {
            print($0)
        }.addTo(disposeBag)

        value.value = 1
        disposeBag = DisposeBag()  // dispose

        value.value = 2
        #expect(printed.values == ["1"])
    }

    // MARK: Declarations that the blocks omit

    private func print(_ item: Any) {
        printed.append("\(item)")
    }
}
