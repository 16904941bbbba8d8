import Foundation
import Testing

/// The tests that need a kernel of their own: `make test-kernel` runs them in a virtual machine, everywhere else they
/// are skipped. They share its sound card, and the names of its GPIO chips, so they run one after the other.
@Suite(
    .serialized,
    .enabled(
        if: ProcessInfo.processInfo.environment["CARILLON_KERNEL_TESTS"] != nil,
        "run by `make test-kernel`, in a virtual machine"))
enum RealKernel {}
