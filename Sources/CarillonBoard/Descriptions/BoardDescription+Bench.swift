extension BoardDescription {
    /// Returns a simulated board with exactly these lines, for a test's bench.
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
