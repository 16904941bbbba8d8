import CarillonDevices

/// The decisions of a box in a fleet: its messages, and what the messages that it receives mean.
///
/// This type only decides; `FleetOutlet` performs the actions on the fleet's queue.
struct FleetCore: Sendable {
    enum Action: Equatable, Sendable {
        case link(FleetLink.Action)
        /// A command for an entry.
        case command(entry: Int, payload: String)
        /// A request to answer with the number `FleetCore.answer`.
        case answer(SessionRequest)
    }

    /// The number of answers to requests for the session. They are not in the outbox, whose numbers begin with 1.
    static let answer = 0

    /// The time after which a broker without a list of this box's devices is known to have none.
    static let listPatience = Duration.seconds(2)
    /// The largest payload of a command, in bytes.
    static let longestCommand = 4096

    private(set) var link = FleetLink()
    private var share = SessionShare()
    private var ignoredCommands = IgnoredCommands()
    let topics: FleetTopics
    private let title: String
    private let entries: [FleetEntry]
    private let entryOfPath: [String: Int]
    private let discovery: Discovery
    private let isDiscoverable: Bool
    private let roster: Roster
    /// Whether the list has been published, so that the broker's older list has been read or does not exist.
    private var isListed = false
    private var listDue: Duration?
    private var gone: [Roster.Line] = []
    private var eventTopics: [Int: String] = [:]
    /// Whether the components that are gone have been published once more, to be removed after that.
    private var isReviving = false
    private let startNumber: String
    /// Whether the broker has had this program's number, so that another number is that of another box.
    private var hasStarted = false

    /// - Parameters:
    ///   - board: The model of the board, for users.
    ///   - entries: The features of the box.
    ///   - diagnostics: The measurements of the box.
    ///   - startNumber: Random, so that no other box has the same.
    init(
        _ identity: FleetIdentity, _ options: FleetOptions, board: String, _ entries: [FleetEntry],
        diagnostics: [Diagnostic] = [], startNumber: String
    ) {
        self.startNumber = startNumber
        topics = FleetTopics(identity)
        title = options.title ?? identity.title
        self.entries = entries
        entryOfPath = Dictionary(entries.enumerated().map { ($1.place.path, $0) }) { first, _ in first }
        discovery = Discovery(
            identity, title: title, board: board,
            prefix: options.discoveryPrefix ?? "homeassistant", entries, diagnostics: diagnostics)
        isDiscoverable = options.discoveryPrefix != nil
        roster = Roster(
            discovery.components.map { Roster.Line(key: $0.key, platform: $0.platform, path: $0.path) })
    }

    /// The session of this box on a broker.
    var session: FleetSession {
        FleetSession(
            id: discovery.identity.id,
            will: FleetMessage(topic: topics.availability, text: "offline", isRetained: true),
            subscriptions: topics.subscriptions + (isDiscoverable ? [discovery.status] : []))
    }

    /// The time of the next call of `timeCame(at:)`; nil for no call.
    var wakeUp: Duration? {
        [link.wakeUp, link.isConnected ? listDue : nil, link.isConnected ? share.wakeUp : nil].compactMap { $0 }.min()
    }

    /// Takes over the events of an earlier start of the program. Call before `start(_:)`.
    mutating func restore(_ contents: OutboxContents) { link.outbox = Outbox(contents) }

    // MARK: What the board reports

    /// Starts to connect.
    ///
    /// - Parameter states: The states of the entries.
    mutating func start(_ states: [(entry: Int, value: Feature.Value)]) -> [Action] {
        if isDiscoverable { link.outbox.set(discovery.topic, discovery.payload(gone: [])) }
        for (entry, value) in states { set(entry, value) }
        set(topics.title, title)
        set(topics.dropped, "\(link.outbox.dropped)")
        set(topics.start, startNumber)
        set(topics.availability, "online")
        return link.start().map(Action.link)
    }

    /// Takes over changes of the board.
    mutating func take(_ batch: FleetFeed.Batch, at now: Duration) -> [Action] {
        for (entry, value) in batch.states { set(entry, value) }
        let before = link.outbox.dropped
        if batch.dropped > 0 { link.outbox.lost(batch.dropped) }
        for (entry, gesture, time) in batch.gestures {
            guard let type = gesture.eventType else { continue }
            link.outbox.append(type, to: eventTopic(entry), at: time)
        }
        if link.outbox.dropped != before { set(topics.dropped, "\(link.outbox.dropped)") }
        return link.flush(at: now).map(Action.link)
    }

    /// Takes over measurements, of which those that have changed are published.
    mutating func take(_ measurements: [(path: String, text: String)], at now: Duration) -> [Action] {
        for (path, text) in measurements { set("\(topics.base)/\(path)", text) }
        return link.flush(at: now).map(Action.link)
    }

    /// Reports that the box goes away, and ends the connection.
    mutating func close(at now: Duration) -> [Action] {
        set(topics.availability, "offline")
        return link.close(at: now).map(Action.link)
    }

