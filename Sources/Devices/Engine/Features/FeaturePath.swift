/// The path of a feature among those of a box.
package struct FeaturePath: Hashable, Sendable {
    /// The name of the kind.
    package let kind: String
    /// The name of the device.
    package let name: String
    /// Empty for the main feature.
    package let feature: String

    package init(kind: String, name: String, feature: String = "") {
        (self.kind, self.name, self.feature) = (kind, name, feature)
    }

    /// The path as a part of a topic, with a level for each name.
    package var text: String {
        [kind, name, feature].prefix(feature.isEmpty ? 2 : 3).map(Self.level).joined(separator: "/")
    }

    /// Returns a name as one level of a topic: `/`, `+`, `#`, `%` and control characters become `%` and two
    /// hexadecimal digits.
    package static func level(_ name: String) -> String {
        String(
            decoding: name.utf8.flatMap { byte -> [UInt8] in
                guard byte < 0x20 || byte == 0x7F || "/+#%".utf8.contains(byte) else { return [byte] }
                return Array("%\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
            }, as: UTF8.self)
    }
}
