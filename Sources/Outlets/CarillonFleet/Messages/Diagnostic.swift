import CarillonScheduling

/// A measurement of the box itself, which the fleet shows as a diagnostic entity.
package struct Diagnostic: Sendable {
    /// The time between two readings.
    static let period = Duration.seconds(60)

    /// The name shown to users.
    let name: String
    /// The path of the state within the box's topics.
    let path: String
    /// The keys of Home Assistant's discovery besides those that all diagnostics have.
    private let fields: FleetComponent.Fields
    /// Returns the present value as a payload, which is `None` for an unknown one. Called on the fleet's queue.
    let text: @Sendable () -> String

    private init(
        _ name: String, _ path: String, _ fields: FleetComponent.Fields, _ text: @escaping @Sendable () -> String
    ) {
        (self.name, self.path) = (name, path)
        self.fields = fields
        self.text = text
    }

    func component(_ topics: FleetTopics) -> FleetComponent {
        FleetComponent(
            "sensor", name, ["state_topic": topics.topic(path)] + fields + ["entity_category": "diagnostic"], path: path
        )
    }
}

extension Diagnostic {
    /// The version of the program.
    package static func version(_ version: String) -> Diagnostic {
        Diagnostic("version", versionPath, [:]) { version }
    }

    /// The path of the program's version.
    static var versionPath: String { "diagnostics/version" }

    /// The time since a start.
    ///
    /// - Parameter uptime: Returns this time. All closures of diagnostics are called on the fleet's queue.
    package static func uptime(_ uptime: @escaping @Sendable () -> Duration) -> Diagnostic {
        Diagnostic("uptime", "diagnostics/uptime", ofUptime) { "\(uptime().components.seconds)" }
    }

    /// The temperature of the processor.
    ///
    /// - Parameter celsius: Returns the temperature in °C; nil if it cannot be read.
    package static func temperature(_ celsius: @escaping @Sendable () -> Double?) -> Diagnostic {
        Diagnostic("CPU temperature", "diagnostics/cpu-temperature", ofTemperature) { rounded(celsius(), places: 10) }
    }

    /// The number of edges that the inputs have lost.
    package static func lostEdges(_ count: @escaping @Sendable () -> Int) -> Diagnostic {
        counter("lost edges", "diagnostics/lost-edges", count)
    }

    /// The number of events that missed the deadline of the loop.
    package static func missedDeadlines(_ count: @escaping @Sendable () -> Int) -> Diagnostic {
        counter("missed deadlines", "diagnostics/missed-deadlines", count)
    }

    /// The number of times that the sound device has run out of samples.
    package static func xruns(_ count: @escaping @Sendable () -> Int) -> Diagnostic {
        counter("xruns", "diagnostics/xruns", count)
    }

    /// The lateness of the board's queue that 99 % of its timers do not exceed.
    package static func lateness(_ lateness: LatencyHistogram) -> Diagnostic {
        Diagnostic("lateness p99", "diagnostics/lateness-p99", ofLateness) {
            rounded(lateness.value(atPercentile: 99).map { $0 / .milliseconds(1) }, places: 1000)
        }
    }

    private static func counter(
        _ name: String, _ path: String, _ count: @escaping @Sendable () -> Int
    ) -> Diagnostic {
        Diagnostic(name, path, ofCounter) { "\(count())" }
    }

    // All boxes of a process share these fields.
    private static let ofCounter: FleetComponent.Fields = ["state_class": "total_increasing"]
    private static let ofUptime: FleetComponent.Fields = [
        "device_class": "duration", "unit_of_measurement": "s", "state_class": "total_increasing",
    ]
    private static let ofTemperature: FleetComponent.Fields = [
        "device_class": "temperature", "unit_of_measurement": "°C", "state_class": "measurement",
    ]
    private static let ofLateness: FleetComponent.Fields = [
        "device_class": "duration", "unit_of_measurement": "ms", "state_class": "measurement",
    ]

    private static func rounded(_ number: Double?, places: Double) -> String {
        number.map { "\(($0 * places).rounded() / places)" } ?? "None"
    }
}
