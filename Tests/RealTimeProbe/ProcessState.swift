import Glibc

/// What the kernel says about this process.
enum ProcessState {
    static var threads: [Int32] { entries(of: "/proc/self/task") }

    static var descriptors: Int { entries(of: "/proc/self/fd").count }

    /// In KiB.
    static var residentMemory: Int {
        guard let file = fopen("/proc/self/statm", "re") else { return 0 }
        defer { fclose(file) }
        var size = 0
        var resident = 0
        withUnsafeMutablePointer(to: &size) { size in
            withUnsafeMutablePointer(to: &resident) { resident in
                _ = withVaList([size, resident]) { vfscanf(file, "%ld %ld", $0) }
            }
        }
        return resident * sysconf(Int32(_SC_PAGESIZE)) / 1024
    }

    /// Whether its memory is its own: a sanitizer keeps several times as much beside it, and an emulator what it has
    /// translated. `Tools/debian13/test` names the emulator.
    static var hasMemoryOfItsOwn: Bool {
        let isSanitized = ["__tsan_init", "__asan_init"].contains { (name: String) in dlsym(nil, name) != nil }
        return !isSanitized && getenv("CARILLON_EMULATOR") == nil
    }

    /// Waits until threads that have nothing to do any more are gone. A minute is for ever.
    static func waitForThreads(_ count: Int) {
        let start = time(nil)
        while threads.count > count, time(nil) < start + 60 { sched_yield() }
    }

    private static func entries(of path: String) -> [Int32] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var numbers: [Int32] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let number = Int32(name) { numbers.append(number) }
        }
        return numbers
    }
}
