import CarillonScheduling

/// A measurement of the box itself, which the fleet shows as a diagnostic entity.
package struct Diagnostic: Sendable {
    /// The time between two readings.
    static let period = Duration.seconds(60)

    /// The name shown to users.
    let name: String
    /// The keys of Home Assistant's discovery besides those that all diagnostics have.
    private let fields: [(String, Component.Value)]
    /// Returns the present value as a payload, which is `None` for an unknown one. Called on the fleet's queue.
    let text: @Sendable () -> String

    private init(_ name: String, _ fields: [(String, String)], _ text: @escaping @Sendable () -> String) {
        self.name = name
        self.fields = fields.map { ($0, .text($1)) }
        self.text = text
    }

    /// The path of the state within the box's topics.
    var path: String { "diagnostics/\(String(name.lowercased().map { $0 == " " ? "-" : $0 }))" }

    func component(_ topics: FleetTopics) -> Component {
        var component = Component(
            "sensor", name,
            [("state_topic", .text("\(topics.base)/\(path)"))] + fields + [("entity_category", .text("diagnostic"))])
        component.path = path
        return component
    }
}

extension Diagnostic {
    /// The version of the program.
    package static func version(_ version: String) -> Diagnostic { Diagnostic("version", []) { version } }

    /// The time since a start.
    ///
    /// - Parameter uptime: Returns this time. All closures of diagnostics are called on the fleet's queue.
    package static func uptime(_ uptime: @escaping @Sendable () -> Duration) -> Diagnostic {
        let fields = [
            ("device_class", "duration"), ("unit_of_measurement", "s"), ("state_class", "total_increasing"),
        ]
        return Diagnostic("uptime", fields) { "\(uptime().components.seconds)" }
    }

    /// The temperature of the processor.
    ///
    /// - Parameter celsius: Returns the temperature in °C; nil if it cannot be read.
    package static func temperature(_ celsius: @escaping @Sendable () -> Double?) -> Diagnostic {
        let fields = [
            ("device_class", "temperature"), ("unit_of_measurement", "°C"), ("state_class", "measurement"),
        ]
        return Diagnostic("CPU temperature", fields) { rounded(celsius(), places: 10) }
    }

    /// The number of edges that the inputs have lost.
    package static func lostEdges(_ count: @escaping @Sendable () -> Int) -> Diagnostic {
        counter("lost edges", count)
    }

    /// The number of events that missed the deadline of the loop.
    package static func missedDeadlines(_ count: @escaping @Sendable () -> Int) -> Diagnostic {
        counter("missed deadlines", count)
    }

    /// The number of times that the sound device has run out of samples.
    package static func xruns(_ count: @escaping @Sendable () -> Int) -> Diagnostic { counter("xruns", count) }

    /// The lateness of the board's queue that 99 % of its timers do not exceed.
    package static func lateness(_ lateness: LatencyHistogram) -> Diagnostic {
        let fields = [
            ("device_class", "duration"), ("unit_of_measurement", "ms"), ("state_class", "measurement"),
        ]
        return Diagnostic("lateness p99", fields) {
            rounded(lateness.value(atPercentile: 99).map { $0 / .milliseconds(1) }, places: 1000)
        }
    }

    private static func counter(_ name: String, _ count: @escaping @Sendable () -> Int) -> Diagnostic {
        Diagnostic(name, [("state_class", "total_increasing")]) { "\(count())" }
    }

    private static func rounded(_ number: Double?, places: Double) -> String {
        number.map { "\(($0 * places).rounded() / places)" } ?? "None"
    }
}
