import Foundation
import MobiusCore
import TestSupport
import Testing

import class Fluxer.Dispatcher
import class Fluxus.FluxStore

/// The three forms of the same counter on the page "Which one?".
@Suite struct WhichOneTests {
    private let seen = Recorder<String>()

    @Test func loopCountsAndRingsAtZero() {
        let loop = makeLoop(show: show, ring: ring)
        expectToCount(plus: { loop.dispatchEvent(.increment) }, minus: { loop.dispatchEvent(.decrement) })
    }

    @Test func storeOfFluxusCountsAndRingsAtZero() {
        let store: FluxStore = makeStore(show: show, ring: ring)
        expectToCount(
            plus: { store.dispatch(CounterAction.increment) }, minus: { store.dispatch(CounterAction.decrement) })
    }

    @Test func storeOfFluxerCountsAndRingsAtZero() {
        let dispatcher: Dispatcher = makeDispatcher(show: show, ring: ring)
        expectToCount(plus: { dispatcher.dispatch(Increment()) }, minus: { dispatcher.dispatch(Decrement()) })
    }

    @Test func pageShowsTheCodeOfTheThreeCounters() throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let project = tests.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: project.appendingPathComponent("Documentation/WhichOne.md"), encoding: .utf8)
        let blocks = page.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        let files = try ["LoopCounter", "FluxusCounter", "FluxerCounter"].map { name in
            try String(contentsOf: tests.appendingPathComponent("\(name).swift"), encoding: .utf8)
        }
        #expect(Array(blocks.prefix(3)) == files)
    }

    private func show(_ count: Int) {
        seen.append("count \(count)")
    }

    private func ring() {
        seen.append("ring")
    }

    private func expectToCount(plus: () -> Void, minus: () -> Void) {
        plus()
        plus()
        for _ in 1...3 { minus() }
        #expect(seen.values == ["count 0", "count 1", "count 2", "count 1", "count 0", "ring"])
    }
}
