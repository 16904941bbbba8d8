import Foundation

/// The cost of the page in a browser for a loop: `page-flood` with and without it, in turns.
///
/// The floods have the real-time priority of a service, if the system grants it. An ordinary thread is
/// preempted by the page's and by any other, whatever the page does.
enum PageBenchmarks {
    static let names = ["page.history", "page.memory", "page.loop.waiting", "page.loop.missed", "page.growth"]

    static func rows() throws -> [Row] {
        let (plain, paged) = try (1...5).reduce(into: ([Flood.Report](), [Flood.Report]())) { all, _ in
            all.0.append(try Flood(["BURST": "1000000"], page: false).finish())
            all.1.append(try Flood(["BURST": "1000000"], page: true).finish())
        }
        let history = paged.map(\.event).quantile(0.5) - plain.map(\.event).quantile(0.5)

        var (alone, beside): ([Flood.Report], [Flood.Report]) = ([], [])
        var (growth, memory) = (0.0, 0.0)
        for _ in 1...6 {
            let report = try Flood(["SECONDS": "5"], page: false).finish()
            let flood = try Flood(["SECONDS": "5"], page: true)
            let browser = try StuckBrowser(at: flood.address)
            usleep(2_000_000)
            let before = flood.resident
            let stuck = try flood.finish()
            growth = max(growth, stuck.resident - before)
            memory = max(memory, stuck.resident - report.resident)
            alone.append(report)
            beside.append(stuck)
            browser.close()
        }
        let more = beside.map(\.waiting).quantile(0.5) - alone.map(\.waiting).quantile(0.5)
        return [
            Row(name: names[0], unit: "ns", value: history, reference: 300),
            Row(name: names[1], unit: "kB", value: memory, reference: 5_000),
            Row(name: names[2] + ".p99", unit: "us", value: more / 1000, reference: 50),
            // Of 50,000. Now and then a host stops a virtual machine for some 15 ms, or 150 ticks, with the page and without
            // it; that is in fewer than three of four runs.
            Row(
                name: names[3], unit: "ticks", value: beside.map(\.missed).quantile(0.25),
                reference: alone.map(\.missed).quantile(0.25)),
            Row(name: names[4], unit: "kB", value: growth, reference: 256),
        ]
    }
}

/// A run of `page-flood`.
private final class Flood {
    struct Report {
        /// The p99 of the events' waiting in ns.
        let waiting: Double
        let missed: Double
        /// The CPU time of an event in ns.
        let event: Double
        /// The resident memory in kB.
        let resident: Double
    }

    /// The address of the page, with its key.
    private(set) var address = ""
    private let process = Process()
    private let errors = Pipe()
    private let input = Pipe()
    private var rest = Data()

    /// Starts it, and waits until its page is there.
    init(_ environment: [String: String], page: Bool) throws {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("page-flood").path
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        let start = "chrt --fifo 50 true 2>/dev/null && exec chrt --fifo 50 \"$0\" \"$@\"; exec \"$0\" \"$@\""
        process.arguments =
            ["-c", start, program, "--board", "simulated", "--sound", "none"] + (page ? ["--page"] : [])
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        guard page else { return }
        let line = try line { $0.contains("http://") }
        address = String(line[line.range(of: "http://")!.lowerBound...])
    }

    /// The resident memory in kB.
    var resident: Double {
        let path = "/proc/\(process.processIdentifier)/smaps_rollup"
        let line = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n").first {
            $0.hasPrefix("Rss:")
        }
        return Double(line?.filter(\.isNumber) ?? "") ?? .nan
    }

    /// Waits for the report, and ends it.
    func finish() throws -> Report {
        let words = try line { $0.hasPrefix("flood ") }.split(separator: " ").dropFirst().compactMap { Double($0) }
        let resident = resident
        process.terminate()
        process.waitUntilExit()
        return Report(waiting: words[1], missed: words[2], event: words[3], resident: resident)
    }

    private func line(_ isWanted: (String) -> Bool) throws -> String {
        while true {
            while let end = rest.firstIndex(of: 10) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest = rest[(end + 1)...]
                if isWanted(line) { return line }
            }
            let piece = errors.fileHandleForReading.availableData
            guard !piece.isEmpty else { throw ServiceBenchmarks.CommandFailed(command: "page-flood") }
            rest += piece
        }
    }
}

/// A browser that asks for the state again and again, and never reads an answer.
private struct StuckBrowser {
    private let socket: Int32

    init(at address: String) throws {
        guard let url = URLComponents(string: address), let port = url.port, let key = url.fragment else {
            throw ServiceBenchmarks.CommandFailed(command: "page-flood --page")
        }
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = UInt16(port).bigEndian
        place.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        _ = withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        usleep(100_000)
        let ask = "GET /next HTTP/1.1\r\nHost: localhost\r\nAuthorization: Carillon \(key)\r\n\r\n"
        let all = String(repeating: ask, count: 1000)
        _ = send(socket, all, all.utf8.count, Int32(MSG_NOSIGNAL))
    }

    func close() { Glibc.close(socket) }
}
