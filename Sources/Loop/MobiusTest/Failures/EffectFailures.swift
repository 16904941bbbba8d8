/// - Returns: The failure message if there are effects.
func complaintUnlessEmpty(_ effects: [some Any]) -> String? {
    guard !effects.isEmpty else { return nil }
    return FailureMessage("Expected no effects.").adding("found", text(ofEach: effects)).text
}

/// - Returns: The failure message if some of `expected` are not among `effects`.
func failure<Effect: Equatable>(about effects: [Effect], including expected: [Effect]) -> String? {
    let difference = EffectDifference(expected: expected, found: effects)
    guard !difference.missing.isEmpty else { return nil }
    return FailureMessage("Effects are missing.")
        .adding("missing", text(ofEach: difference.missing))
        .adding("expected", text(ofEach: expected))
        .adding("found", text(ofEach: effects))
        .text
}

/// - Returns: The failure message if `effects` are not `expected` in any order.
func failure<Effect: Equatable>(about effects: [Effect], beingOnly expected: [Effect]) -> String? {
    let difference = EffectDifference(expected: expected, found: effects)
    guard !difference.isEmpty else { return nil }
    var failure = FailureMessage("The effects are not the expected ones.")
    if !difference.missing.isEmpty { failure = failure.adding("missing", text(ofEach: difference.missing)) }
    if !difference.tooMany.isEmpty { failure = failure.adding("too many", text(ofEach: difference.tooMany)) }
    return failure.adding("expected", text(ofEach: expected)).adding("found", text(ofEach: effects)).text
}

/// - Returns: The failure message if `effects` are not `expected` in this order.
func failure<Effect: Equatable>(about effects: [Effect], beingExactly expected: [Effect]) -> String? {
    if let failure = failure(about: effects, beingOnly: expected) { return failure }
    guard effects != expected else { return nil }
    return FailureMessage("The effects are the expected ones, in another order.")
        .adding("expected", text(ofEach: expected))
        .adding("found", text(ofEach: effects))
        .text
}

/// The difference between expected and found effects, whatever their order.
struct EffectDifference<Effect: Equatable>: Equatable {
    /// The effects expected but not found, in the expected order.
    let missing: [Effect]
    /// The effects found but not expected, in the found order.
    let tooMany: [Effect]

    /// Creates the difference. An effect that is expected twice has to be found twice.
    init(expected: [Effect], found: [Effect]) {
        var missing: [Effect] = []
        var rest = found
        for effect in expected {
            if let index = rest.firstIndex(of: effect) {
                rest.remove(at: index)
            } else {
                missing.append(effect)
            }
        }
        self.missing = missing
        tooMany = rest
    }

    var isEmpty: Bool { missing.isEmpty && tooMany.isEmpty }
}
