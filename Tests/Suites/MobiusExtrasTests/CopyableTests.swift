import MobiusExtras
import TestSupport
import Testing

@Suite struct CopyableTests {
    struct Model: Copyable, Equatable {
        var count: Int
        var name: String
    }

    /// A noncopyable type has to be declared with the module's name.
    struct Handle: ~Swift.Copyable {
        let number: Int
    }

    @Test func copyHasTheChangesAndTheOriginalStaysUnchanged() {
        let model = Model(count: 1, name: "a")
        let copy = model.copy { copy in
            copy.count += 1
        }
        expectEqual(copy, Model(count: 2, name: "a"))
        expectEqual(model, Model(count: 1, name: "a"))
    }

    @Test func typeMayStillBeNoncopyable() {
        let number = Handle(number: 3).number
        expectEqual(number, 3)
    }
}
