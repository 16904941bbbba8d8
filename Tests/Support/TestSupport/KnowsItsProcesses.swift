import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// A condition for tests of what the kernel does for child processes. The emulator of `Tools/debian13/test`, qemu's user
    /// mode, loses the error of a program that cannot be started, has a `/proc/self/stat` of its own, and ignores limits of
    /// memory.
    public static var knowsItsProcesses: Self {
        .enabled(if: getenv("CARILLON_EMULATOR") == nil, "an emulator hides errors, policies and limits of processes")
    }
}
