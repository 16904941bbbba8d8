import CQueueLoad
import Foundation

/// Latencies in nanoseconds, by kind.
struct LatencySamples {
    enum Kind: Int, CaseIterable {
        case tick, hop, descriptor
    }

    private var samples = [[UInt32]](repeating: [], count: Kind.allCases.count)

    init() {}

    /// The samples that `load` recorded.
    init(of load: OpaquePointer) {
        samples = Kind.allCases.map { kind in
            Array(
                UnsafeBufferPointer(
                    start: load_samples(load, Int32(kind.rawValue)), count: load_count(load, Int32(kind.rawValue))))
        }
    }

    /// The samples in the output of queue-floor.
    init(_ data: Data) {
        var rest = data
        samples = Kind.allCases.map { _ in
            let count = rest.prefix(8).withUnsafeBytes { Int($0.loadUnaligned(as: UInt64.self)) }
            rest = rest.dropFirst(8)
            defer { rest = rest.dropFirst(4 * count) }
            return rest.prefix(4 * count).withUnsafeBytes { bytes in
                (0..<count).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
            }
        }
    }

    mutating func add(_ other: LatencySamples) {
        for kind in samples.indices { samples[kind] += other.samples[kind] }
    }

    func quantile(_ share: Double, of kind: Kind) -> Double {
        samples[kind.rawValue].map(Double.init).quantile(share)
    }
}
