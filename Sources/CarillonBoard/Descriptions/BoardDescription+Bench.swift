extension BoardDescription {
    /// A board of memory that has just these lines: what a test's bench is.
    package static func bench(lines: [String]) -> BoardDescription {
        BoardDescription(
            name: "bench", title: "a bench", models: [], chipLabel: simulatedChipLabel, sound: "none",
            header: lines.enumerated().map { HeaderPin(number: $0 + 1, names: [$1]) })
    }
}
