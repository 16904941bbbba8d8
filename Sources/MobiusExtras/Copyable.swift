/// A value that can be copied with changes: `model.copy { $0.name = "new" }`.
public protocol Copyable {
    /// A copy of the value, changed by `mutator`.
    func copy(with mutator: (inout Self) -> Void) -> Self
}

extension Copyable {
    /// A copy of the value, changed by `mutator`.
    public func copy(with mutator: (inout Self) -> Void) -> Self {
        var copy = self
        mutator(&copy)
        return copy
    }
}
