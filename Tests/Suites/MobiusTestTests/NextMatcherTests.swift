import MobiusCore
import MobiusTest
import TestSupport
import Testing

@Suite struct NextMatcherTests {
    private typealias LampNext = Next<Lamp, LampEffect>

    private static let nothing = LampNext.noChange
    private static let model = LampNext.next(.lit)
    private static let effects = LampNext.dispatchEffects([.click, .glow(5)])
    private static let once = LampNext.dispatchEffects([.click])
    private static let twice = LampNext.dispatchEffects([.click, .click])
    private static let red = Lamp(isOn: true, light: Lamp.Light(brightness: 7, colour: "red"))

    static let rows: [Row<@Sendable () -> String, String>] = [
        Row("hasNothing holds for no change", "holds") { verdict(hasNothing(), on: nothing) },
        Row(
            "hasNothing reports a model",
            """
            Expected neither a model nor effects.
                  model found: 3
                effects found: [click]
            """
        ) {
            verdict(hasNothing(), on: Next<Int, LampEffect>.next(3, effects: [.click]))
        },
        Row(
            "hasNothing reports effects",
            """
            Expected neither a model nor effects.
                  model found: none
                effects found: [click, glow(5)]
            """
        ) {
            verdict(hasNothing(), on: effects)
        },

        Row("hasModel holds for any model", "holds") { verdict(hasModel(), on: model) },
        Row("hasModel reports that there is none", "Expected a model, found none.") {
            verdict(hasModel(), on: nothing)
        },
        Row("hasModel holds for the expected model", "holds") { verdict(hasModel(.lit), on: model) },
        Row(
            "hasModel reports the model that is missing",
            """
            Expected a model, found none.
                expected: 3
            """
        ) {
            verdict(hasModel(3), on: Next<Int, LampEffect>.noChange)
        },
        Row(
            "different model is reported with the differing properties",
            """
            The model is not the expected one.
                        expected: \(red)
                           found: \(Lamp.lit)
                light.brightness: expected 7, found 5
                    light.colour: expected "red", found "white"
            """
        ) {
            verdict(hasModel(red), on: model)
        },
        Row(
            "different model without properties is reported completely",
            """
            The model is not the expected one.
                expected: "on"
                   found: "off"
            """
        ) {
            verdict(hasModel("on"), on: Next<String, LampEffect>.next("off"))
        },
        Row("hasNoModel holds without a model", "holds") { verdict(hasNoModel(), on: effects) },
        Row(
            "hasNoModel reports the model",
            """
            Expected no model, found one.
                found: 3
            """
        ) {
            verdict(hasNoModel(), on: Next<Int, LampEffect>.next(3))
        },

        Row("hasNoEffects holds without effects", "holds") { verdict(hasNoEffects(), on: model) },
        Row("hasNoEffects holds in a loop that can have none", "holds") {
            verdict(hasNoEffects(), on: Next<Int, Never>.next(1))
        },
        Row(
            "hasNoEffects reports the effects",
            """
            Expected no effects.
                found: [click, glow(5)]
            """
        ) {
            verdict(hasNoEffects(), on: effects)
        },

        Row("hasEffects holds for no effects", "holds") { verdict(hasEffects([]), on: effects) },
        Row("hasEffects holds for the first effect", "holds") { verdict(hasEffects([.click]), on: effects) },
        Row("hasEffects holds for the last effect", "holds") { verdict(hasEffects([.glow(5)]), on: effects) },
        Row("hasEffects holds for all effects", "holds") { verdict(hasEffects([.click, .glow(5)]), on: effects) },
        Row("hasEffects holds in any order", "holds") { verdict(hasEffects([.glow(5), .click]), on: effects) },
        Row("hasEffects holds for an effect that occurs twice", "holds") {
            verdict(hasEffects([.click, .click]), on: twice)
        },
        Row(
            "hasEffects reports missing effects, also one that occurs too rarely",
            """
            Effects are missing.
                 missing: [save("a b"), click]
                expected: [glow(5), save("a b"), click, click]
                   found: [click, glow(5)]
            """
        ) {
            verdict(hasEffects([.glow(5), .save("a b"), .click, .click]), on: effects)
        },

        Row("hasOnlyEffects holds for all effects", "holds") {
            verdict(hasOnlyEffects([.click, .glow(5)]), on: effects)
        },
        Row("hasOnlyEffects holds in any order", "holds") {
            verdict(hasOnlyEffects([.glow(5), .click]), on: effects)
        },
        Row("hasOnlyEffects holds for an effect that occurs twice", "holds") {
            verdict(hasOnlyEffects([.click, .click]), on: twice)
        },
        Row(
            "hasOnlyEffects reports missing and surplus effects",
            """
            The effects are not the expected ones.
                 missing: [glow(6)]
                too many: [glow(5)]
                expected: [glow(6), click]
                   found: [click, glow(5)]
            """
        ) {
            verdict(hasOnlyEffects([.glow(6), .click]), on: effects)
        },
        Row(
            "hasOnlyEffects reports an effect that occurs too rarely",
            """
            The effects are not the expected ones.
                 missing: [click]
                expected: [click, click]
                   found: [click]
            """
        ) {
            verdict(hasOnlyEffects([.click, .click]), on: once)
        },
        Row(
            "hasOnlyEffects reports an effect that occurs too often",
            """
            The effects are not the expected ones.
                too many: [click]
                expected: [click]
                   found: [click, click]
            """
        ) {
            verdict(hasOnlyEffects([.click]), on: twice)
        },

        Row("hasExactlyEffects holds for all effects in their order", "holds") {
            verdict(hasExactlyEffects([.click, .glow(5)]), on: effects)
        },
        Row(
            "hasExactlyEffects reports another order",
            """
            The effects are the expected ones, in another order.
                expected: [glow(5), click]
                   found: [click, glow(5)]
            """
        ) {
            verdict(hasExactlyEffects([.glow(5), .click]), on: effects)
        },
        Row(
            "hasExactlyEffects reports missing effects",
            """
            The effects are not the expected ones.
                 missing: [click]
                expected: [click]
                   found: []
            """
        ) {
            verdict(hasExactlyEffects([.click]), on: nothing)
        },
    ]

    @Test(arguments: rows) func matcherHoldsOrReportsTheDifference(row: Row<@Sendable () -> String, String>) {
        expectEqual(row.given(), row.expected, sourceLocation: row.place)
    }

    @Test func longArraysOfEffectsAreCompared() {
        let numbers = (1...100).map { LampEffect.glow($0) }
        expectEqual(verdict(hasOnlyEffects(numbers.reversed()), on: LampNext.dispatchEffects(numbers)), "holds")
        expectEqual(verdict(hasExactlyEffects(numbers), on: LampNext.dispatchEffects(numbers)), "holds")
    }
}
