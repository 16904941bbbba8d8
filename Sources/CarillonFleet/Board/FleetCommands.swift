import CarillonBoard
import CarillonDevices

/// The commands of a fleet without a broker: those of a session that is replayed.
package enum FleetCommands {
    /// Returns the function that carries out commands. Call both on the board's queue, the function after the
    /// controllers have started. It returns false for a path that no feature has.
    ///
    /// - Parameter wiring: The wiring of the board.
    package static func receiver(_ board: Board, _ wiring: Wiring) -> (_ path: String, _ payload: String) -> Bool {
        var targets: [FleetTarget]?
        return { path, payload in
            let all = targets ?? FleetTarget.all(of: board, wiring: wiring)
            targets = all
            guard let target = all.first(where: { $0.place.path == path }) else { return false }
            _ = target.carryOut(payload)
            return true
        }
    }
}
