/// Everything that is wrong in a file, while it is read: a person mends it all at once.
struct Faults {
    private(set) var all: [DescriptionError] = []

    var isEmpty: Bool { all.isEmpty }

    /// The first one of the file. There must be one.
    var first: DescriptionError { all.min(by: Self.comesBefore)! }

    /// In the order of the file.
    var inOrder: [DescriptionError] { all.sorted(by: Self.comesBefore) }

    private static func comesBefore(_ one: DescriptionError, _ other: DescriptionError) -> Bool {
        (one.position.line, one.position.column) < (other.position.line, other.position.column)
    }

    mutating func add(_ fault: DescriptionError) { all.append(fault) }

    /// The value, if there is one; nil if reading it throws, which is remembered.
    mutating func attempt<Value>(_ value: @autoclosure () throws(DescriptionError) -> Value?) -> Value? {
        do {
            return try value()
        } catch {
            add(error)
            return nil
        }
    }
}
