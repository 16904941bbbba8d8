import Foundation
import TestSupport
import Testing

/// The options of the page, and the programs without it.
@Suite struct PageOptionTests {
    private static let quiet = ["--board", "simulated", "--sound", "none"]

    @Test func addressOfAnotherMachineIsReported() throws {
        let run = try ProgramRun(Self.quiet + ["--page", "0", "--page-address", "192.0.2.1"])
        expectEqual(run.notices.count, 1)
        #expect(run.notices[0].hasPrefix("counter: the page cannot listen on 192.0.2.1:0: "))
        expectEqual(run.status, 1)
    }

    @Test(arguments: [["--page"], ["--page", "0"], ["--page=0", "--page-control"]])
    func addressIsPrintedWithItsKey(arguments: [String]) throws {
        let run = try ProgramRun(Self.quiet + arguments, input: "plus\n")
        expectEqual(run.output, ["count 1"])
        let pattern = ##/counter: the page is at http://127\.0\.0\.1:\d+/#[0-9a-f]{32}/##
        #expect(try pattern.wholeMatch(in: #require(run.notices.first)) != nil)
        expectEqual(run.status, 0)
    }

    @Test func networkPageWarnsThatHTTPShowsTheKey() throws {
        let arguments = ["--page", "0", "--page-address", "127.0.0.1,box.local"]
        let notice = try #require(ProgramRun(Self.quiet + arguments).notices.first)
        #expect(notice.hasPrefix("counter: the page is at http://box.local:"))
        #expect(notice.hasSuffix("HTTP shows the key to everyone on the network, a tunnel does not: carillon page"))
    }

    /// The journal of a service has more readers than its key may have.
    @Test func serviceKeepsItsKeyInAFileOfItsOwn() throws {
        let folder = try TemporaryFile("", name: "unused").url.deletingLastPathComponent().appendingPathComponent("run")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
        let script = "RUNTIME_DIRECTORY=\(folder.path) \"$0\" \"$@\" </dev/null 2>\(folder.path)/notices"
        expectEqual(try ProgramRun.status(of: script, Self.quiet + ["--page"]), 0)
        let notices = try String(contentsOf: folder.appendingPathComponent("notices"), encoding: .utf8)
        #expect(notices.hasPrefix("counter: the page is at \(folder.path)/page.socket: carillon page opens it\n"))
        let key = try String(contentsOf: folder.appendingPathComponent("page.key"), encoding: .utf8)
        expectEqual(key.utf8.count, 33)
        #expect(!notices.contains(key.prefix(32)))
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/page.key")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func linkInThePlaceOfTheKeyIsReplacedAndNotFollowed() throws {
        let folder = try TemporaryFolder()
        let other = try folder.write("precious", to: "other")
        try FileManager.default.createSymbolicLink(atPath: folder.file("page.key"), withDestinationPath: other)
        let script = "RUNTIME_DIRECTORY=\(folder.path) \"$0\" \"$@\" </dev/null"
        expectEqual(try ProgramRun.status(of: script, Self.quiet + ["--page"]), 0)
        expectEqual(try String(contentsOfFile: other, encoding: .utf8), "precious")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("page.key"))
        #expect(attributes[.type] as? FileAttributeType == .typeRegular)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func keyFileThatCannotBeReplacedEndsTheProgram() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "page.key/inside")
        let script = "RUNTIME_DIRECTORY=\(folder.path) \"$0\" \"$@\" </dev/null"
        expectEqual(try ProgramRun.status(of: script, Self.quiet + ["--page"]), 1)
    }

    /// The notices of such a service are in the journal, which has more readers.
    @Test(arguments: [
        ("NOTIFY_SOCKET=/nonexistent", "counter: "), ("JOURNAL_STREAM=$(stat -Lc %d:%i /proc/self/fd/2)", "<3>"),
    ])
    func serviceWithoutFolderKeepsItsKeyOutOfTheJournal(sign: String, prefix: String) throws {
        let folder = try TemporaryFolder()
        let script = "exec 2>\(folder.file("notices")); \(sign) timeout 60 \"$0\" \"$@\" </dev/null"
        expectEqual(try ProgramRun.status(of: script, Self.quiet + ["--page"]), 2)
        let notices = try String(contentsOfFile: folder.file("notices"), encoding: .utf8)
        #expect(notices.hasPrefix("\(prefix)--page has no place for its key"))
        #expect(notices.firstMatch(of: /[0-9a-f]{32}/) == nil)
    }

    @Test func idleConnectionsDoNotBlockTheOwnerOfAProgramWithFewDescriptors() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.flood, to: "flood")
        // The program ends with its standard input, which the flood has.
        let script = """
            cd \(folder.path); mkfifo in; ulimit -n 30
            "$0" "$@" <in 2>notices & exec 3>in
            ulimit -n 400; until grep -q '#' notices; do :; done
            port=$(sed -n 's|.*127.0.0.1:\\([0-9]*\\)/.*|\\1|p' notices)
            timeout 60 bash flood $port; result=$?
            exec 3>&-; wait; exit $result
            """
        expectEqual(try ProgramRun.status(of: script, Self.quiet + ["--page"]), 0)
    }

    /// Opens 100 connections, and then asks for the page on another one, within 10 s.
    private static let flood = """
        for place in $(seq 10 109); do eval "exec $place<>/dev/tcp/127.0.0.1/$1"; done
        exec 9<>/dev/tcp/127.0.0.1/$1
        printf 'GET / HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&9
        read -t 10 -u 9 answer
        case $answer in *200*) exit 0 ;; *) exit 1 ;; esac
        """

    /// A broken library in the place of libmicrohttpd stops only programs that load it.
    @Test func libraryIsLoadedOnlyWithAPage() throws {
        let library = try TemporaryFile("this is no library", name: "libmicrohttpd.so.12")
        let folder = library.url.deletingLastPathComponent().path
        let notices = try TemporaryFile("", name: "notices")
        let script = "LD_LIBRARY_PATH=\(folder) \"$0\" \"$@\" </dev/null 2>\(notices.path)"
        expectEqual(try ProgramRun.status(of: script, Self.quiet), 0)
        expectEqual(try ProgramRun.status(of: script, Self.quiet + ["--page"]), 1)
        let notice = try String(contentsOf: notices.url, encoding: .utf8)
        #expect(notice.hasPrefix("counter: --page needs libmicrohttpd: "))
        #expect(notice.hasSuffix("; install it with: apt-get install libmicrohttpd12\n"))
    }
}
