import CarillonScheduling

/// The interval at which a device is read, and the filters that its numbers pass before they reach the program.
public struct Sampling: Equatable, Sendable {
    /// The time from one reading to the next one, from 5 ms to an hour.
    public var interval: Duration
    /// The time constant of the low-pass filter, at most an hour; zero for no filter.
    public var smoothing = Duration.zero
    /// The smallest change that is reported to the program, in the unit of the device.
    public var change: Double

    /// Creates settings without smoothing. `change` is in the unit of the device.
    public init(every interval: Duration, change: Double) {
        self.interval = interval
        self.change = change
    }
}

extension Setting {
    /// Returns the setting for the time between two readings of a device.
    public static func interval(_ path: WritableKeyPath<Settings, Duration> & Sendable) -> Setting {
        Setting(
            "every", path, .time(.milliseconds(5)...(.seconds(3600)), example: "1 s"),
            "the time from one reading to the next one")
    }

    /// Returns the setting for the smoothing of a device's numbers.
    public static func smoothing(_ path: WritableKeyPath<Settings, Duration> & Sendable) -> Setting {
        Setting(
            "smoothing", path, .time(.zero...(.seconds(3600)), example: "500 ms"),
            "the time constant of the smoothing; 0 s for none")
    }

    /// Returns the setting for the least change of a device's numbers.
    public static func change(_ path: WritableKeyPath<Settings, Double> & Sendable, unit: String) -> Setting {
        Setting(
            "change", path, .number(0...1000, example: 0.5), "the least change that reaches the program, in \(unit)")
    }
}

/// The numbers of one quantity on their way to the program.
///
/// `@unchecked Sendable`: used on the bus's thread only.
final class Sampler: @unchecked Sendable {
    private var smoothing: Smoothing
    private var passed: LeastChange
    private let places: Double

    /// - Parameters:
    ///   - change: The least change that is passed on, in the unit of the numbers.
    ///   - places: The decimal places of what is passed on.
    init(_ sampling: Sampling, change: Double, places: Int) {
        smoothing = Smoothing(sampling.smoothing)
        passed = LeastChange(change)
        self.places = (0..<places).reduce(1) { product, _ in product * 10 }
    }

    /// Takes a number that was read, and returns the number for the program, which is an earlier one if too little has
    /// changed.
    func take(_ number: Double, at time: Duration) -> Double {
        let smooth = smoothing.take(number, at: time)
        _ = passed.take((smooth * places).rounded() / places)
        return passed.number ?? 0
    }
}
