import CarillonBoard
import CarillonDevices

/// The decisions of a box in a fleet: its messages, and what the messages that it receives mean.
///
/// This type only decides; `FleetOutlet` performs the actions on the fleet's queue, as `actions(_:)` returns them.
struct FleetCore: Sendable {
    /// The number of answers to requests for the session. They are not in the outbox, whose numbers begin with 1.
    static let answer = 0

    /// The time after which a broker without a list of this box's devices is known to have none.
    static let listTimeout = Duration.seconds(2)
    /// The largest payload of a command, in bytes.
    static let longestCommand = 4096
    /// The largest payload of any message to the box, in bytes.
    static let largestPayload = 64 << 10

    private(set) var link = FleetLink()
    private var share = SessionShare()
    private var ignoredCommands = IgnoredCommands()
    private var discovery: Discovery
    private var update = BoxUpdate()
    /// Whether the list has been published, so that the broker's older list has been read or does not exist.
    private var isListed = false
    private var listDue: Duration?
    private var gone: [ComponentList.Line] = []
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
    ///   - page: The address of the box's page; nil for a box without one.
    ///   - startNumber: Random, so that no other box has the same.
    init(
        _ identity: FleetIdentity, _ options: FleetOptions, board: String, _ entries: [FleetEntry],
        diagnostics: [Diagnostic] = [], page: String? = nil, startNumber: String
    ) {
        self.startNumber = startNumber
        discovery = Discovery(identity, options, board: board, page: page, entries, diagnostics: diagnostics)
    }

    var topics: FleetTopics { discovery.topics }
    private var entries: [FleetEntry] { discovery.entries }

