import Glibc

/// A kernel, as uname(2) describes it.
struct Kernel: Equatable {
    /// The release, such as `6.12.48+rpt-rpi-2712`.
    var release: String
    /// The build, such as `#1 SMP PREEMPT_RT Debian 6.12.117-1 (2026-11-12)`.
    var version: String

    /// Whether the kernel is fully preemptible. The file /sys/kernel/realtime does not tell, because it is a patch of Debian's.
    var isRealTime: Bool {
        // Until Linux 5.3, the patches for real time had a space in the name.
        ["PREEMPT_RT", "PREEMPT RT"].contains { " \(version) ".contains(" \($0) ") }
    }

    /// The kernel of this machine.
    static var running: Kernel {
        var name = utsname()
        uname(&name)
        func text<Field>(_ field: Field) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return Kernel(release: text(name.release), version: text(name.version))
    }
}
