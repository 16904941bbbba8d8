import Foundation

/// A line of the table.
struct Row: Encodable {
    let name: String
    let unit: String
    let value: Double
    /// What Mobius.swift takes, or a bare C program, or what is allowed.
    let reference: Double?

    init(name: String, unit: String, value: Double, reference: Double? = nil) {
        self.name = name
        self.unit = unit
        self.value = value
        self.reference = reference
    }

    /// How many times less than the reference.
    var ratio: Double? {
        guard let reference, value > 0 else { return nil }
        return reference / value
    }

    private enum CodingKeys: CodingKey {
        case name, unit, value, reference, ratio
    }

    func encode(to encoder: any Encoder) throws {
        var row = encoder.container(keyedBy: CodingKeys.self)
        try row.encode(name, forKey: .name)
        try row.encode(unit, forKey: .unit)
        try row.encode(value, forKey: .value)
        try row.encode(reference, forKey: .reference)
        try row.encode(ratio, forKey: .ratio)
    }
}

extension [Row] {
    /// The rows in columns.
    var table: String {
        let width = map(\.name.count).max() ?? 0
        return map { row in
            let name = row.name.padding(toLength: width, withPad: " ", startingAt: 0)
            let value = String(format: "%12.2f", row.value)
            let unit = row.unit.padding(toLength: 11, withPad: " ", startingAt: 0)
            guard let reference = row.reference else { return "\(name) \(value) \(unit)" }
            let ratio = row.ratio.map { String(format: "%8.1f times less", $0) } ?? "        none"
            return "\(name) \(value) \(unit) \(ratio) than \(String(format: "%.0f", reference))"
        }.joined(separator: "\n")
    }

    /// Writes the rows as JSON, for other programs.
    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let file = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try encoder.encode(self).write(to: file)
    }
}
