import CarillonScheduling
import MobiusCore

/// The handlers of a dispatcher, in the order in which they were registered.
struct ActionHandlers {
    private(set) var members = Members<ActionHandler>()
    private var byToken: [String: ActionHandler] = [:]
    private var registrations = 0
    /// The types that there has been a handler for.
    private var knownTypes: Set<ObjectIdentifier> = []
    /// Whether there has been a handler for actions of whatever type.
    private var knowsAllTypes = false

    /// - Parameters:
    ///   - type: The type of the actions; `nil` for all.
    ///   - place: Where in the program it is registered, to be found in messages.
    mutating func add(
        for type: (any Action.Type)?, from place: String, _ handle: @escaping @Sendable (any Action) -> Bool
    ) -> ActionHandler {
        registrations += 1
        let handler = ActionHandler(token: "\(place)#\(registrations)", handle: handle)
        members.add(handler)
        byToken[handler.token] = handler
        if let type { knownTypes.insert(ObjectIdentifier(type)) } else { knowsAllTypes = true }
        return handler
    }

    /// - Returns: What was removed, to be let go of without holding a lock.
    mutating func remove(_ token: String) -> ActionHandler? {
        guard let handler = byToken.removeValue(forKey: token) else { return nil }
        handler.isRegistered.store(false, ordering: .relaxed)
        members.remove(handler)
        return handler
    }

    subscript(token: String) -> ActionHandler? { byToken[token] }

    /// Whether there is or has been a handler for such actions.
    func hasKnown(_ type: any Action.Type) -> Bool {
        knowsAllTypes || knownTypes.contains(ObjectIdentifier(type))
    }
}