    /// The session of this box on a broker.
    var session: FleetSession {
        var session = FleetSession(
            id: discovery.identity.id,
            will: FleetMessage(topic: topics[.availability], text: "offline", isRetained: true),
            subscriptions: topics.subscriptions + (discovery.isWanted ? [discovery.status] : []))
        // Commands from before the program's start are forgotten.
        session.isClean = link.connections == 0 && !discovery.options.keepsCommands
        session.largestPayload = Self.largestPayload
        return session
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
    mutating func start(_ states: [(entry: Int, value: Feature.Value)]) -> [FleetAction] {
        // An array that grows takes up to twice its memory. The others are the message itself, the updates and the box's own states.
        link.outbox.reserveStates(states.count + discovery.diagnostics.count + 2 + FleetTopics.Own.allCases.count)
        if discovery.isWanted { link.outbox.set(Discovery.path, nil) }
        for (entry, value) in states { set(entry, value) }
        set(.title, discovery.title)
        set(.dropped, "\(link.outbox.dropped)")
        set(.start, startNumber)
        set(.availability, "online")
        return link.start()
    }

    /// Takes over changes of the board.
    mutating func take(_ batch: FleetChanges.Batch, at now: Duration) -> [FleetAction] {
        for (entry, value) in batch.states { set(entry, value) }
        let before = link.outbox.dropped
        if batch.dropped > 0 { link.outbox.lost(batch.dropped) }
        for (entry, gesture, time) in batch.gestures {
            // Turns that wait would push presses out of the outbox, and the state has the position.
            if case .turned = gesture, !link.isConnected { continue }
            for type in gesture.eventTypes { link.outbox.append(type, to: eventTopic(entry), at: time) }
        }
        if link.outbox.dropped != before { set(.dropped, "\(link.outbox.dropped)") }
        return link.flush(at: now)
    }

    /// Takes over measurements, of which those that have changed are published.
    mutating func take(_ measurements: [(path: String, text: String)], at now: Duration) -> [FleetAction] {
        for (path, text) in measurements { link.outbox.set(path, text) }
        return link.flush(at: now)
    }

    /// Takes over the state of the unit that updates the box. The first one announces the updates.
    mutating func take(update state: String, at now: Duration) -> [FleetAction] {
        if !discovery.hasUpdates {
            discovery = discovery.withUpdates
            if discovery.isWanted { link.outbox.set(Discovery.path, nil) }
            if isListed { set(.devices, nil) }
        }
        link.outbox.set(BoxUpdate.path, state)
        return link.flush(at: now)
    }

    /// Reports that the box goes away, and ends the connection.
    mutating func close(at now: Duration) -> [FleetAction] {
        set(.availability, "offline")
        return link.close(at: now)
    }

    mutating func timeCame(at now: Duration) -> [FleetAction] {
        if link.isConnected, let listDue, now >= listDue { list(after: ComponentList([])) }
        return link.timeCame(at: now) + link.flush(at: now) + answer(at: now)
    }

    // MARK: What the transport reports

    /// - Parameter random: From 0 to 1.
    mutating func handle(_ event: FleetTransportEvent, at now: Duration, random: Double) -> [FleetAction] {
        switch event {
        case .connected:
            if !isListed { listDue = now + Self.listTimeout }
            return link.connected(at: now)
        case .lost(let loss):
            share.lost()
            hasStarted = hasStarted || link.outbox.hasDelivered(FleetTopics.Own.start.rawValue)
            return link.lost(loss, at: now, random: random)
        case .delivered(Self.answer), .refused(Self.answer, _):
            share.delivered()
            return answer(at: now)
        case .delivered(let number):
            link.outbox.delivered(number)
            remove()
            return link.flush(at: now)
        case .refused(let number, let reason):
            let before = link.outbox.dropped
            let actions = link.refused(number, reason: reason)
            if link.outbox.dropped != before { set(.dropped, "\(link.outbox.dropped)") }
            remove()
            return actions + link.flush(at: now)
        case .received(let message): return received(message, at: now)
        case .tooLarge(let topic, let count): return ignore(topic, "\(count) bytes", .unacceptable, at: now)
        case .unsubscribed(let pattern, let reason):
            return link.unsubscribed(pattern, reason: reason)
        }
    }

    private mutating func received(_ message: FleetMessage, at now: Duration) -> [FleetAction] {
        if message.topic == topics[.devices] {
            guard message.isRetained, !isListed else { return [] }
            list(after: ComponentList(text: message.text))
            return link.flush(at: now)
        }
        if message.topic == discovery.status {
            if message.text == "online" { revive() }
            return link.flush(at: now)
        }
        if message.topic == topics[.start] {
            guard hasStarted, message.text != startNumber else { return [] }
            return link.foundDuplicate()
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
        if discovery.hasUpdates, path == BoxUpdate.path {
            guard message.text == BoxUpdate.install else {
                return ignore(message.topic, message.text, .unacceptable, at: now)
            }
            return update.allowsRequest(at: now) ? [.requestUpdate] : []
        }
        guard let entry = entries.firstIndex(where: { $0.path.text == path && $0.form != .picture }) else {
            return ignore(message.topic, message.text, .unknown, at: now)
        }
        return [.command(entry: entry, payload: message.text)]
    }

    private mutating func answer(at now: Duration) -> [FleetAction] {
        link.isConnected ? share.next(at: now).map { [.answer($0)] } ?? [] : []
    }

    /// Reports a command without an effect.
    mutating func ignore(
        _ topic: String, _ payload: String, _ fault: CommandFault, at now: Duration
    ) -> [FleetAction] {
        let notice = FleetNotice.ignored(topic: topic, payload: String(payload.prefix(80)), fault)
        return ignoredCommands.report(notice, at: now).map { [.report($0)] } ?? []
    }

    /// Returns whether all commands for an entry are carried out, not only the newest.
    func isPress(_ entry: Int) -> Bool { entries[entry].form == .press }

    /// Returns the topic of commands for an entry.
    func commandTopic(of entry: Int) -> String { topics.command(entries[entry].path) }

    /// Returns the topic of an entry's events. They share its memory.
    private mutating func eventTopic(_ entry: Int) -> String {
        if let topic = eventTopics[entry] { return topic }
        let topic = entries[entry].eventPath ?? entries[entry].path.text
        eventTopics[entry] = topic
        return topic
    }

    // MARK: States

    private mutating func set(_ own: FleetTopics.Own, _ text: String?) { link.outbox.set(own.rawValue, text) }

    private mutating func set(_ entry: Int, _ value: Feature.Value) {
        guard let payload = value.state else { return }
        link.outbox.set(entries[entry].path.text, payload)
    }

    /// Publishes the list of devices, and takes away what only the older list has.
    private mutating func list(after older: ComponentList) {
        (isListed, listDue) = (true, nil)
        let componentList = discovery.componentList
        gone = componentList.gone(from: older)
        for path in componentList.pathsGone(from: older) { link.outbox.set(path, "") }
        revive()
        set(.devices, nil)
    }

    /// Publishes the components that are gone once more, because Home Assistant keeps those that went before its start.
    private mutating func revive() {
        guard discovery.isWanted, !gone.isEmpty else { return }
        link.outbox.set(Discovery.path, nil)
        isReviving = true
    }

    /// Removes the components that are gone, once the broker has the message with them.
    private mutating func remove() {
        guard isReviving, link.outbox.hasDelivered(Discovery.path) else { return }
        isReviving = false
        link.outbox.set(Discovery.path, nil)
    }

    // MARK: What is not in the outbox

    /// Returns the actions of a decision as they are to be performed.
    mutating func actions(_ decide: (inout FleetCore) -> [FleetAction]) -> [FleetAction] {
        decide(&self).map { whole($0) }
    }

    /// Returns an action with the topic for the broker, and with the messages that the outbox does not keep.
    private func whole(_ action: FleetAction) -> FleetAction {
        switch action {
        case .publish(var message, let number):
            if message.topic == Discovery.path {
                message.payload = discovery.payload(gone: gone, isRevived: isReviving)
            } else if message.topic == FleetTopics.Own.devices.rawValue {
                message.payload = Array(ComponentList(discovery.componentList.lines + gone).text.utf8)
            }
            message.topic = topic(message.topic)
            return .publish(message, number: number)
        case .report(.refused(let path, let reason)): return .report(.refused(topic: topic(path), reason: reason))
        case .open, .close, .report, .command, .answer, .requestUpdate: return action
        }
    }

    private func topic(_ path: String) -> String { path == Discovery.path ? discovery.topic : topics.topic(path) }
}
