import CarillonBoard

/// The limits of the reports of errors. Sounds that cannot be played, for example, come as fast as a client of the page asks for
/// them.
///
/// Each text has a limit of its own, so that the reports of a device do not suppress those of another one. If there are many
/// texts within a minute, the others of a type share a limit.
struct ErrorLimits {
    private static let mostTexts = 16

    /// The limits, by the hash of a type, or of a type and a text.
    private var limits: [Int: ReportLimit] = [:]

    /// Decides about the report of an error.
    mutating func decide(_ error: any Error, at now: Duration) -> ReportLimit.Decision {
        var hasher = Hasher()
        hasher.combine(ObjectIdentifier(type(of: error)))
        var kind = hasher.finalize()
        hasher.combine("\(error)")
        let text = hasher.finalize()
        if limits[text] == nil { limits = limits.filter { !$0.value.isOver(at: now) } }
        if limits[text] != nil || limits.count < Self.mostTexts { kind = text }
        return limits[kind, default: ReportLimit()].decide(at: now)
    }
}
