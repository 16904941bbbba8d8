import CLibrary

/// A volume, from silence to the unchanged loudness of the sound.
///
///     var volume = Volume.percent(50)
///     volume.percent += 5
///
/// The percentage follows human hearing: equal steps are heard as equal changes. 100 % is 0 dB, 75 % is -9 dB, 50 % is -18 dB,
/// 25 % is -30 dB, 10 % is -41 dB, 5 % is -48 dB, and 0 % is silent. `Codable` stores the percentage as a number.
public struct Volume: Hashable, Comparable, Sendable {
    /// The percentage, from 0 to 100. Other numbers are clamped to this range; not-a-number counts as 0.
    public var percent: Double {
        get { inRange }
        set { inRange = newValue.isNaN ? 0 : min(max(newValue, 0), 100) }
    }

    private var inRange = 100.0

    private init(_ percent: Double) { self.percent = percent }

    /// 100 %: the unchanged loudness of the sound.
    public static let full = Volume(100)
    /// 0 %: no sound.
    public static let silent = Volume(0)

    /// Returns the volume of a percentage from 0 to 100. Other numbers are clamped to this range.
    public static func percent(_ percent: Int) -> Volume { Volume(Double(percent)) }

    /// Returns the volume of a percentage from 0 to 100. Other numbers are clamped to this range; not-a-number counts as 0.
    public static func percent(_ percent: Double) -> Volume { Volume(percent) }

    /// Returns the volume of a level in decibels. Levels above 0 count as 0; minus infinity and not-a-number are silent.
    public static func decibels(_ decibels: Double) -> Volume {
        let amplitude = decibels.isNaN ? 0 : pow(10, min(decibels, 0) / 20)
        return Volume(curve * log(amplitude * span + 1))
    }

    /// The volume in decibels: 0 or less, minus infinity if silent.
    public var decibels: Double { 20 * log10(Double(amplitude)) }

    /// The factor of the samples: 0 is silent, 1 leaves them as they are.
    var amplitude: Float { percent == 100 ? 1 : Float((exp(percent / Self.curve) - 1) / Self.span) }

    public static func < (one: Volume, other: Volume) -> Bool { one.percent < other.percent }

    // The exponential curve has a slope of 0.35 dB a percent in its upper half, as the curves of most mixers have, and
    // reaches silence at 0 % where a straight line in decibels would not.
    private static var curve: Double { 25 }
    /// exp(100 / 25) - 1, as a literal because the audio thread would compute it at the first change.
    private static var span: Double { 53.598150033144236 }
}

extension Volume: Codable {
    /// Decodes a percentage, which is clamped to the range from 0 to 100.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Double.self))
    }

    /// Encodes the percentage, as a number from 0 to 100.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(percent)
    }
}

extension Volume: CustomStringConvertible {
    /// The percentage, rounded to a tenth: `50 %`, `33.3 %`.
    public var description: String {
        let rounded = (percent * 10).rounded() / 10
        return "\(Int(exactly: rounded).map(String.init) ?? "\(rounded)") %"
    }
}
