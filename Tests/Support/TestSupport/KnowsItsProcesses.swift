import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// A condition for tests of what the kernel tells of child processes. The emulator of `Tools/debian13/test`, qemu's user
    /// mode, loses the error of a program that cannot be started, and has a `/proc/self/stat` of its own.
    public static var knowsItsProcesses: Self {
        .enabled(if: getenv("CARILLON_EMULATOR") == nil, "an emulator hides the errors and the policies of processes")
    }
}
