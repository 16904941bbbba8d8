/// The mistakes in a file, collected while it is read so that the user can correct all of them at once.
package struct Faults {
    package init() {}

    package private(set) var all: [DescriptionError] = []

    package var isEmpty: Bool { all.isEmpty }

    /// The first mistake in the file. There must be at least one.
    package var first: DescriptionError { all.min(by: Self.comesBefore)! }

    /// The mistakes in the order of the file.
    package var inOrder: [DescriptionError] { all.sorted(by: Self.comesBefore) }

    private static func comesBefore(_ one: DescriptionError, _ other: DescriptionError) -> Bool {
        (one.position.line, one.position.column) < (other.position.line, other.position.column)
    }

    package mutating func add(_ fault: DescriptionError) { all.append(fault) }

    /// Returns the value. If reading it throws, records the error and returns nil.
    package mutating func attempt<Value>(_ value: @autoclosure () throws(DescriptionError) -> Value?) -> Value? {
        do {
            return try value()
        } catch {
            add(error)
            return nil
        }
    }
}
