import CarillonScheduling
import MobiusCore

/// The handlers of a dispatcher, in the order of their registration.
struct ActionHandlers {
    private(set) var members = Members<ActionHandler>()
    private var byToken: [String: ActionHandler] = [:]
    private var registrations = 0
    /// The types that have ever had a handler.
    private var knownTypes: Set<ObjectIdentifier> = []
    /// Whether there has ever been a handler for actions of all types.
    private var knowsAllTypes = false

    /// - Parameters:
    ///   - type: The type of the actions; `nil` for all.
    ///   - location: The location of the registration in the source code, for messages.
    mutating func add(
        for type: (any Action.Type)?, from location: String, _ handle: @escaping @Sendable (any Action) -> Bool
    ) -> ActionHandler {
        registrations += 1
        let handler = ActionHandler(token: "\(location)#\(registrations)", handle: handle)
        members.add(handler)
        byToken[handler.token] = handler
        if let type { knownTypes.insert(ObjectIdentifier(type)) } else { knowsAllTypes = true }
        return handler
    }

    /// - Returns: The removed handler, which the caller releases after it has unlocked the registry.
    mutating func remove(_ token: String) -> ActionHandler? {
        guard let handler = byToken.removeValue(forKey: token) else { return nil }
        handler.isRegistered.store(false, ordering: .relaxed)
        members.remove(handler)
        return handler
    }

    subscript(token: String) -> ActionHandler? { byToken[token] }

    /// Returns whether there is or has been a handler for actions of a type.
    func hasKnown(_ type: any Action.Type) -> Bool {
        knowsAllTypes || knownTypes.contains(ObjectIdentifier(type))
    }
}
