import CarillonDevices

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
