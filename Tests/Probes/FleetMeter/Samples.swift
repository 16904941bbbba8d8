/// Measured times.
struct Samples {
    private var values: [Double] = []

    var count: Int { values.count }

    mutating func append(_ value: Double) { values.append(value) }

    mutating func append(_ samples: Samples) { values += samples.values }

    /// Returns the value that `share` of the others are below: 0.5 is the median. 0 without values.
    func quantile(_ share: Double) -> Double {
        values.isEmpty ? 0 : values.sorted()[Int(Double(values.count - 1) * share)]
    }

    /// The mean of the middle half. Unlike the median, it is finer than the clock.
    var middle: Double {
        let middle = values.sorted()[(values.count / 4)..<(values.count * 3 / 4)]
        return middle.reduce(0, +) / Double(middle.count)
    }
}
