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
            (["queue.hop.p999", "queue.tick.p99", "queue.descriptor.p999"], { try latencies(rounds: rounds) }),
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

    /// Under `stress-ng --cpu 4 --io 2`.
    private static func latencies(rounds: Int) throws -> [Row] {
        var (floor, queue, dispatch) = (LatencySamples(), LatencySamples(), LatencySamples())
        try Stress.during {
            for _ in 1...rounds {
                floor.add(try QueueFloor.latencies(seconds: slice))
                queue.add(try RealTimeContender.latencies(seconds: slice))
                dispatch.add(DispatchContender.latencies(seconds: slice))
            }
        }
        let measures: [(name: String, kind: LatencySamples.Kind, share: Double)] = [
            ("hop.p999", .hop, 0.999), ("tick.p99", .tick, 0.99), ("descriptor.p999", .descriptor, 0.999),
        ]
        return measures.flatMap { name, kind, share in
            let reference = floor.quantile(share, of: kind)
            return [
                Row(
                    name: "queue.\(name)", unit: "ns", value: queue.quantile(share, of: kind), reference: reference),
                Row(
                    name: "dispatchqueue.\(name)", unit: "ns", value: dispatch.quantile(share, of: kind),
                    reference: reference),
            ]
        }
    }

    /// A producer of real-time priority, while four ordinary threads flood the same queue.
    private static func flooded(rounds: Int) throws -> [Row] {
        var (floor, queue, dispatch) = (LatencySamples(), LatencySamples(), LatencySamples())
        for _ in 1...rounds {
            floor.add(try QueueFloor.flooded(seconds: slice))
            queue.add(try RealTimeContender.flooded(seconds: slice))
            dispatch.add(DispatchContender.flooded(seconds: slice))
        }
        let reference = floor.quantile(0.999, of: .hop)
        return [
            Row(
                name: "queue.flooded.p999", unit: "ns", value: queue.quantile(0.999, of: .hop), reference: reference),
            Row(
                name: "dispatchqueue.flooded.p999", unit: "ns", value: dispatch.quantile(0.999, of: .hop),
                reference: reference),
        ]
    }

    /// What an item takes, from two producers.
    private static func throughput(rounds: Int) throws -> [Row] {
        let items = 500_000
        var (floor, queue, dispatch) = ([Double](), [Double](), [Double]())
        for _ in 1...rounds {
            floor.append(try QueueFloor.throughput(items: items))
            queue.append(try RealTimeContender.throughput(items: items))
            dispatch.append(DispatchContender.throughput(items: items))
        }
        let reference = floor.quantile(0.5)
        return [
            Row(name: "queue.throughput", unit: "ns", value: queue.quantile(0.5), reference: reference),
            Row(name: "dispatchqueue.throughput", unit: "ns", value: dispatch.quantile(0.5), reference: reference),
        ]
    }
}
