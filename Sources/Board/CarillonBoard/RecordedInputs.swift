import CarillonAudio
import CarillonDevices
import CarillonScheduling
import Dispatch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The clock, whose time at the start and whose changes are inputs of a session.
extension Board {
    /// The name of the clock's state among the memories of a session. No loop can have it, because it has a space.
    package static let clockMemory = "wall clock"

    /// Creates the clock. Queue only.
    func makeClock(like source: any WallClockSource) -> WallClock {
        let now = queue.now
        let present = ClockStart(source, zone: clockSettings.zone, at: now)
        let memory = inputs.memory(Self.clockMemory) { Array(present.text.utf8) }
        let recorded = memory.flatMap { ClockStart(String(decoding: $0, as: UTF8.self)) }
        let clock = WallClock(
            on: queue, recorded ?? present, place: clockSettings.place, observer: features.observer(didFail: didFail))
        clock.follow(source) { [inputs] text in
            inputs.read(WallClock.sessionPath, text) { [weak clock] in clock?.receive(text) }
        }
        return clock
    }

    /// Sets the clock as in a session. Queue only.
    ///
    /// - Returns: Whether the path is that of the clock.
    func replayClock(_ path: String, _ text: String) -> Bool {
        guard path == WallClock.sessionPath else { return false }
        clock.receive(text)
        return true
    }
}

/// The events of the player, which are inputs of a session. A replay opens no file.
extension Board {
    /// The path of the player's events in sessions.
    package static let playerPath = "player:events"

    /// Creates the player. Queue only.
    func makePlayer(of tracks: any TrackStore) -> Player {
        Player(
            engine: engine, store: tracks,
            thread: tracks.thread ?? DispatchScheduler(DispatchQueue(label: "carillon-player")),
            random: inputs.random.branch(), queue: queue, observer: features.observer(didFail: didFail)
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

/// The readings of devices, which are inputs of a session. A replay needs no hardware.
extension Board {
    /// The beginning of the paths of readings in sessions.
    package static let readingPrefix = "reading:"

    /// Returns the way of a device's readings to the program.
    static func readings(of device: WiredDevice, _ inputs: BoardInputs) -> DeviceReadings {
        let path = readingPrefix + FeaturePath(kind: device.kind.name, name: device.name).text
        return DeviceReadings { reading, work in inputs.read(path, reading, work) }
    }

    /// Carries out a reading of a session. Queue only.
    ///
    /// - Returns: Whether it is one.
    func replayReading(_ path: String, _ reading: String) -> Bool {
        guard path.hasPrefix(Self.readingPrefix),
            let device = features[String(path.dropFirst(Self.readingPrefix.count))]?.owner as? any Device
        else { return false }
        device.receive(reading)
        return true
    }
}
