import CarillonGPIO

/// A measurement of the board's own system or of a host, as a wiring names it: `load`, `disk /var`, `ping 192.168.1.23`.
public enum GaugeSource: Hashable, Sendable {
    /// The average load of the last minute, in percent of the capacity of all processors.
    case load
    /// The memory that is available to programs, in percent of the whole memory.
    case memory
    /// The time since the start of the system, in minutes.
    case uptime
    /// The free space of the file system that contains `path`, in percent of the space that ordinary users can use.
    case disk(path: String)
    /// The response time of a host, in milliseconds. `host` is a name, an address, or `gateway` for the router of the default
    /// route.
    case ping(host: String)

    /// Creates a source from the notation of a wiring, such as `disk /var`; nil for any other text.
    public init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        switch (words.first, words.count) {
        case ("load", 1): self = .load
        case ("memory", 1): self = .memory
        case ("uptime", 1): self = .uptime
        case ("disk", 1): self = .disk(path: "/")
        case ("disk", 2) where words[1].hasPrefix("/"): self = .disk(path: words[1])
        case ("ping", 2) where Self.isHost(words[1]): self = .ping(host: words[1])
        default: return nil
        }
    }

    private static func isHost(_ text: String) -> Bool {
        text.utf8.count <= 253 && text.first != "-"
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:%".contains($0)) }
    }

    /// The place of the source: a sensor of the kernel's, on a thread of its own.
    var address: BusAddress {
        if case .ping(let host) = self { .kernel(.network, name: host) } else { .kernel(.machine, name: "\(self)") }
    }

    /// The unit, with a space before it.
    var scale: Feature.Scale {
        switch self {
        case .load: Feature.Scale(unit: " %", hasOff: true)
        case .memory, .disk: Feature.Scale(0...100, unit: " %", hasOff: true)
        case .uptime: Feature.Scale(unit: " min", hasOff: true, quantity: "duration")
        case .ping: Feature.Scale(unit: " ms", hasOff: true, quantity: "duration")
        }
    }

    /// Whether the source is another machine, which comes and goes.
    var isHost: Bool {
        if case .ping = self { true } else { false }
    }

    /// The numbers of a simulated source: the first one, and those that it can have.
    private var simulated: (initial: Double, range: ClosedRange<Double>) {
        switch self {
        case .load: (5, 0...10_000)
        case .memory: (60, 0...100)
        case .uptime: (1, 0...10_000_000)
        case .disk: (50, 0...100)
        case .ping: (2, 0...60_000)
        }
    }

    /// A simulated source.
    var twin: any SimulatedTwin {
        NumberTwin((), [simulated.initial], [simulated.range]) { (_, numbers, _, _) throws(BusError) in
            Array("\(numbers(0)[0])".utf8)
        }
    }
}

extension GaugeSource: CustomStringConvertible {
    /// The source in the notation of a wiring, such as `disk /var`.
    public var description: String {
        switch self {
        case .load: "load"
        case .memory: "memory"
        case .uptime: "uptime"
        case .disk(let path): "disk \(path)"
        case .ping(let host): "ping \(host)"
        }
    }
}

extension Notation<GaugeSource> {
    /// The notation of a number of the machine.
    static var gauge: Notation {
        Notation(
            "load, memory, uptime, disk PATH or ping HOST", example: "disk /", isRequired: true,
            parse: { GaugeSource($0) }, text: { "\($0)" })
    }
}
