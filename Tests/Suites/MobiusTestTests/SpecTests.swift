import MobiusCore
import MobiusTest
import TestSupport
import Testing

@Suite struct SpecTests {
    @Test func updateFunctionAndUpdateValueCanBeTested() {
        UpdateSpec(update)
            .given(.dark)
            .when(.pressed)
            .then(assertThatNext(hasModel(.lit), hasExactlyEffects([.click, .glow(5)])))
        UpdateSpec(Update(update))
            .given(.dark)
            .when(.held)
            .then(assertThatNext(hasNoModel(), hasOnlyEffects([.save("lamp")])))
    }

    @Test func closureThatIsNotSendableCanBeTested() {
        final class Counter { var calls = 0 }
        let counter = Counter()
        let update: (Lamp, LampEvent) -> Next<Lamp, LampEffect> = { _, _ in
            counter.calls += 1
            return .noChange
        }
        UpdateSpec(update).given(.dark).when(.pressed, .held).then(assertThatNext(hasNothing()))
        expectEqual(counter.calls, 2)
    }

    @Test func eventsAreAppliedOneAfterTheOther() {
        UpdateSpec(update).given(.dark).when(.pressed, .pressed, .pressed).then { result in
            expectEqual(result.model, .lit)
            expectEqual(result.lastNext, .next(.lit, effects: [.click, .glow(5)]))
        }
    }

    @Test func lastModelIsKeptIfTheLastEventHasNone() {
        UpdateSpec(update).given(.dark).when(.pressed, .ignored, .held).then { result in
            expectEqual(result.model, .lit)
            expectEqual(result.lastNext.model, nil)
        }
        UpdateSpec(update).given(.lit).when(.ignored).then { result in
            expectEqual(result.model, .lit)
        }
    }

    @Test func modelMayBeOptional() {
        let forget = { (_: Int?, _: LampEvent) in Next<Int?, LampEffect>.next(nil) }
        UpdateSpec(forget).given(3).when(.pressed).then { result in
            expectEqual(result.model, nil)
        }
        UpdateSpec(forget).given(3).when(.pressed).then(assertThatNext(hasModel(nil)))
    }

    @Test func initiateFunctionCanBeTested() {
        InitSpec(initiate).when(.lit).then(assertThatFirst(hasModel(.lit), hasOnlyEffects([.glow(5)])))
        InitSpec(initiate).when(.dark).then(assertThatFirst(hasModel(.dark), hasNoEffects()))
        let functionOfALoop: Initiate<Lamp, LampEffect> = { lamp in First(model: lamp) }
        InitSpec(functionOfALoop).when(.lit).then { first in
            expectEqual(first.model, .lit)
        }
    }

    @Test func everyFailedPredicateIsReportedWithItsLine() {
        var failures: [(message: String, line: UInt)] = []
        let click = { (_: Lamp, _: LampEvent) in Next<Lamp, LampEffect>.dispatchEffects([.click]) }
        let first: UInt = #line + 3
        UpdateSpec(click).given(.dark).when(.held).then(
            assertThatNext(
                hasModel(),
                hasEffects([.click]),
                hasNoEffects(),
                failFunction: { message, _, line in failures.append((message, line)) }))
        let messages = ["Expected a model, found none.", "Expected no effects.\n    found: [click]"]
        expectEqual(failures.map(\.message), messages)
        expectEqual(failures.map(\.line), [first, first + 2])
    }

    @Test func everyFailedPredicateOfAFirstIsReported() {
        var lines: [UInt] = []
        InitSpec(initiate).when(.lit).then(
            assertThatFirst(
                hasNoEffects(), hasModel(.dark), hasModel(.lit),
                failFunction: { _, _, line in lines.append(line) }))
        let line: UInt = #line - 2
        expectEqual(lines, [line, line])
    }
}
