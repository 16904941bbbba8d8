/// Calls `body` up to three times, until it succeeds, because a disturbed bus may refuse one transfer and accept the
/// next.
///
/// Use this for the last transfer of an output, which is not retried later.
///
/// - Throws: The error of the last call.
func retrying<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
    for _ in 1...2 {
        if (try? body()) != nil { return }
    }
    try body()
}
