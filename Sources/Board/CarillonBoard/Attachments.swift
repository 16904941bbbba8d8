import CarillonScheduling

/// An object that a module above the board keeps with it.
package protocol Attachment: AnyObject, Sendable {
    /// Called when the board is closed and every output is safe. May wait for a disk. Does nothing by default.
    func close()
}

extension Attachment {
    package func close() {}
}

/// The objects that modules above the board keep with it, one of each type. May be used from any thread.
package final class Attachments: Sendable {
    private let objects = Locked<[any Attachment]>([])

    init() {}

    /// Returns the object of a type; nil if there is none.
    package func object<Object: Attachment>(_ type: Object.Type) -> Object? {
        objects.withLock { $0.lazy.compactMap { $0 as? Object }.first }
    }

    /// Returns the object of a type, and creates it on the first call.
    package func object<Object: Attachment>(_ make: () -> Object) -> Object {
        objects.withLock { objects in
            for case let object as Object in objects { return object }
            let object = make()
            objects.append(object)
            return object
        }
    }

    package func close() {
        for object in objects.withLock({ $0 }) { object.close() }
    }
}
