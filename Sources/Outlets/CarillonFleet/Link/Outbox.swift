/// The messages that the broker has not acknowledged.
///
/// A state replaces the older state of its topic, and is never dropped: the memory is that of one state for each topic. A
/// long state has no text here: the owner makes it whenever it is sent. All topics are relative to those of the box.
/// Events wait in a queue of limited length, from which the oldest ones are dropped and counted. States precede events.
struct Outbox: Sendable {
    /// An event: a gesture on a button.
    struct Event: Equatable, Sendable {
        let topic: String
        let type: String
        /// The position among the events of this box, from 1. A gap is an event that was dropped; a repeated number
        /// is an event that was delivered twice.
        let number: Int
        let time: Duration
    }

    /// The retained state of a topic.
    private struct State {
        let topic: String
        /// nil for a text that the owner makes.
        var text: String?
        /// The number of the message with this text; 0 while it waits.
        var number = 0
    }

    private enum Sent {
        case state(String)
        case event(Int)
    }

    /// The largest number of waiting events.
    static let mostEvents = 1000

    /// The number of dropped events.
    private(set) var dropped = 0
    /// The states in the order of their first use.
    private var states: [State] = []
    /// The events that the broker has not acknowledged, in the order of their numbers.
    private(set) var events: [Event] = []
    /// The number of events at the beginning of `events` that have been sent.
    private var sentEvents = 0
    /// The number of the last event.
    private(set) var lastEvent = 0
    private var inFlight: [(number: Int, sent: Sent)] = []
    private var lastNumber = 0

    init() {}

    /// Creates the outbox that an earlier start of the program has left.
    init(_ contents: OutboxContents) {
        events = contents.events.suffix(Self.mostEvents)
        lastEvent = contents.state.last
        dropped = contents.state.dropped + contents.missing + contents.events.count - events.count
    }

    /// Returns the events after that with a number.
    func events(after number: Int) -> ArraySlice<Event> {
        events[(events.lastIndex { $0.number <= number }.map { $0 + 1 } ?? 0)...]
    }

    /// Whether the broker has acknowledged everything.
    var isEmpty: Bool { inFlight.isEmpty && events.isEmpty && !states.contains { $0.number == 0 } }
    /// The number of messages that have been sent and not acknowledged.
    var inFlightCount: Int { inFlight.count }
    /// The number of events that the broker has not acknowledged.
    var eventCount: Int { events.count }

    /// Returns whether the broker has acknowledged the newest state of a topic.
    func hasDelivered(_ topic: String) -> Bool {
        states.contains { state in
            state.topic == topic && state.number > 0 && !inFlight.contains { $0.number == state.number }
        }
    }

    /// Makes room for so many states.
    mutating func reserveStates(_ count: Int) { states.reserveCapacity(count) }

    /// Sets the retained state of a topic. An empty state removes the topic from the broker.
    ///
    /// - Parameter text: nil for a state that has changed, and that the owner makes: its messages have no payload.
    mutating func set(_ topic: String, _ text: String?) {
        guard let index = states.firstIndex(where: { $0.topic == topic }) else {
            return states.append(State(topic: topic, text: text))
        }
        let isSame = text.map { states[index].text?.utf8.elementsEqual($0.utf8) ?? false } ?? false
        if !isSame { states[index].number = 0 }
        states[index].text = text
    }

    mutating func append(_ type: String, to topic: String, at time: Duration) {
        lastEvent += 1
        // Before the array grows. The events in flight are beyond recall.
        if events.count >= Self.mostEvents { drop(at: min(sentEvents, events.count - 1)) }
        events.append(Event(topic: topic, type: type, number: lastEvent, time: time))
    }

    /// Counts events that were dropped before they arrived here.
    mutating func lost(_ count: Int) {
        dropped += count
        lastEvent += count
    }

    /// Sends all states again, because the broker may have lost them, and all events that it has not acknowledged.
    mutating func reconnected() {
        for index in states.indices { states[index].number = 0 }
        inFlight = []
        sentEvents = 0
    }

    /// Returns the next message to send, and its number; nil if there is none.
    mutating func next(at now: Duration) -> (message: FleetMessage, number: Int)? {
        if let index = states.firstIndex(where: { $0.number == 0 }) {
            let number = send(.state(states[index].topic))
            states[index].number = number
            let text = states[index].text ?? ""
            return (FleetMessage(topic: states[index].topic, text: text, isRetained: true), number)
        }
        guard sentEvents < events.count else { return nil }
        let event = events[sentEvents]
        sentEvents += 1
        return (event.message(at: now), send(.event(event.number)))
    }

    /// Handles the acknowledgement of a message.
    mutating func delivered(_ number: Int) {
        guard let index = inFlight.firstIndex(where: { $0.number == number }) else { return }
        let sent = inFlight.remove(at: index).sent
        // An array that becomes empty keeps its memory.
        if inFlight.isEmpty { inFlight = [] }
        switch sent {
        case .state: states.removeAll { $0.number == number && $0.text == "" }
        case .event(let event):
            guard let index = events.firstIndex(where: { $0.number == event }) else { return }
            events.remove(at: index)
            sentEvents -= 1
        }
    }

    /// Handles the broker's refusal of a message. It is not sent again; an event counts as dropped.
    ///
    /// - Returns: The topic; nil if the message is not in flight.
    mutating func refused(_ number: Int) -> String? {
        guard let message = inFlight.first(where: { $0.number == number })?.sent else { return nil }
        let topic =
            switch message {
            case .state(let topic): topic
            case .event(let event): events.first { $0.number == event }?.topic
            }
        if case .event = message { dropped += 1 }
        delivered(number)
        return topic
    }

    private mutating func send(_ sent: Sent) -> Int {
        lastNumber += 1
        inFlight.append((lastNumber, sent))
        return lastNumber
    }

    private mutating func drop(at index: Int) {
        events.remove(at: index)
        dropped += 1
    }
}

extension Outbox.Event {
    /// Returns the event as JSON. Its lateness is that at the moment of sending.
    fileprivate func message(at now: Duration) -> FleetMessage {
        let event = FleetEvent(type: type, number: number, lateness: Int(max(now - time, .zero) / .milliseconds(1)))
        return FleetMessage(topic: topic, payload: event.payload)
    }
}
