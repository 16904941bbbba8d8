import CarillonAudio

/// Options that the commands for sounds share.
enum SoundOptions {
    static func device(_ name: String) throws -> AudioDevice {
        try checkingInput { try AudioDevice(name) }
    }

    static func number(_ text: String, of option: String, in range: ClosedRange<Double>) throws -> Double {
        guard let number = Double(text), range.contains(number) else {
            throw UsageError(
                "--\(option) takes a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound)), "
                    + "not \"\(text)\"")
        }
        return number
    }

    /// Returns the number, without ".0" if it is whole.
    private static func text(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\(number)"
    }
}
