import CLibrary
import CarillonAppliance

/// The boxes of a fleet as a table, one box a line.
struct FleetTable {
    let boxes: [FleetBox]
    let terminal: Terminal

    var text: String {
        let hasUpdates = boxes.contains { $0.update != nil }
        let updates = hasUpdates ? ["NEWEST", "UPDATE"] : []
        let names = ["BOX", "TITLE", "VERSION"] + updates + ["STATE", "HEALTH", "LOST"]
        let titles = names.map { StyledText($0, .dim) }
        let rows = [titles] + boxes.map { Self.row($0, hasUpdates: hasUpdates) }
        let widths = titles.indices.map { column in rows.map { $0[column].width }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { $0.padded(to: $1) }
            let line = cells.dropFirst().reduce(cells[0]) { $0 + StyledText("  ") + $1 }
            return line.text(width: terminal.lineWidth, isColored: terminal.isColored) + "\n"
        }.joined()
    }

    private static func row(_ box: FleetBox, hasUpdates: Bool) -> [StyledText] {
        let (lost, update) = (lost(box), box.update)
        let version = update?.installed ?? box.diagnostics["version"]
        let updates = [StyledText(update?.newest.printable ?? "-"), update?.summary ?? StyledText("-")]
        let names = [
            StyledText(box.id.printable, .bold), StyledText(box.title.printable), StyledText(version?.printable ?? "-"),
        ]
        return names + (hasUpdates ? updates : []) + [
            state(box), StyledText(health(box)),
            StyledText(lost.isEmpty ? "nothing" : lost, lost.isEmpty ? .plain : .yellow),
        ]
    }

    private static func state(_ box: FleetBox) -> StyledText {
        let since = box.since.map { " for \(approximate($0))" } ?? ""
        return StyledText((box.isOnline ? "online" : "offline") + since, box.isOnline ? .green : .red)
    }

    private static func health(_ box: FleetBox) -> String {
        let values = box.diagnostics
        let parts = [
            values["cpu-temperature"].map { "\($0) °C" }, values["lateness-p99"].map { "p99 \($0) ms" },
            values["uptime"].flatMap(Int.init).map { "up \(approximate(.seconds($0)))" },
        ].compactMap { $0?.printable }
        return parts.isEmpty ? "-" : parts.joined(separator: ", ")
    }

    /// The counts of what has been lost, as far as they are not 0.
    private static func lost(_ box: FleetBox) -> String {
        let counts = [
            (box.dropped, "events"), (box.diagnostics["lost-edges"], "edges"),
            (box.diagnostics["missed-deadlines"], "deadlines"), (box.diagnostics["xruns"], "xruns"),
        ]
        return counts.compactMap { count, name in
            guard let count, !count.isEmpty, count != "0" else { return nil }
            return "\(count.printable) \(name)"
        }.joined(separator: ", ")
    }

    /// Returns a duration in its largest unit, such as `3 h`.
    static func approximate(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        switch seconds {
        case ..<120: return "\(seconds) s"
        case ..<7200: return "\(seconds / 60) min"
        case ..<172_800: return "\(seconds / 3600) h"
        default: return "\(seconds / 86_400) d"
        }
    }
}
