import CAllocations
import Foundation

/// The resources that the process holds.
struct Holdings {
    /// The bytes of the heap that are in use.
    let bytes: Double
    let threads: Double
    let descriptors: Double

    static var now: Holdings {
        Holdings(
            bytes: Double(allocated_bytes()), threads: entries(of: "/proc/self/task"),
            descriptors: entries(of: "/proc/self/fd"))
    }

    private static func entries(of directory: String) -> Double {
        Double((try? FileManager.default.contentsOfDirectory(atPath: directory))?.count ?? 0)
    }
}
