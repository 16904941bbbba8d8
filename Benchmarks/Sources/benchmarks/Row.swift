import Foundation

/// A line of the table.
struct Row: Codable {
    let name: String
    let unit: String
    let value: Double
    /// The cost in Mobius.swift or in a bare C program, or the project's own limit.
    let reference: Double?
    var form = Form.full

    init(name: String, unit: String, value: Double, reference: Double? = nil) {
        self.name = name
        self.unit = unit
        self.value = value
        self.reference = reference
    }

    /// The reference divided by the value; nil without a reference, or if the value is 0.
    var ratio: Double? {
        guard let reference, value > 0 else { return nil }
        return reference / value
    }

    private enum CodingKeys: CodingKey {
        case name, unit, value, reference, ratio, form
    }

    init(from decoder: any Decoder) throws {
        let row = try decoder.container(keyedBy: CodingKeys.self)
        name = try row.decode(String.self, forKey: .name)
        unit = try row.decode(String.self, forKey: .unit)
        value = try row.decode(Double.self, forKey: .value)
        reference = try row.decode(Double?.self, forKey: .reference)
        form = try row.decode(Form.self, forKey: .form)
    }

    func encode(to encoder: any Encoder) throws {
        var row = encoder.container(keyedBy: CodingKeys.self)
        try row.encode(name, forKey: .name)
        try row.encode(unit, forKey: .unit)
        try row.encode(value, forKey: .value)
        try row.encode(reference, forKey: .reference)
        try row.encode(ratio, forKey: .ratio)
        try row.encode(form, forKey: .form)
    }

    // MARK: In the table

    /// The value with two digits behind the point; `0` if these are zeros.
    fileprivate var shownValue: String {
        isShownAsZero ? "0" : String(format: "%.2f", value)
    }

    private var isShownAsZero: Bool { abs(value) < 0.005 }

    /// The comparison with the reference: `2.5x faster (reference 1430)`; only the reference if there is no ratio to
    /// give.
    fileprivate var comparison: String {
        guard let reference else { return "" }
        let shown = "(reference \(String(format: "%.0f", reference)))"
        guard let ratio, ratio > 0, !isShownAsZero else { return shown }
        let (less, more) = ["ns", "ms"].contains(unit) ? ("faster", "slower") : ("less", "more")
        let factor = String(format: "%.1fx", max(ratio, 1 / ratio))
        return "\(factor == "1.0x" ? "about equal" : "\(factor) \(ratio > 1 ? less : more)") \(shown)"
    }
}

extension [Row] {
    /// The rows in columns.
    var table: String {
        let nameWidth = map(\.name.count).max() ?? 0
        let unitWidth = map(\.unit.count).max() ?? 0
        return map { row in
            let name = row.name.padding(toLength: nameWidth, withPad: " ", startingAt: 0)
            let value = String(repeating: " ", count: Swift.max(0, 12 - row.shownValue.count)) + row.shownValue
            guard row.reference != nil else { return "\(name) \(value) \(row.unit)" }
            let unit = row.unit.padding(toLength: unitWidth, withPad: " ", startingAt: 0)
            return "\(name) \(value) \(unit)  \(row.comparison)"
        }.joined(separator: "\n")
    }

    /// Writes the rows as JSON, for other programs.
    ///
    /// - Parameter keepsOthers: Whether the file keeps its rows with other names.
    func write(to path: String, keepsOthers: Bool) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let file = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let old =
            try keepsOthers && FileManager.default.fileExists(atPath: path)
            ? JSONDecoder().decode([Row].self, from: Data(contentsOf: file)) : []
        let names = Set(map(\.name))
        try encoder.encode(old.filter { !names.contains($0.name) } + self).write(to: file, options: .atomic)
    }
}
