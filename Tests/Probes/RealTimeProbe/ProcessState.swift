import Glibc

/// The kernel's data about this process.
enum ProcessState {
    static var threads: [Int32] { entries(of: "/proc/self/task") }

    static var descriptors: Int { entries(of: "/proc/self/fd").count }

    /// The resident memory in KiB.
    static var residentMemory: Int {
        numbers(in: "/proc/self/statm").1 * sysconf(Int32(_SC_PAGESIZE)) / 1024
    }

    /// The number of times that the calling thread has lost its processor to another thread.
    static var preemptions: Int { switches("nonvoluntary") }

    /// The number of times that the calling thread has slept: for a lock, or while idle.
    static var sleeps: Int { switches("voluntary") }

    private static func switches(_ kind: String) -> Int {
        guard let file = fopen("/proc/thread-self/status", "re") else { return 0 }
        defer { fclose(file) }
        var count = 0
        withUnsafeMutablePointer(to: &count) { count in
            var line = [CChar](repeating: 0, count: 256)
            while fgets(&line, Int32(line.count), file) != nil {
                _ = withVaList([count]) { vsscanf(line, "\(kind)_ctxt_switches: %ld", $0) }
            }
        }
        return count
    }

    /// The first two numbers of a file.
    private static func numbers(in path: String) -> (Int, Int) {
        guard let file = fopen(path, "re") else { return (0, 0) }
        defer { fclose(file) }
        var numbers = (0, 0)
        withUnsafeMutablePointer(to: &numbers.0) { first in
            withUnsafeMutablePointer(to: &numbers.1) { second in
                _ = withVaList([first, second]) { vfscanf(file, "%ld %ld", $0) }
            }
        }
        return numbers
    }

    /// Whether the memory and the time belong to the program alone. A sanitizer takes several times as much, and so does
    /// an emulator. `Tools/debian13/test` sets the emulator's name in the environment.
    static var hasResourcesOfItsOwn: Bool {
        let isSanitized = ["__tsan_init", "__asan_init"].contains { (name: String) in dlsym(nil, name) != nil }
        return !isSanitized && getenv("CARILLON_EMULATOR") == nil
    }

    /// Waits until idle threads have ended, and at most `count` are left. Gives up after a minute.
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
