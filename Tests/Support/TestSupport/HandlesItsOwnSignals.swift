import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// For tests of what a program does with its signals and limits: a sanitizer or an emulator would handle them first, and
    /// a sanitizer's own files exceed a limit on files.
    /// `Tools/debian13/test` names the emulator.
    public static var handlesItsOwnSignals: Self {
        let isSanitized = ["__tsan_init", "__asan_init"].contains { (name: String) in dlsym(nil, name) != nil }
        return .enabled(
            if: !isSanitized && getenv("CARILLON_EMULATOR") == nil,
            "a sanitizer or an emulator handles the signals")
    }
}
