/// Rows that are measured together.
struct Section {
    /// The prefixes of its rows' names.
    let names: [String]
    /// The expected duration in seconds. The estimate of the time that is left uses it until the section runs.
    let seconds: Double
    /// Measures the rows. Calls its argument with the share that is done, from 0 to 1.
    let measure: ((Double) -> Void) throws -> [Row]

    init(_ names: String..., seconds: Double, measure: @escaping ((Double) -> Void) throws -> [Row]) {
        self.init(names, seconds: seconds, measure: measure)
    }

    init(_ names: [String], seconds: Double, measure: @escaping ((Double) -> Void) throws -> [Row]) {
        self.names = names
        self.seconds = seconds
        self.measure = measure
    }

    var title: String { names.count == 1 ? names[0] : "\(names[0]) and \(names.count - 1) more" }

    /// Whether the command line asks for one of the section's rows.
    ///
    /// - Parameter prefixes: The beginnings of row names, as given; empty for all rows.
    func isWanted(_ prefixes: some Collection<String>) -> Bool {
        prefixes.isEmpty
            || names.contains { name in prefixes.contains { name.hasPrefix($0) || $0.hasPrefix(name) } }
    }
}

extension [Section] {
    /// Measures the sections one after the other, and shows the progress on standard error.
    func rows() throws -> [Row] {
        var progress = Progress()
        defer { progress.end() }
        var rows: [Row] = []
        for (index, section) in enumerated() {
            let later = self[(index + 1)...].reduce(0) { $0 + $1.seconds }
            progress.begin("[\(index + 1)/\(count)] \(section.title)")
            func show(_ share: Double) { progress.show(share, expected: section.seconds, later: later) }
            show(0)
            rows += try section.measure(show)
        }
        return rows
    }
}
