/// A value that can be copied with changes, as in `model.copy { $0.count += 1 }`.
///
/// Not `Swift.Copyable`, which has the same name: in a file that imports this module, a type that cannot be copied is
/// declared with `~Swift.Copyable`.
public protocol Copyable {
    /// A copy of the value, changed by `mutator`; the value itself stays as it is.
    func copy(with mutator: (inout Self) -> Void) -> Self
}

extension Copyable {
    public func copy(with mutator: (inout Self) -> Void) -> Self {
        var copy = self
        mutator(&copy)
        return copy
    }
}
