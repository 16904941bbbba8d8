import MobiusTest
import Testing

@testable import counter

@Suite struct UpdateTests {
    @Test func decrementingAtZeroRings() {
        UpdateSpec(update)
            .given(0)
            .when(.decrement)
            .then(assertThatNext(hasNoModel(), hasOnlyEffects([.playSound])))
    }

    @Test func incrementsAndDecrementsCancelOut() {
        UpdateSpec(update)
            .given(3)
            .when(.increment, .decrement)
            .then(assertThatNext(hasModel(3), hasNoEffects()))
    }
}