    mutating func timeCame(at now: Duration) -> [Action] {
        if link.isConnected, let listDue, now >= listDue { list(after: Roster([])) }
        return (link.timeCame(at: now) + link.flush(at: now)).map(Action.link) + answer(at: now)
    }

    // MARK: What the transport reports

    /// - Parameter random: From 0 to 1.
    mutating func handle(_ event: FleetTransportEvent, at now: Duration, random: Double) -> [Action] {
        switch event {
        case .connected:
            if !isListed { listDue = now + Self.listPatience }
            return link.connected(at: now).map(Action.link)
        case .lost(let loss):
            share.lost()
            hasStarted = hasStarted || link.outbox.hasDelivered(topics.start)
            return link.lost(loss, at: now, random: random).map(Action.link)
        case .delivered(Self.answer), .refused(Self.answer, _):
            share.delivered()
            return answer(at: now)
        case .delivered(let number):
            link.outbox.delivered(number)
            remove()
            return link.flush(at: now).map(Action.link)
        case .refused(let number, let reason):
            let before = link.outbox.dropped
            let actions = link.refused(number, reason: reason)
            if link.outbox.dropped != before { set(topics.dropped, "\(link.outbox.dropped)") }
            remove()
            return (actions + link.flush(at: now)).map(Action.link)
        case .received(let message): return received(message, at: now)
        }
    }

    private mutating func received(_ message: FleetMessage, at now: Duration) -> [Action] {
        if message.topic == topics.devices {
            guard message.isRetained, !isListed else { return [] }
            list(after: Roster(text: message.text))
            return link.flush(at: now).map(Action.link)
        }
        if message.topic == discovery.status {
            if message.text == "online" { revive() }
            return link.flush(at: now).map(Action.link)
        }
        if message.topic == topics.start {
            guard hasStarted, message.text != startNumber else { return [] }
            return link.foundTwin().map(Action.link)
        }
        if message.topic == topics.session {
            guard !message.isRetained, message.payload.count <= 64, let request = SessionRequest(message.text) else {
                return []
            }
            share.add(request)
            return answer(at: now)
        }
        // A retained command would be carried out again at each start.
        guard !message.isRetained, let path = topics.commanded(message.topic) else { return [] }
        guard message.payload.count <= Self.longestCommand else {
            return ignore(message.topic, "\(message.payload.count) bytes", .unacceptable, at: now)
        }
        guard let entry = entryOfPath[path] else { return ignore(message.topic, message.text, .unknown, at: now) }
        return [.command(entry: entry, payload: message.text)]
    }

    private mutating func answer(at now: Duration) -> [Action] {
        link.isConnected ? share.next(at: now).map { [.answer($0)] } ?? [] : []
    }

    /// Reports a command without an effect.
    mutating func ignore(
        _ topic: String, _ payload: String, _ fault: CommandFault, at now: Duration
    ) -> [Action] {
        let notice = FleetNotice.ignored(topic: topic, payload: String(payload.prefix(80)), fault)
        return ignoredCommands.report(notice, at: now).map { [.link(.report($0))] } ?? []
    }

    /// Returns the path of an entry among the box's topics.
    func path(of entry: Int) -> String { entries[entry].place.path }

    /// Returns the topic of commands for an entry.
    func commandTopic(of entry: Int) -> String { topics.command(entries[entry].place) }

    /// Returns the topic of an entry's events. They share its memory.
    private mutating func eventTopic(_ entry: Int) -> String {
        if let topic = eventTopics[entry] { return topic }
        let topic = topics.feature(entries[entry].place)
        eventTopics[entry] = topic
        return topic
    }

    // MARK: States

    private mutating func set(_ topic: String, _ text: String) { link.outbox.set(topic, Array(text.utf8)) }

    private mutating func set(_ entry: Int, _ value: Feature.Value) {
        guard let payload = value.payload else { return }
        set(topics.feature(entries[entry].place), payload)
    }

    /// Publishes the list of devices, and takes away what only the older list has.
    private mutating func list(after older: Roster) {
        (isListed, listDue) = (true, nil)
        gone = roster.gone(from: older)
        for path in roster.pathsGone(from: older) { link.outbox.set("\(topics.base)/\(path)", []) }
        revive()
        set(topics.devices, Roster(roster.lines + gone).text)
    }

    /// Publishes the components that are gone once more, because Home Assistant keeps those that went before its start.
    private mutating func revive() {
        guard isDiscoverable, !gone.isEmpty else { return }
        link.outbox.set(discovery.topic, discovery.payload(gone: gone, isRevived: true))
        isReviving = true
    }

    /// Removes the components that are gone, once the broker has the message with them.
    private mutating func remove() {
        guard isReviving, link.outbox.hasDelivered(discovery.topic) else { return }
        isReviving = false
        link.outbox.set(discovery.topic, discovery.payload(gone: gone))
    }
}
