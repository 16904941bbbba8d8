import CarillonAppliance
import CarillonFleet
import Glibc

/// The messages of a box as lines: the time, the kind and the name of the device, the value, and how late an event was.
struct FleetWatch {
    private let base: String
    private let terminal: Terminal

    init(_ box: String, terminal: Terminal) {
        base = "carillon/\(box)/"
        self.terminal = terminal
    }

    /// The pattern of the messages.
    var pattern: String { base + "#" }

    /// Returns the line of a message; nil for messages that are none of a device's.
    ///
    /// - Parameter time: The time of the message, as text.
    func line(_ message: FleetMessage, at time: String) -> String? {
        guard message.topic.hasPrefix(base) else { return nil }
        var levels = message.topic.dropFirst(base.count).split(separator: "/", omittingEmptySubsequences: false)
            .map { FleetTopics.name(of: $0) }
        let isCommand = levels.count > 2 && levels.last == "set"
        if isCommand { levels.removeLast() }
        switch (levels.count, levels.first) {
        case (1, "availability"), (1, "dropped"): levels.insert("box", at: 0)
        case (2..., "session"): return nil
        case (2..., _): break
        default: return nil
        }
        let event = isCommand ? nil : FleetEvent(message.payload)
        let isPicture = !isCommand && levels.count == 3 && levels[0] == "display" && levels[2] == "picture"
        let value = event.map { "\($0.type) #\($0.number)" } ?? (isPicture ? "new picture" : message.text)
        var line = StyledText(message.isRetained ? "" : time, .dim).padded(to: 12)
        for (text, width) in [(levels[0], 11), (levels[1...].joined(separator: " "), 16)] {
            line.append("  ")
            line.append(StyledText(text.printable).padded(to: width))
        }
        line.append("  ")
        line.append(StyledText((isCommand ? "<- " : "") + value.printable, event == nil ? .plain : .bold))
        if let event {
            line.append("  ")
            line.append("\(event.lateness) ms late", event.lateness > 1000 ? .yellow : .dim)
        }
        return line.text(width: terminal.lineWidth, isColored: terminal.isColored)
    }
    /// The local time with milliseconds, such as `14:02:03.120`.
    static var time: String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var parts = tm()
        localtime_r(&now.tv_sec, &parts)
        let text = String(unsafeUninitializedCapacity: 16) { room in
            room.withMemoryRebound(to: CChar.self) { strftime($0.baseAddress!, $0.count, "%H:%M:%S", &parts) }
        }
        return "\(text).\(now.tv_nsec / 1_000_000, digits: 3)"
    }
}
