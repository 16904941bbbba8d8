import Foundation

/// The real-time queue compared with the floor, which is a bare C program, and with libdispatch, on a machine under
/// load.
enum QueueBenchmarks {
    /// The sections, each with the real-time queue and both references. BENCHMARK_SECONDS sets the seconds that each of
    /// the three is measured.
    static func sections(_ form: Form) -> [Section] {
        let environment = ProcessInfo.processInfo.environment["BENCHMARK_SECONDS"].flatMap(Double.init)
        let turns = Turns(
            rounds: max(1, Int((environment ?? form.contenderSeconds) / form.slice)), slice: form.slice)
        let floodedTurns = Turns(rounds: max(1, turns.rounds / 3), slice: form.slice)
        return [
            Section("queue.hop.p999", seconds: turns.seconds) { show in
                try wakeUps(by: .hop, turns, show).rows("hop.p999", .hop, 0.999)
            },
            Section("queue.descriptor.p999", seconds: turns.seconds) { show in
                try wakeUps(by: .descriptor, turns, show).rows("descriptor.p999", .descriptor, 0.999)
            },
            Section("queue.tick.p99", seconds: turns.seconds) { show in try ticks(turns, show) },
            Section("queue.flooded.p999", seconds: floodedTurns.seconds) { show in try flooded(floodedTurns, show) },
            Section("queue.throughput", seconds: 6 * Double(form.throughputRounds)) { show in
                try throughput(rounds: form.throughputRounds, show)
            },
            Section(
                "queue.tick.allocations", "queue.descriptor.allocations", "queue.hop.allocations", seconds: 1
            ) { _ in try QueueAllocations.rows() },
        ]
    }

    /// The turns that the three take.
    private struct Turns {
        let rounds: Int
        /// In seconds, for each of the three.
        let slice: Double

        var seconds: Double { Double(rounds) * slice * 3 }

        func samples(
            floor: (_ seconds: Double) throws -> LatencySamples, queue: (_ seconds: Double) throws -> LatencySamples,
            dispatch: (_ seconds: Double) -> LatencySamples, _ show: (Double) -> Void
        ) throws -> Samples {
            var samples = Samples()
            for round in 1...rounds {
                samples.floor.add(try floor(slice))
                samples.queue.add(try queue(slice))
                samples.dispatch.add(dispatch(slice))
                show(Double(round) / Double(rounds))
            }
            return samples
        }
    }

    /// Work from another thread, or a descriptor that becomes readable.
    private static func wakeUps(
        by kind: LatencySamples.Kind, _ turns: Turns, _ show: (Double) -> Void
    ) throws -> Samples {
        try Stress.during {
            try turns.samples(
                floor: { try QueueFloor.wakeUps(by: kind, seconds: $0) },
                queue: { try RealTimeContender.wakeUps(by: kind, seconds: $0) },
                dispatch: { DispatchContender.wakeUps(by: kind, seconds: $0) }, show)
        }
    }

    /// The lateness of each tick of 1 kHz.
    private static func ticks(_ turns: Turns, _ show: (Double) -> Void) throws -> [Row] {
        try Stress.during {
            try turns.samples(
                floor: QueueFloor.ticks, queue: RealTimeContender.ticks, dispatch: DispatchContender.ticks, show)
        }.rows("tick.p99", .tick, 0.99)
    }

    /// A producer of real-time priority, while four ordinary threads flood the same queue.
    private static func flooded(_ turns: Turns, _ show: (Double) -> Void) throws -> [Row] {
        try turns.samples(
            floor: QueueFloor.flooded, queue: RealTimeContender.flooded, dispatch: DispatchContender.flooded, show
        ).rows("flooded.p999", .hop, 0.999)
    }

    /// The time of an item, from two producers.
    ///
    /// The best round is reported, and the rounds are long. When the scheduler has put a producer on the consumer's
    /// processor, beside an idle one, each item is a switch of threads with any queue. Such a round measures only how
    /// soon the scheduler moves the producer.
    private static func throughput(rounds: Int, _ show: (Double) -> Void) throws -> [Row] {
        let items = 5_000_000
        var (floor, queue, dispatch) = ([Double](), [Double](), [Double]())
        for round in 1...rounds {
            floor.append(try QueueFloor.throughput(items: items))
            queue.append(try RealTimeContender.throughput(items: items))
            dispatch.append(DispatchContender.throughput(items: items))
            show(Double(round) / Double(rounds))
        }
        let reference = floor.quantile(0)
        return [
            Row(name: "queue.throughput", unit: "ns", value: queue.quantile(0), reference: reference),
            Row(name: "dispatchqueue.throughput", unit: "ns", value: dispatch.quantile(0), reference: reference),
        ]
    }
}

/// The samples of the floor, the real-time queue and libdispatch.
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
