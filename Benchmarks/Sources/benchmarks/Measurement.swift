import CAllocations
import CSystemCalls
import Glibc

/// A measurement of benchmarks in turns, so that a disturbance of the machine affects all of them alike.
struct Measurement {
    /// The number of runs of each benchmark. The median is reported.
    let rounds: Int

    /// - Parameter show: Called after each round with the share that is done.
    /// - Returns: For each benchmark the CPU time, the heap allocations and the system calls of an operation.
    func measure(_ benchmarks: [Benchmark], _ show: (Double) -> Void) -> [Row] {
        let works = benchmarks.map { $0.prepare() }
        for work in works { work() }
        var times = benchmarks.map { _ in [Double]() }
        var allocations = benchmarks.map { _ in [Double]() }
        for round in 1...rounds {
            for (index, benchmark) in benchmarks.enumerated() {
                let allocationsBefore = allocations_so_far()
                let before = Self.cpuNanoseconds(benchmark.clock)
                works[index]()
                let after = Self.cpuNanoseconds(benchmark.clock)
                let allocationsAfter = allocations_so_far()
                times[index].append((after - before) / Double(benchmark.operations))
                allocations[index].append(Double(allocationsAfter - allocationsBefore) / Double(benchmark.operations))
            }
            show(Double(round) / Double(rounds))
        }
        return benchmarks.indices.flatMap { index in
            let benchmark = benchmarks[index]
            let rows = [
                Row(
                    name: benchmark.name, unit: "ns", value: times[index].quantile(0.5),
                    reference: benchmark.reference),
                Row(
                    name: benchmark.name + ".allocations", unit: "allocations",
                    value: allocations[index].quantile(0.5), reference: benchmark.referenceAllocations),
            ]
            guard benchmark.clock == .thread else { return rows }
            return rows + systemCalls(of: works[index], named: benchmark.name, operations: benchmark.operations)
        }
    }

    /// Counts the system calls of `work`, which must stay on its thread.
    private func systemCalls(of work: @escaping () -> Void, named name: String, operations: Int) -> [Row] {
        final class Context {
            let work: () -> Void

            init(_ work: @escaping () -> Void) {
                self.work = work
            }
        }
        let calls = withExtendedLifetime(Context(work)) { context in
            system_calls_of(
                { context in Unmanaged<Context>.fromOpaque(context!).takeUnretainedValue().work() },
                Unmanaged.passUnretained(context).toOpaque())
        }
        guard calls >= 0 else {
            Progress.notice("\(name): the kernel does not allow counting system calls (error \(-calls))")
            return []
        }
        return [
            Row(name: name + ".systemCalls", unit: "calls", value: Double(calls) / Double(operations))
        ]
    }

    static func wallNanoseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    static func cpuNanoseconds(_ clock: Benchmark.Clock) -> Double {
        var time = timespec()
        clock_gettime(clock == .thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

extension [Double] {
    /// The value that `share` of the others are below: 0.5 is the median.
    func quantile(_ share: Double) -> Double {
        sorted()[Int(Double(count - 1) * share)]
    }
}
