import CLibrary
import CarillonFleet

/// A box as its retained messages describe it.
struct FleetBox: Equatable {
    let id: String
    var isOnline = false
    /// The time since the box came or went; nil if the broker does not tell it.
    var since: Duration?
    /// The name shown to users; empty if the box has none.
    var title = ""
    /// The number of events that the box has dropped.
    var dropped = ""
    /// The known values of `carillon/ID/diagnostics/NAME`, by their names.
    var diagnostics: [String: String] = [:]

    /// The state of the updates; nil for a box that does not update itself.
    var update: FleetUpdate? { diagnostics["update"].flatMap(FleetUpdate.init) }

    /// The topics that describe boxes. They are few for each box, because brokers limit the waiting messages.
    static let patterns = ["availability", "title", "dropped", "diagnostics/+"].map { "carillon/+/\($0)" }

    /// Returns the boxes that messages describe, by their ids. A box has its availability, at least.
    static func all(in messages: [FleetMessage]) -> [FleetBox] {
        var boxes: [String: FleetBox] = [:]
        var known: Set<String> = []
        for message in messages {
            let levels = message.topic.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            guard levels.count >= 3, levels[0] == "carillon", !message.payload.isEmpty else { continue }
            let id = levels[1]
            switch levels[2] {
            case "availability":
                known.insert(id)
                boxes[id, default: FleetBox(id: id)].isOnline = message.text == "online"
                boxes[id]?.since = message.age
            case "title": boxes[id, default: FleetBox(id: id)].title = message.text
            case "dropped": boxes[id, default: FleetBox(id: id)].dropped = message.text
            case "diagnostics" where message.text != "None":
                boxes[id, default: FleetBox(id: id)].diagnostics[levels[3...].joined(separator: "/")] = message.text
            default: break
            }
        }
        return boxes.values.filter { known.contains($0.id) }.sorted { $0.id < $1.id }
    }

    /// Returns the box with this id.
    ///
    /// - Throws: `UsageError` with the boxes that there are.
    static func named(_ id: String, among boxes: [FleetBox], on broker: String) throws(UsageError) -> FleetBox {
        if let box = boxes.first(where: { $0.id == id }) { return box }
        guard !boxes.isEmpty else { throw UsageError("no box \"\(id)\": no box has joined \(broker)") }
        if let meant = Suggestion.nearest(to: id, among: boxes.map(\.id)) {
            throw UsageError("no box \"\(id)\" on \(broker); \(meant)")
        }
        let most = 20
        let names = boxes.prefix(most).map(\.id).joined(separator: ", ")
        throw UsageError("no box \"\(id)\" on \(broker); it has \(names)\(boxes.count > most ? ", …" : "")")
    }
}
