import Foundation
import Testing

/// The tests that need a separate kernel. `make check LANE=kernel` runs them in a virtual machine; elsewhere they are
/// skipped. They share the sound card and the names of the GPIO chips, so they run one after the other.
@Suite(
    .serialized,
    .enabled(
        if: ProcessInfo.processInfo.environment["CARILLON_KERNEL_TESTS"] != nil,
        "run by `make check LANE=kernel`, in a virtual machine"))
enum RealKernel {}
