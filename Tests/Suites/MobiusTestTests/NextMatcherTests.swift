import MobiusCore
import MobiusTest
import Testing

@Suite struct NextMatcherTests {
    private typealias LampNext = Next<Lamp, LampEffect>

    private let nothing = LampNext.noChange
    private let model = LampNext.next(.lit)
    private let effects = LampNext.dispatchEffects([.click, .glow(5)])

    @Test func hasNothingHoldsForNoChangeOnly() {
        #expect(verdict(hasNothing(), on: nothing) == "holds")
        #expect(
            verdict(hasNothing(), on: Next<Int, LampEffect>.next(3, effects: [.click])) == """
                Expected neither a model nor effects.
                      model found: 3
                    effects found: [click]
                """)
        #expect(
            verdict(hasNothing(), on: effects) == """
                Expected neither a model nor effects.
                      model found: none
                    effects found: [click, glow(5)]
                """)
    }

    @Test func hasModelHoldsForAnyModel() {
        #expect(verdict(hasModel(), on: model) == "holds")
        #expect(verdict(hasModel(), on: nothing) == "Expected a model, found none.")
    }

    @Test func hasModelHoldsForTheModelExpected() {
        #expect(verdict(hasModel(.lit), on: model) == "holds")
        #expect(
            verdict(hasModel(3), on: Next<Int, LampEffect>.noChange) == """
                Expected a model, found none.
                    expected: 3
                """)
    }

    @Test func differentModelIsReportedWithTheDifferingProperties() {
        let expected = Lamp(isOn: true, light: Lamp.Light(brightness: 7, colour: "red"))
        #expect(
            verdict(hasModel(expected), on: model) == """
                The model is not the expected one.
                            expected: \(expected)
                               found: \(Lamp.lit)
                    light.brightness: expected 7, found 5
                        light.colour: expected "red", found "white"
                """)
    }

    @Test func differentModelWithoutPropertiesIsReportedWhole() {
        #expect(
            verdict(hasModel("on"), on: Next<String, LampEffect>.next("off")) == """
                The model is not the expected one.
                    expected: "on"
                       found: "off"
                """)
    }

    @Test func hasNoModelHoldsWithoutModel() {
        #expect(verdict(hasNoModel(), on: effects) == "holds")
        #expect(
            verdict(hasNoModel(), on: Next<Int, LampEffect>.next(3)) == """
                Expected no model, found one.
                    found: 3
                """)
    }

    @Test func hasNoEffectsHoldsWithoutEffects() {
        #expect(verdict(hasNoEffects(), on: model) == "holds")
        #expect(
            verdict(hasNoEffects(), on: effects) == """
                Expected no effects.
                    found: [click, glow(5)]
                """)
    }

    @Test(arguments: [[], [.click], [.glow(5)], [.click, .glow(5)], [.glow(5), .click]] as [[LampEffect]])
    func hasEffectsHoldsForSomeOfTheEffectsInAnyOrder(expected: [LampEffect]) {
        #expect(verdict(hasEffects(expected), on: effects) == "holds")
    }

    @Test func hasEffectsReportsMissingEffects() {
        #expect(
            verdict(hasEffects([.glow(5), .save("a b"), .click, .click]), on: effects) == """
                Effects are missing.
                     missing: [save("a b"), click]
                    expected: [glow(5), save("a b"), click, click]
                       found: [click, glow(5)]
                """)
    }

    @Test(arguments: [[.click, .glow(5)], [.glow(5), .click]] as [[LampEffect]])
    func hasOnlyEffectsHoldsForAllTheEffectsInAnyOrder(expected: [LampEffect]) {
        #expect(verdict(hasOnlyEffects(expected), on: effects) == "holds")
    }

    @Test func hasOnlyEffectsReportsMissingAndSurplusEffects() {
        #expect(
            verdict(hasOnlyEffects([.glow(6), .click]), on: effects) == """
                The effects are not the expected ones.
                     missing: [glow(6)]
                    too many: [glow(5)]
                    expected: [glow(6), click]
                       found: [click, glow(5)]
                """)
        #expect(
            verdict(hasOnlyEffects([.click]), on: LampNext.dispatchEffects([.click, .click])) == """
                The effects are not the expected ones.
                    too many: [click]
                    expected: [click]
                       found: [click, click]
                """)
    }

    @Test func effectThatIsExpectedTwiceHasToBeThereTwice() {
        let once = LampNext.dispatchEffects([.click])
        let twice = LampNext.dispatchEffects([.click, .click])
        let matchers: [NextPredicate<Lamp, LampEffect>] = [
            hasEffects([.click, .click]), hasOnlyEffects([.click, .click]),
        ]
        for matcher in matchers {
            #expect(verdict(matcher, on: twice) == "holds")
            #expect(verdict(matcher, on: once).contains("missing: [click]"))
        }
    }

    @Test func hasExactlyEffectsHoldsForAllTheEffectsInTheirOrder() {
        #expect(verdict(hasExactlyEffects([.click, .glow(5)]), on: effects) == "holds")
        #expect(
            verdict(hasExactlyEffects([.glow(5), .click]), on: effects) == """
                The effects are the expected ones, in another order.
                    expected: [glow(5), click]
                       found: [click, glow(5)]
                """)
        #expect(
            verdict(hasExactlyEffects([.click]), on: nothing) == """
                The effects are not the expected ones.
                     missing: [click]
                    expected: [click]
                       found: []
                """)
    }

    @Test func longArrayOfEffectsIsComparedAsAWhole() {
        let numbers = (1...100).map { LampEffect.glow($0) }
        #expect(verdict(hasOnlyEffects(numbers.reversed()), on: LampNext.dispatchEffects(numbers)) == "holds")
        #expect(verdict(hasExactlyEffects(numbers), on: LampNext.dispatchEffects(numbers)) == "holds")
    }

    @Test func effectsOfALoopWithoutEffectsNeedNotBeEquatable() {
        #expect(verdict(hasNoEffects(), on: Next<Int, Never>.next(1)) == "holds")
    }
}
