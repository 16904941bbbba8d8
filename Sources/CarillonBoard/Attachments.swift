import CarillonScheduling

/// The objects that modules above the board keep with it, one of each type. May be used from any thread.
package final class Attachments: Sendable {
    private let objects = Locked<[ObjectIdentifier: any AnyObject & Sendable]>([:])

    init() {}

    /// Returns the object of a type, and creates it on the first call.
    package func object<Object: AnyObject & Sendable>(_ make: () -> Object) -> Object {
        objects.withLock { objects in
            if let object = objects[ObjectIdentifier(Object.self)] as? Object { return object }
            let object = make()
            objects[ObjectIdentifier(Object.self)] = object
            return object
        }
    }
}
