/// The loops of a replay, which receive the events of the session.
struct ReplayLoops {
    private var loops: [(event: Any.Type, receive: @Sendable (Any) -> Void)] = []

    /// - Returns: The number of the loop, from 1.
    mutating func add(_ event: Any.Type, _ receive: @escaping @Sendable (Any) -> Void) -> Int {
        loops.append((event, receive))
        return loops.count
    }

    func contains(_ number: Int) -> Bool { loops.indices.contains(number - 1) }

    /// Returns a function that sends an event to a loop; nil if there is no such loop, or if `value` is not the JSON of one
    /// of its events.
    func sender(of value: [UInt8], to number: Int) -> (() -> Void)? {
        guard contains(number) else { return nil }
        let loop = loops[number - 1]
        return EventValue.decode(value, as: loop.event).map { event in { loop.receive(event) } }
    }
}
