import MobiusCore
import MobiusTest
import TestSupport
import Testing

@Suite struct FirstMatcherTests {
    private static let dark = First<Lamp, LampEffect>(model: .dark)
    private static let lit = First<Lamp, LampEffect>(model: .lit, effects: [.glow(5), .click])

    static let rows: [Row<@Sendable () -> String, String>] = [
        Row("hasModel holds for the expected model", "holds") { verdict(hasModel(.dark), on: dark) },
        Row(
            "hasModel reports the differing properties",
            """
            The model is not the expected one.
                expected: \(Lamp.lit)
                   found: \(Lamp.dark)
                    isOn: expected true, found false
            """
        ) {
            verdict(hasModel(.lit), on: dark)
        },
        Row("hasNoEffects holds without effects", "holds") { verdict(hasNoEffects(), on: dark) },
        Row(
            "hasNoEffects reports the effects",
            """
            Expected no effects.
                found: [glow(5), click]
            """
        ) {
            verdict(hasNoEffects(), on: lit)
        },
        Row("hasEffects holds for some of the effects", "holds") { verdict(hasEffects([.click]), on: lit) },
        Row(
            "hasEffects reports missing effects",
            """
            Effects are missing.
                 missing: [click]
                expected: [click]
                   found: []
            """
        ) {
            verdict(hasEffects([.click]), on: dark)
        },
        Row("hasOnlyEffects holds for all effects in any order", "holds") {
            verdict(hasOnlyEffects([.click, .glow(5)]), on: lit)
        },
        Row(
            "hasOnlyEffects reports surplus effects",
            """
            The effects are not the expected ones.
                too many: [glow(5)]
                expected: [click]
                   found: [glow(5), click]
            """
        ) {
            verdict(hasOnlyEffects([.click]), on: lit)
        },
        Row("hasExactlyEffects holds for all effects in their order", "holds") {
            verdict(hasExactlyEffects([.glow(5), .click]), on: lit)
        },
        Row(
            "hasExactlyEffects reports another order",
            """
            The effects are the expected ones, in another order.
                expected: [click, glow(5)]
                   found: [glow(5), click]
            """
        ) {
            verdict(hasExactlyEffects([.click, .glow(5)]), on: lit)
        },
    ]

    @Test(arguments: rows) func matcherHoldsOrReportsTheDifference(row: Row<@Sendable () -> String, String>) {
        expectEqual(row.given(), row.expected, sourceLocation: row.place)
    }
}
