/// Everything that is wrong in a file, while it is read: a person mends it all at once.
package struct Faults {
    package init() {}

    package private(set) var all: [DescriptionError] = []

    package var isEmpty: Bool { all.isEmpty }

    /// The first one of the file. There must be one.
    package var first: DescriptionError { all.min(by: Self.comesBefore)! }

    /// In the order of the file.
    package var inOrder: [DescriptionError] { all.sorted(by: Self.comesBefore) }

    private static func comesBefore(_ one: DescriptionError, _ other: DescriptionError) -> Bool {
        (one.position.line, one.position.column) < (other.position.line, other.position.column)
    }

    package mutating func add(_ fault: DescriptionError) { all.append(fault) }

    /// The value, if there is one; nil if reading it throws, which is remembered.
    package mutating func attempt<Value>(_ value: @autoclosure () throws(DescriptionError) -> Value?) -> Value? {
        do {
            return try value()
        } catch {
            add(error)
            return nil
        }
    }
}
