/// A value that can be copied with changes, as in `model.copy { $0.count += 1 }`.
///
/// The protocol has the same name as `Swift.Copyable`. In a file that imports this module, declare a noncopyable type
/// with `~Swift.Copyable`.
public protocol Copyable {
    /// Returns a copy of the value, changed by `mutator`. The value itself stays unchanged.
    func copy(with mutator: (inout Self) -> Void) -> Self
}

extension Copyable {
    public func copy(with mutator: (inout Self) -> Void) -> Self {
        var copy = self
        mutator(&copy)
        return copy
    }
}
