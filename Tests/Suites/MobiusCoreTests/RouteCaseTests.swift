import TestSupport
import Testing

@testable import MobiusCore

/// Every shape that a case can have. The case's constructor extracts the payload from an effect.
@Suite struct RouteCaseTests {
    final class Lamp: Sendable {}

    struct Pixel: Equatable {
        var x: UInt8
        var brightness: Double
    }

    struct Nothing: Equatable {}

    enum Effect {
        case number(Int)
        case otherNumber(Int)
        case text(String)
        case lamp(Lamp)
        case existential(any Equatable & Sendable)
        case anything(Any)
        case optional(Int?)
        case optionalClass(Lamp?)
        case pair(Int, String)
        case labelled(volume: Float)
        case labelledPair(x: Int, y: UInt8)
        case mixed(name: String, Lamp, (Int, Int))
        case void(Void)
        case nothing(Nothing)
        case pixel(Pixel)
        case array([String])
        case existentialType(any Any.Type)
        indirect case boxed(String)
        indirect case boxedPixel(Pixel)
        indirect case effect(Effect)
        case silence
        case alsoSilence
    }

    @Test func payloadIsExtractedFromItsCaseAndFromNoOther() {
        let numbers = [Effect.number(1), .otherNumber(2), .number(3), .otherNumber(4), .silence]
        expectEqual(payloads(Effect.number, in: numbers), [1, 3])
        expectEqual(payloads(Effect.otherNumber, in: numbers), [2, 4])
        let long = String(repeating: "a text on the heap ", count: 3)
        expectEqual(payloads(Effect.text, in: [.boxed("no"), .text(""), .text(long)]), ["", long])
        expectEqual(payloads(Effect.optional, in: [.number(3), .optional(nil), .optional(4)]), [nil, 4])
        expectEqual(payloads(Effect.labelled, in: [.labelled(volume: 0.5)]), [0.5])
        let pixels = [Effect.boxedPixel(Pixel(x: 1, brightness: 1)), .pixel(Pixel(x: 2, brightness: 3))]
        expectEqual(payloads(Effect.pixel, in: pixels), [Pixel(x: 2, brightness: 3)])
        expectEqual(payloads(Effect.existential, in: [.existential("a")]).first as? String, "a")
        #expect(payloads(Effect.anything, in: [.anything(Pixel(x: 1, brightness: 2))]).first as? Pixel != nil)
        #expect(payloads(Effect.existentialType, in: [.existentialType(Int.self)]).first == Int.self)
    }

    @Test func objectInAPayloadIsRetainedAndReleased() {
        indirect enum Chain: Sendable {
            case link(Lamp, Int)
            case end
        }
        weak var gone: Lamp?
        do {
            let lamp = Lamp()
            gone = lamp
            let taken = payloads(Effect.lamp, in: [.lamp(lamp), .optionalClass(lamp)])
            #expect(taken.count == 1 && taken[0] === lamp)
        }
        #expect(gone == nil)
        // In a box.
        do {
            let lamp = Lamp()
            gone = lamp
            let taken = payloads(Chain.link, in: [.link(lamp, 1), .end])
            #expect(taken.count == 1 && taken[0].0 === lamp && taken[0].1 == 1)
        }
        #expect(gone == nil)
    }

    @Test func severalValuesAreExtractedAsATupleWhateverTheirLabels() {
        let pairs = payloads(Effect.pair, in: [.labelledPair(x: 1, y: 2), .pair(3, "c")])
        #expect(pairs.count == 1 && pairs[0] == (3, "c"))
        let points = payloads(Effect.labelledPair, in: [.pair(1, "b"), .labelledPair(x: 3, y: 4)])
        #expect(points.count == 1 && points[0] == (3, 4))
        let lamp = Lamp()
        let mixed = payloads(Effect.mixed, in: [.mixed(name: "n", lamp, (1, 2))])
        #expect(mixed.count == 1 && mixed[0].0 == "n" && mixed[0].1 === lamp && mixed[0].2 == (1, 2))
    }

