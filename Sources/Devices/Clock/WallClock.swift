import CarillonScheduling
import MobiusCore

/// The clock of the board, which provides the local date and time, and rings alarms.
///
///     .withEventSource(try board.events(
///         board.clock.at("07:00", on: .weekdays, send: .wake),
///         board.clock.sunset(.seconds(-1800), send: .lightUp),
///         board.clock.every(.seconds(900), send: .chime)))
///
/// An alarm rings at most once for each of its times. If the clock is set forward by less than 3 hours, alarms that it skips
/// ring late. If it is set back by less than 3 hours, alarms that have rung do not ring again. A larger change replaces a wrong
/// time by the right one: alarms ring for the new time, and the board reports skipped alarms as missed. Alarms with an interval
/// ring at most a minute late. On a machine that boots in 1970, no alarm rings until the clock has been set; alarms that were
/// due since the program's start then ring late, or are reported as missed. ``ClockNotice`` has the messages.
///
/// Request the clock from the board before the program's loops start. The time of the clock is an input of a session, so a
/// replay has the recorded times.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class WallClock: @unchecked Sendable {
    /// The path of the clock in sessions.
    package static let sessionPath = "clock:set"

    let queue: any Scheduler
    private let observer: DeviceObserver
    private let timer: ResettableTimer
    private let misses: Listeners<MissedAlarm>
    private var plan: AlarmPlan
    private var schedules: [Int: Schedule] = [:]
    private var handlers: [Int: @Sendable (ClockRing) -> Void] = [:]
    private var alarms: [String: (id: Int, listeners: Listeners<ClockRing>)] = [:]
    private var count = 0
    /// The next alarm of the day, as observers know it.
    private var shown: Int64?
    private var watch: (any Disposable)?

    /// Creates a clock without alarms. Queue only.
    ///
    /// - Parameters:
    ///   - queue: The board's queue.
    ///   - start: The time.
    ///   - place: The place; nil if the wiring states none.
    ///   - observer: Notified when another alarm is the next one, and of notices.
    package init(on queue: any Scheduler, _ start: ClockStart, place: GeographicPosition?, observer: DeviceObserver) {
        (self.queue, self.observer) = (queue, observer)
        timer = ResettableTimer(on: queue)
        misses = Listeners(on: queue)
        plan = AlarmPlan(
            ClockCircumstances(zone: start.zone, place: place), offset: start.wall - queue.now,
            earliest: start.earliest)
        timer.onFire { [weak self] in
            guard let self else { return }
            perform(plan.advance(to: self.queue.now))
        }
        if !plan.isSet(queue.now) { observer.didFail(ClockNotice.isNotSet(now: now)) }
    }

    /// The local date and time. May be read from any thread; a thread other than the queue's waits for the queue.
    public var now: LocalTime { queue.perform { local(seconds) } }

    /// Whether the clock is set. A clock that shows a time before the program was built is not set, and no alarm rings. Queue
    /// only.
    public var isSet: Bool { plan.isSet(queue.now) }

    /// The next time at which an alarm rings, apart from alarms with an interval; nil if there is none within a year, and while
    /// the clock is not set. Queue only.
    public var nextAlarm: LocalTime? { plan.nextDaily.map(local) }

    /// The seconds since 1970. Queue only.
    private var seconds: Int64 { plan.wall(queue.now) }

    /// Returns the queue's time at which the clock shows a time: `2026-03-28 22:00`, or `07:00` for the next one; nil for another
    /// text. Queue only.
    package func queueTime(of text: String) -> Duration? {
        let time = TimeOfDay(text).map { Schedule.at($0).next(after: seconds, in: plan.circumstances) }
        guard let seconds = time ?? LocalTime(text).map(zone.time) else { return nil }
        return .seconds(seconds) - plan.offset
    }

    /// The time zone. Queue only.
    package var zone: TimeZoneRules { plan.circumstances.zone }

    func local(_ seconds: Int64) -> LocalTime { zone.local(seconds) }

    // MARK: Events

    /// Sends `event` at a time of the day.
    ///
    /// - Parameters:
    ///   - time: The time, such as `"07:00"`.
    ///   - days: The days of the week; all by default.
    public func at<Event: Sendable>(
        _ time: TimeOfDay, on days: Weekdays = .all, send event: Event
    ) -> AnyEventSource<Event> { source(.at(time, on: days)) { _ in event } }

    /// Sends `event` at the sunrise, or at an offset from it.
    ///
    /// - Parameter offset: The time after the sunrise; negative before the sunrise. Clamped to the range from -12 to 12 hours.
    /// - Throws: ``ClockError/noPlace`` if the wiring states no place.
    public func sunrise<Event: Sendable>(
        _ offset: Duration = .zero, on days: Weekdays = .all, send event: Event
    ) throws(ClockError) -> AnyEventSource<Event> { try events(.sunrise(offset, on: days)) { _ in event } }

    /// Sends `event` at the sunset, or at an offset from it.
    ///
    /// - Parameter offset: The time after the sunset; negative before the sunset. Clamped to the range from -12 to 12 hours.
    /// - Throws: ``ClockError/noPlace`` if the wiring states no place.
    public func sunset<Event: Sendable>(
        _ offset: Duration = .zero, on days: Weekdays = .all, send event: Event
    ) throws(ClockError) -> AnyEventSource<Event> { try events(.sunset(offset, on: days)) { _ in event } }

    /// Sends `event` at all multiples of an interval after midnight: with an interval of 15 minutes, at each quarter of an
    /// hour.
    ///
    /// - Parameter interval: From 1 s to 24 hours; other values are clamped. Fractions of a second are dropped.
    public func every<Event: Sendable>(_ interval: Duration, send event: Event) -> AnyEventSource<Event> {
        source(.every(interval)) { _ in event }
    }

    /// Sends the result of `event` at each time of a schedule.
    ///
    ///     try board.clock.events(.every(.seconds(60))) { .minute($0.time) }
    ///
    /// - Throws: ``ClockError/noPlace`` if the schedule depends on the sun, and the wiring states no place.
    public func events<Event: Sendable>(
        _ schedule: Schedule, send event: @escaping @Sendable (ClockRing) -> Event
    ) throws(ClockError) -> AnyEventSource<Event> {
        if schedule.needsPlace, queue.perform({ plan.circumstances.place }) == nil { throw .noPlace }
        return source(schedule, event)
    }

    /// Sends the result of `event` when an alarm has missed one or more of its times.
    public func missed<Event: Sendable>(
        send event: @escaping @Sendable (MissedAlarm) -> Event
    ) -> AnyEventSource<Event> {
        AnyEventSource { [misses] consumer in misses.add { consumer(event($0)) } }
    }

    private func source<Event: Sendable>(
        _ schedule: Schedule, _ event: @escaping @Sendable (ClockRing) -> Event
    ) -> AnyEventSource<Event> {
        AnyEventSource { [self] consumer in
            let id = queue.perform {
                let id = add { consumer(event($0)) }
                set(id, to: schedule)
                return id
            }
            return AnonymousDisposable { [self] in queue.perform { remove(id) } }
        }
    }

    // MARK: Alarms

    /// Returns the alarm with a name. The program sets the alarm's schedule; the alarm is off at first. May be called from any
    /// thread.
    public func alarm(_ name: String = "alarm") -> ClockAlarm {
        queue.perform {
            if let (id, listeners) = alarms[name] { return ClockAlarm(self, id, listeners) }
            let listeners = Listeners<ClockRing>(on: queue)
            let id = add { listeners.notify($0) }
            alarms[name] = (id, listeners)
            return ClockAlarm(self, id, listeners)
        }
    }

    /// Adds an alarm that is off. Queue only.
    private func add(_ handler: @escaping @Sendable (ClockRing) -> Void) -> Int {
        count += 1
        handlers[count] = handler
        return count
    }

    /// Sets an alarm; nil switches it off. Queue only.
    func set(_ id: Int, to schedule: Schedule?) {
        schedules[id] = schedule
        plan.set(id, to: schedule, at: queue.now)
        planNext()
    }

    /// Returns the next time of an alarm. Queue only.
    func next(of id: Int) -> LocalTime? { plan.next(of: id).map(local) }

    /// Whether the sunrise and the sunset are known. Queue only.
    func checkPlace(for schedule: Schedule) {
        if schedule.needsPlace, plan.circumstances.place == nil { observer.didFail(ClockError.noPlace) }
    }

    private func remove(_ id: Int) {
        set(id, to: nil)
        handlers[id] = nil
    }

    private func perform(_ actions: [AlarmPlan.Action]) {
        // First, because a handler may set alarms.
        planNext()
        for action in actions {
            switch action {
            case .ring(let id, let time, let missed):
                let lateness = queue.now + plan.offset - .seconds(time)
                handlers[id]?(ClockRing(time: local(time), lateness: lateness, missed: missed))
            case .miss(let id, let time, let count):
                guard let schedule = schedules[id] else { continue }
                let missed = MissedAlarm(schedule: schedule, time: local(time), count: count)
                observer.didFail(ClockNotice.missed(missed))
                misses.notify(missed)
            }
        }
    }

    private func planNext() {
        timer.set(to: plan.nextDue)
        let next = plan.nextDaily
        guard next != shown else { return }
        shown = next
        observer.changed()
    }

    // MARK: Setting the clock

    /// Watches the clock of the machine. Queue only.
    ///
    /// - Parameter arrive: Passes a text to `receive(_:)` on the queue, as an input of a session.
    package func follow(_ source: any WallClockSource, _ arrive: @escaping @Sendable (String) -> Void) {
        do {
            watch = try source.observe { arrive("\(source.offset.wholeNanoseconds)") }
        } catch {
            observer.didFail(error)
        }
    }

    /// Notes that the clock has been set. Queue only.
    ///
    /// - Parameter text: The wall clock's time minus the queue's, in nanoseconds.
    package func receive(_ text: String) {
        guard let offset = Int64(text) else { return }
        // Alarms that are due, but whose timer has not run yet.
        perform(plan.advance(to: queue.now))
        let (old, before) = (seconds, now)
        let actions = plan.setClock(.nanoseconds(offset), at: queue.now)
        if abs(seconds - old) >= 60 { observer.didFail(ClockNotice.wasSet(from: before, to: now)) }
        if !isSet { observer.didFail(ClockNotice.isNotSet(now: now)) }
        perform(actions)
    }

    /// Ends all alarms. Queue only.
    package func close() {
        watch?.dispose()
        timer.cancel()
        handlers = [:]
        alarms = [:]
    }
}

extension WallClock: FeatureProviding {
    public static var kind: DeviceKind { DeviceKind("clock") }

    /// The name of the feature: `alarm`.
    public var name: String { "alarm" }

    /// The only feature: the time of `nextAlarm` as text, such as `2026-03-30 07:00`; empty for nil.
    public var features: [Feature] { [Feature(isInput: true)] }

    public func value(of feature: Int) -> Feature.Value { .text(nextAlarm?.description ?? "") }
}
