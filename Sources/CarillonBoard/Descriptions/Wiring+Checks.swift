import CarillonGPIO

extension Wiring {
    /// The wiring, if what it says of its parts goes together.
    ///
    /// - Throws: A `DescriptionError` at the place of what does not.
    func checked() throws(DescriptionError) -> Wiring {
        try checkRows()
        try checkKeys()
        try checkLengths()
        return self
    }

    private func checkRows() throws(DescriptionError) {
        for (kind, row) in numbers.map({ ("number", $0) }) + bars.map({ ("bar", $0) }) where row.leds.isEmpty {
            throw DescriptionError(
                position: row.position, message: "the \(kind) \"\(row.name)\" has no LEDs: name at least one")
        }
        var taken: Set<String> = []
        for reference in (numbers + bars).flatMap(\.leds) {
            guard leds.contains(where: { $0.name == reference.name }) else {
                let known = leds.map(\.name).joined(separator: ", ")
                throw DescriptionError(
                    position: reference.position, message: "no LED \"\(reference.name)\": the LEDs are \(known)")
            }
            guard taken.insert(reference.name).inserted else {
                throw DescriptionError(
                    position: reference.position,
                    message: "LED \"\(reference.name)\" belongs to another number or bar already")
            }
        }
    }

    static let badKey = "a key is one ASCII character that can be seen, and not q, which quits"

    static let badKeys = "an encoder's keys are two, left and right, such as \"<>\": \(badKey)"

    private func checkKeys() throws(DescriptionError) {
        for encoder in encoders where !(encoder.keys?.canTurn ?? true) {
            throw DescriptionError(position: encoder.a.position, message: Self.badKeys)
        }
        var taken: Set<Character> = []
        for (key, position) in keys {
            guard let key else { continue }
            guard key.canBePressed else { throw DescriptionError(position: position, message: Self.badKey) }
            guard taken.insert(key).inserted else {
                throw DescriptionError(position: position, message: "the key \(key) is for another part already")
            }
        }
    }

    private var keys: [(Character?, SourcePosition)] {
        buttons.map { ($0.key, $0.line.position) }
            + encoders.flatMap { encoder in
                [
                    (encoder.leftKey, encoder.a.position), (encoder.rightKey, encoder.a.position),
                    (encoder.button?.key, encoder.a.position),
                ]
            }
            + switches.map { ($0.key, $0.line.position) } + sensors.map { ($0.key, $0.line.position) }
    }
}

extension Wiring {
    /// A duration that a part takes, by its key in a file.
    enum Length: String {
        case debounce, hold, quiet
        case repetition = "repeat"
        case clickPause = "click-pause"

        /// What makes sense. A repetition without a pause would never end.
        private var range: ClosedRange<Duration> {
            switch self {
            case .debounce: .zero ... .seconds(1)
            case .hold: .zero ... .seconds(60)
            case .quiet: .zero ... .seconds(24 * 3600)
            case .repetition: .milliseconds(1) ... .seconds(60)
            case .clickPause: .zero ... .seconds(5)
            }
        }

        /// What is wrong with `duration`; nil if nothing is.
        func fault(in duration: Duration) -> String? {
            guard !range.contains(duration) else { return nil }
            let (least, most) = (range.lowerBound / .milliseconds(1), range.upperBound / .seconds(1))
            return "\(rawValue) must be from \(Int(least)) ms to \(Int(most)) s"
        }
    }

    private func checkLengths() throws(DescriptionError) {
        func check(_ lengths: [(Length, Duration)], of line: WiredLine) throws(DescriptionError) {
            for (length, duration) in lengths {
                guard let fault = length.fault(in: duration) else { continue }
                throw DescriptionError(position: line.position, message: fault)
            }
        }
        for button in buttons + encoders.compactMap(\.button) {
            try check(
                [
                    (.debounce, button.debounce), (.hold, button.timing.hold), (.repetition, button.timing.repetition),
                    (.clickPause, button.timing.clickPause),
                ], of: button.line)
        }
        for part in switches { try check([(.debounce, part.debounce)], of: part.line) }
        for sensor in sensors { try check([(.debounce, sensor.debounce), (.quiet, sensor.quiet)], of: sensor.line) }
    }
}

extension String {
    /// Whether it is the keys of a simulated encoder.
    var canTurn: Bool { count == 2 && allSatisfy(\.canBePressed) }
}

extension Character {
    /// Whether it can be a key of a simulated board's input.
    var canBePressed: Bool { ("!"..."~").contains(self) && isASCII && self != "q" }
}