    @Test func payloadWithoutASizeIsMatched() {
        expectEqual(payloads(Effect.void, in: [.nothing(Nothing()), .void(()), .silence]).count, 1)
        expectEqual(payloads(Effect.nothing, in: [.nothing(Nothing()), .void(()), .silence]), [Nothing()])
    }

    @Test func indirectCaseIsMatched() {
        expectEqual(payloads(Effect.boxed, in: [.text("direct"), .boxed("in a box")]), ["in a box"])
        expectEqual(payloads(Effect.boxedPixel, in: [.boxedPixel(Pixel(x: 1, brightness: 9))]).first?.brightness, 9)
        let inner = payloads(Effect.effect, in: [.effect(.text("inside"))])
        expectEqual(payloads(Effect.text, in: inner), ["inside"])
    }

    @Test func caseWithoutAPayloadIsMatched() {
        var count = 0
        for effect in [Effect.silence, .alsoSilence, .number(0), .void(())] {
            count += matches(EffectRouter<Effect, Never>().routeCase(Effect.silence), effect) ? 1 : 0
        }
        expectEqual(count, 1)
    }

    @Test func payloadIsComparedForEquality() {
        enum Equal: Equatable {
            case number(Int)
        }
        #expect(matches(EffectRouter<Equal, Never>().routeCase(Equal.number(1)), .number(1)))
        #expect(!matches(EffectRouter<Equal, Never>().routeCase(Equal.number(1)), .number(2)))
    }

    @Test func enumMayBeGenericOrOptionalOrHaveASingleOrAnImpossibleCase() {
        enum Result<Value, Failure> {
            case success(Value)
            case failure(Failure)
            case pair(Value, Failure)
        }
        enum Single {
            case only(String)
        }
        enum SingleWithout {
            case only
        }
        enum Impossible: Sendable {
            case never(Never)
            case possible
        }
        expectEqual(payloads(Result<Int, Int>.failure, in: [.success(1), .failure(2)]), [2])
        expectEqual(payloads(Result<String, Lamp?>.success, in: [.failure(nil), .success("a")]), ["a"])
        expectEqual(payloads(Result<String, UInt8>.pair, in: [.pair("a", 3)]).first?.1, 3)
        expectEqual(payloads(Lamp?.some, in: [nil, Lamp()]).count, 1)
        expectEqual(payloads(Int?.some, in: [nil, 7]), [7])
        expectEqual(payloads(Single.only, in: [.only("a")]), ["a"])
        expectEqual(matches(EffectRouter<SingleWithout, Never>().routeCase(SingleWithout.only), .only), true)
        expectEqual(payloads(Impossible.never, in: [.possible]).count, 0)
    }

    @Test func extractingAPayloadDoesNotChangeTheEffect() {
        let effects = [Effect.text(String(repeating: "x", count: 40)), .boxed(String(repeating: "y", count: 40))]
        for _ in 1...3 {
            expectEqual(payloads(Effect.text, in: effects), [String(repeating: "x", count: 40)])
            expectEqual(payloads(Effect.boxed, in: effects), [String(repeating: "y", count: 40)])
        }
    }
}

/// Returns the payloads that a route for `enumCase` extracts from `effects`.
private func payloads<Effect, Payload>(
    _ enumCase: @escaping @Sendable (Payload) -> Effect, in effects: [Effect]
) -> [Payload] {
    let route = EffectRouter<Effect, Never>().routeCase(enumCase)
    return effects.compactMap { effect in route.extractParameters(effect) }
}

/// Returns whether `route` accepts `effect`.
private func matches<Effect, Payload>(_ route: _PartialEffectRouter<Effect, Payload, Never>, _ effect: Effect) -> Bool {
    route.extractParameters(effect) != nil
}
