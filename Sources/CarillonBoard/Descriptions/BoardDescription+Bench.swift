extension BoardDescription {
    /// A board of memory that has just these lines: what a test's bench is.
    package static func bench(lines: [String]) -> BoardDescription {
        let pins = lines.enumerated().map { index, name in
            HeaderPin(
                number: index + 1, role: .line(chip: simulatedChipLabel, offset: nil), names: [name], functions: [])
        }
        return BoardDescription(
            name: "bench", title: "a bench", compatible: [], chipLabels: [simulatedChipLabel], sound: "none",
            headers: [Header(name: "", columns: 1, pins: pins)])
    }
}
