import Foundation

/// The real-time queue beside the floor, a bare C program, and beside libdispatch, on a machine under load.
enum QueueBenchmarks {
    /// For how long each of them is measured, in slices that take turns.
    private static let seconds = ProcessInfo.processInfo.environment["BENCHMARK_SECONDS"].flatMap(Double.init) ?? 60
    private static let slice = 5.0

    /// - Parameter names: What the wanted rows begin with; all rows if there is none.
    static func rows(_ names: some Collection<String>) throws -> [Row] {
        let rounds = max(1, Int(seconds / slice))
        let groups: [(names: [String], measure: () throws -> [Row])] = [
            (["queue.hop.p999"], { try wakeUps(by: .hop, rounds: rounds).rows("hop.p999", .hop, 0.999) }),
            (
                ["queue.descriptor.p999"],
                { try wakeUps(by: .descriptor, rounds: rounds).rows("descriptor.p999", .descriptor, 0.999) }
            ),
            (["queue.tick.p99"], { try ticks(rounds: rounds) }),
            (["queue.flooded.p999"], { try flooded(rounds: max(1, rounds / 3)) }),
            (["queue.throughput"], { try throughput(rounds: 11) }),
            (
                ["queue.tick.allocations", "queue.descriptor.allocations", "queue.hop.allocations"],
                QueueAllocations.rows
            ),
        ]
        return try groups.flatMap { group in
            let isWanted = names.isEmpty || group.names.contains { row in names.contains(where: row.hasPrefix) }
            return isWanted ? try group.measure() : []
        }
    }

    /// Work from another thread, or a descriptor that becomes readable.
    private static func wakeUps(by kind: LatencySamples.Kind, rounds: Int) throws -> Samples {
        var samples = Samples()
        try Stress.during {
            for _ in 1...rounds {
                samples.floor.add(try QueueFloor.wakeUps(by: kind, seconds: slice))
                samples.queue.add(try RealTimeContender.wakeUps(by: kind, seconds: slice))
                samples.dispatch.add(DispatchContender.wakeUps(by: kind, seconds: slice))
            }
        }
        return samples
    }

    /// How late each tick of 1 kHz comes.
    private static func ticks(rounds: Int) throws -> [Row] {
        var samples = Samples()
        try Stress.during {
            for _ in 1...rounds {
                samples.floor.add(try QueueFloor.ticks(seconds: slice))
                samples.queue.add(try RealTimeContender.ticks(seconds: slice))
                samples.dispatch.add(DispatchContender.ticks(seconds: slice))
            }
        }
        return samples.rows("tick.p99", .tick, 0.99)
    }

    /// A producer of real-time priority, while four ordinary threads flood the same queue.
    private static func flooded(rounds: Int) throws -> [Row] {
        var samples = Samples()
        for _ in 1...rounds {
            samples.floor.add(try QueueFloor.flooded(seconds: slice))
            samples.queue.add(try RealTimeContender.flooded(seconds: slice))
            samples.dispatch.add(DispatchContender.flooded(seconds: slice))
        }
        return samples.rows("flooded.p999", .hop, 0.999)
    }

    /// What an item takes, from two producers.
    ///
    /// The best of the rounds counts, and they are long: a round in which the scheduler has put a producer on the
    /// consumer's processor, beside an idle one, measures how soon it mends that. Each item is then a switch of threads,
    /// with any queue.
    private static func throughput(rounds: Int) throws -> [Row] {
        let items = 5_000_000
        var (floor, queue, dispatch) = ([Double](), [Double](), [Double]())
        for _ in 1...rounds {
            floor.append(try QueueFloor.throughput(items: items))
            queue.append(try RealTimeContender.throughput(items: items))
            dispatch.append(DispatchContender.throughput(items: items))
        }
        let reference = floor.quantile(0)
        return [
            Row(name: "queue.throughput", unit: "ns", value: queue.quantile(0), reference: reference),
            Row(name: "dispatchqueue.throughput", unit: "ns", value: dispatch.quantile(0), reference: reference),
        ]
    }
}

/// Of the three that are compared.
private struct Samples {
    var (floor, queue, dispatch) = (LatencySamples(), LatencySamples(), LatencySamples())

    func rows(_ name: String, _ kind: LatencySamples.Kind, _ share: Double) -> [Row] {
        let reference = floor.quantile(share, of: kind)
        return [("queue", queue), ("dispatchqueue", dispatch)].map { contender, samples in
            Row(
                name: "\(contender).\(name)", unit: "ns", value: samples.quantile(share, of: kind),
                reference: reference)
        }
    }
}
