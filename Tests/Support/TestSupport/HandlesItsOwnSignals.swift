import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// A condition for tests of a program's signals and limits: a sanitizer or an emulator would handle the signals
    /// first, and a sanitizer's own files exceed a limit on files. `Tools/debian13/test` sets the emulator's name in
    /// the environment.
    public static var handlesItsOwnSignals: Self {
        #if canImport(Darwin)
            let everyImage = UnsafeMutableRawPointer(bitPattern: -2)
        #else
            let everyImage: UnsafeMutableRawPointer? = nil
        #endif
        let isSanitized = ["__tsan_init", "__asan_init"].contains { (name: String) in dlsym(everyImage, name) != nil }
        return .enabled(
            if: !isSanitized && getenv("CARILLON_EMULATOR") == nil,
            "a sanitizer or an emulator handles the signals")
    }
}
