import CarillonAudio
import CarillonDevices
import CarillonScheduling
import Dispatch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The events of the player, which are inputs of a session. A replay opens no file.
extension Board {
    /// The path of the player's events in sessions.
    package static let playerPath = "player:events"

    /// Creates the player. Queue only.
    func makePlayer(of tracks: any TrackStore) -> Player {
        Player(
            engine: engine, store: tracks,
            thread: tracks.thread ?? DispatchScheduler(DispatchQueue(label: "carillon-player")),
            queue: queue, observer: features.observer(didFail: didFail)
        ) { [inputs] event, work in
            let text = (try? JSONEncoder().encode(event)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            inputs.command(Self.playerPath, text, work)
        }
    }

    /// Carries out an event of the player of a session. Queue only.
    ///
    /// - Returns: Whether it is one.
    func replayPlayer(_ path: String, _ text: String) -> Bool {
        guard path == Self.playerPath,
            let event = try? JSONDecoder().decode(PlayerEvent.self, fromOutside: Array(text.utf8))
        else { return false }
        player.receive(event)
        return true
    }
}
