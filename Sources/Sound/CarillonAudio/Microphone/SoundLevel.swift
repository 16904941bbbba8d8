import CLibrary

/// The loudness of a section of sound, in decibels relative to full scale (dBFS). 0 is the loudest sound that a microphone can
/// report, -30 is loud speech near the microphone, and -60 is a quiet room.
public struct SoundLevel: Codable, Equatable, Sendable {
    /// The level of silence: -100 dBFS.
    public static let silence = SoundLevel(rms: -100, peak: -100)

    /// The mean power in dBFS, from -100 to 0.
    public let rms: Double
    /// The level of the largest sample in dBFS, from -100 to 0.
    public let peak: Double

    /// Creates a level from values in dBFS, which are rounded to 0.1 dB.
    public init(rms: Double, peak: Double) {
        self.rms = (rms * 10).rounded() / 10
        self.peak = (peak * 10).rounded() / 10
    }

    /// The mean power as a number from 0 to 1, for a bar or a gauge: 0 at -60 dBFS and below, 1 at 0 dBFS.
    public var share: Double { min(max(1 + rms / 60, 0), 1) }

    /// Returns the decibels of an amplitude between 0 and 1; at least -100.
    static func decibels(_ amplitude: Double) -> Double { amplitude > 1e-5 ? min(20 * log10(amplitude), 0) : -100 }
}
