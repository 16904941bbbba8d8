import CarillonBoard
import CarillonDevices

/// The topics of a box: `carillon/ID/KIND/NAME`, `/set` after that for commands, and those of the box itself.
package struct FleetTopics: Equatable, Sendable {
    package let base: String

    init(_ identity: FleetIdentity) { self.init(id: identity.id) }

    /// - Parameter id: The id of a box.
    package init(id: String) {
        base = "carillon/\(id)"
    }

    /// A retained state of the box itself.
    enum Own: String, CaseIterable {
        /// `online` or `offline`.
        case availability
        /// The name shown to users.
        case title
        /// The list of the box's devices; see `ComponentList`.
        case devices
        /// A number that each start of the program chooses, by which it notices another box with the same id.
        case start
        /// The number of events that were dropped.
        case dropped
    }

    subscript(own: Own) -> String { topic(own.rawValue) }

    /// Returns the topic of a path within the box's topics.
    func topic(_ path: String) -> String { "\(base)/\(path)" }

    /// Requests for pieces of the session file.
    package var session: String { "\(base)/session/get" }

    /// Returns the topic of the answers to a client that fetches the session file.
    package func session(_ token: String) -> String { "\(base)/session/\(token)" }

    /// Returns the topic with the state or the events of a feature.
    func feature(_ path: FeaturePath) -> String { topic(path.text) }

    /// Returns the topic of commands for a feature.
    func command(_ path: FeaturePath) -> String { "\(base)/\(path.text)/set" }

    /// The patterns of the topics that the box receives.
    var subscriptions: [String] { ["\(base)/+/+/set", "\(base)/+/+/+/set", self[.devices], self[.start], session] }

    /// Returns the path of the feature that a command's topic stands for; nil for any other topic.
    func commanded(_ topic: String) -> String? {
        guard topic.hasPrefix(base + "/"), topic.hasSuffix("/set") else { return nil }
        return String(topic.dropFirst(base.utf8.count + 1).dropLast(4))
    }

    /// Returns the name that a level of a topic stands for.
    package static func name(of level: some StringProtocol) -> String {
        let parts = level.split(separator: "%", omittingEmptySubsequences: false)
        let rest = parts.dropFirst().flatMap { part -> [UInt8] in
            guard let byte = UInt8(part.prefix(2), radix: 16), part.utf8.count >= 2 else {
                return Array("%\(part)".utf8)
            }
            return [byte] + part.utf8.dropFirst(2)
        }
        return String(decoding: Array(parts[0].utf8) + rest, as: UTF8.self)
    }
}

extension FeaturePath {
    /// The kind of the application's value; nil for a feature of the board.
    var kindOfValue: ApplicationValue.Kind? { ApplicationValue.Kind(rawValue: kind) }
}
