import CarillonRealTime
import Foundation
import TestSupport
import Testing

/// The granted privileges depend on the system. These tests observe processes with and without privileges from outside.
@Suite struct PrivilegeTests {
    @Test(arguments: [false, true]) func deniedPrivilegeIsReportedOnceAndAFailureOnlyIfItIsRequired(isRequired: Bool)
        throws
    {
        let arguments = ["latency", "--seconds", "1", "--lock-memory"] + (isRequired ? ["--require"] : [])
        let program = try Program("carillon", arguments, wrapper: Program.unprivileged)
        expectEqual(program.status, isRequired ? 1 : 0)
        #expect(isRequired ? program.output.isEmpty : program.output.contains("ordinary priority"))
        expectEqual(program.errors.split(separator: "\n").count, 1)
        for remedy in ["LimitRTPRIO=", "LimitMEMLOCK=", "setcap"] { #expect(program.errors.contains(remedy)) }
    }

    @Test func missingProcessorIsRefused() throws {
        let denial = RealTimeDenial.cpu(1_000, errno: EINVAL)
        let configuration = RealTimeConfiguration(priority: 0, cpu: 1_000, privilege: .required)
        #expect(throws: RealTimeError.denied([denial])) {
            try RealTimeQueue(name: "nowhere", configuration: configuration)
        }
        let queue = try RealTimeQueue(
            name: "somewhere", configuration: RealTimeConfiguration(priority: 0, cpu: 1_000),
            onDenial: { expectEqual($0, [denial]) })
        expectEqual(queue.denials, [denial])
        queue.stop()
    }

    @Test func outOfRangePriorityIsLimitedToTheRange() {
        expectEqual(RealTimeConfiguration(priority: -1).priority, 0)
        expectEqual(RealTimeConfiguration(priority: 1_000).priority, 99)
    }

    @Test func denialsAreReportedInOneLineWithEachRemedyOnce() {
        let text = RealTimeDenial.describe([.priority(requested: 50, granted: 0), .memoryLock(limit: 65_536)])
        expectEqual(text.components(separatedBy: "LimitRTPRIO").count, 2)
        #expect(!text.contains("\n"))
    }

    @Test(.enabled(if: CGroup.canBeMade, "needs root and a kernel with real-time groups"))
    func cGroupWithoutRealTimeRuntimeIsRecognised() throws {
        let group = try CGroup()
        defer { group.remove() }
        let enter = "echo $$ > \(group.path)/cgroup.procs && exec \"$@\""
        let program = try Program(
            "carillon", ["latency", "--seconds", "1", "--require"], wrapper: ["sh", "-c", enter, "sh"])
        expectEqual(program.status, 1)
        #expect(program.errors.contains("cgroup \"/\(group.name)\""))
        #expect(program.errors.contains("cpu.rt_runtime_us"))
    }
}

/// A new group of the cpu controller without real-time runtime.
private struct CGroup {
    private static let root = "/sys/fs/cgroup/cpu"
    static var canBeMade: Bool { access(root + "/cpu.rt_runtime_us", W_OK) == 0 }

    let name = "carillon-test-\(getpid())"
    var path: String { Self.root + "/" + name }

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    func remove() { rmdir(path) }
}
