import MobiusCore
import MobiusTest
import Testing

@Suite struct FirstMatcherTests {
    private let dark = First<Lamp, LampEffect>(model: .dark)
    private let lit = First<Lamp, LampEffect>(model: .lit, effects: [.glow(5), .click])

    @Test func hasModelHoldsForTheModelExpected() {
        #expect(verdict(hasModel(.dark), on: dark) == "holds")
        #expect(
            verdict(hasModel(.lit), on: dark) == """
                The model is not the expected one.
                    expected: \(Lamp.lit)
                       found: \(Lamp.dark)
                        isOn: expected true, found false
                """)
    }

    @Test func hasNoEffectsHoldsWithoutEffects() {
        #expect(verdict(hasNoEffects(), on: dark) == "holds")
        #expect(
            verdict(hasNoEffects(), on: lit) == """
                Expected no effects.
                    found: [glow(5), click]
                """)
    }

    @Test func hasEffectsHoldsForSomeOfTheEffects() {
        #expect(verdict(hasEffects([.click]), on: lit) == "holds")
        #expect(
            verdict(hasEffects([.click]), on: dark) == """
                Effects are missing.
                     missing: [click]
                    expected: [click]
                       found: []
                """)
    }

    @Test func hasOnlyEffectsHoldsForAllTheEffectsInAnyOrder() {
        #expect(verdict(hasOnlyEffects([.click, .glow(5)]), on: lit) == "holds")
        #expect(
            verdict(hasOnlyEffects([.click]), on: lit) == """
                The effects are not the expected ones.
                    too many: [glow(5)]
                    expected: [click]
                       found: [glow(5), click]
                """)
    }

    @Test func hasExactlyEffectsHoldsForAllTheEffectsInTheirOrder() {
        #expect(verdict(hasExactlyEffects([.glow(5), .click]), on: lit) == "holds")
        #expect(
            verdict(hasExactlyEffects([.click, .glow(5)]), on: lit) == """
                The effects are the expected ones, in another order.
                    expected: [click, glow(5)]
                       found: [glow(5), click]
                """)
    }
}
