/// Calls `body` up to three times, until it succeeds: a disturbed bus refuses one transfer and takes the next.
///
/// For the last transfer of an output, which nobody retries later.
///
/// - Throws: What the last call has thrown.
func retrying<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
    for _ in 1...2 {
        if (try? body()) != nil { return }
    }
    try body()
}
