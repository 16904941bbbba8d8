/// A value that is accessed on the bus's thread only, one call at a time.
final class Exclusive<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }
}
