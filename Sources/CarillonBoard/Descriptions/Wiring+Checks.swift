import CarillonGPIO

extension Wiring {
    /// The wiring, if what it says of its parts goes together.
    ///
    /// - Throws: A `DescriptionError` at the place of what does not.
    func checked() throws(DescriptionError) -> Wiring {
        try checkRows()
        try checkKeys()
        return self
    }

    private func checkRows() throws(DescriptionError) {
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

    private func checkKeys() throws(DescriptionError) {
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

extension Character {
    /// Whether it can be a key of a simulated board's input.
    var canBePressed: Bool { ("!"..."~").contains(self) && isASCII && self != "q" }
}
