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
}
