import CarillonRealTime
import Glibc
import TestSupport
import Testing

@testable import CarillonMQTT

@Suite struct UpdateFilesTests {
    private let root: TemporaryFolder
    private var state: String { root.file("lib/bell") }
    private var runtime: String { root.file("run/bell") }

    init() throws {
        root = try TemporaryFolder()
        try root.write("", to: "run/bell/busy")
    }

    @Test func onlyAServiceOnABoxWithTheUpdateUnitHasUpdateFiles() throws {
        #expect(UpdateFiles(state: state, runtime: runtime) == nil)
        try root.write("a package", to: "lib/carillon/bell/good.deb")
        #expect(UpdateFiles(state: nil, runtime: runtime) == nil)
        #expect(UpdateFiles(state: state, runtime: nil) == nil)
        #expect(UpdateFiles(state: state, runtime: runtime) != nil)
    }

    @Test func stateIsTheLineWrittenByTheUnit() throws {
        try root.write("a package", to: "lib/carillon/bell/good.deb")
        let files = try #require(UpdateFiles(state: state, runtime: runtime))
        expectEqual(files.read(), nil)
        try root.write("{\"phase\":\"idle\"}\n", to: "lib/carillon/bell/update.json")
        expectEqual(files.read(), "{\"phase\":\"idle\"}")
    }

    @Test func repeatedRequestsCreateOneEmptyFile() throws {
        try root.write("a package", to: "lib/carillon/bell/good.deb")
        let files = try #require(UpdateFiles(state: state, runtime: runtime))
        expectEqual(files.request(), nil)
        expectEqual(files.request(), nil)
        var status = stat()
        #expect(lstat("\(runtime)/update-now", &status) == 0 && status.st_size == 0)
    }

    @Test func failedRequestIsReportedWithItsPath() throws {
        try root.write("a package", to: "lib/carillon/bell/good.deb")
        let missing = root.file("run/none")
        let files = try #require(UpdateFiles(state: state, runtime: missing))
        let reason = "No such file or directory"
        expectEqual(files.request(), .noUpdate(path: "\(missing)/update-now", reason: reason))
    }

    @Test func folderThatCannotBeWatchedIsReported() throws {
        try root.write("a package", to: "lib/carillon/bell/good.deb")
        let files = try #require(UpdateFiles(state: state, runtime: runtime))
        let queue = try RealTimeQueue(background: "updates")
        defer { queue.stop() }
        expectEqual(files.observe(on: queue) { _ in }, nil)
        let folder = root.file("lib/carillon/bell")
        expectEqual(rename(folder, folder + "-away"), 0)
        let reason = "No such file or directory"
        expectEqual(files.observe(on: queue) { _ in }, .updatesUnwatched(path: folder, reason: reason))
    }
}
