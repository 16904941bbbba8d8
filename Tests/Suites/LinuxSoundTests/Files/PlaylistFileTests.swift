import CarillonAudio
import CarillonScheduling
import TestSupport
import Testing

@testable import LinuxSound

/// Playlists in the file system.
@Suite struct PlaylistFileTests {
    private let folder: TemporaryFolder
    private let files = TrackFiles()

    init() throws {
        folder = try TemporaryFolder()
        for name in ["a.wav", "b c.wav", "ä.wav", "sub/d.wav", "more.m3u", ".hidden.wav"] {
            try folder.write("", to: "music/\(name)")
        }
        try folder.write("", to: "music.wav")
    }

    /// Returns the tracks of a list as paths in its folder, and the notice.
    private func tracks(_ text: String, in name: String = "list.m3u") throws -> (paths: [String], notice: String?) {
        try tracks(Array(text.utf8), in: name)
    }

    private func tracks(_ bytes: [UInt8], in name: String = "list.m3u") throws -> (paths: [String], notice: String?) {
        let path = try folder.write(bytes, to: "music/\(name)")
        let list = files.tracks(at: path, includesSubfolders: true)
        let start = folder.file("music/")
        return (list.paths.map { $0.hasPrefix(start) ? String($0.dropFirst(start.count)) : $0 }, list.notice)
    }

    @Test(arguments: ["list.m3u", "list.M3U8", "list.pls", "x/../list.xspf"])
    func entriesOfAListAreReadAsTracks(name: String) throws {
        let text =
            if name.hasSuffix("pls") {
                "[playlist]\nFile2=b c.wav\nFile1=a.wav\nFile3=http://radio.example/\n"
            } else if name.hasSuffix("xspf") {
                "<playlist><trackList><track><location>a.wav</location></track>"
                    + "<track><location>b%20c.wav</location></track><track><location>http://radio.example/</location></track></trackList></playlist>"
            } else {
                "#EXTM3U\na.wav\n\n#x\nb c.wav\nhttp://radio.example/\n"
            }
        if name.hasPrefix("x/") { try folder.write("", to: "music/x/x") }
        let list = try tracks(text, in: name)
        expectEqual(list.paths.map { $0.replacing("x/../", with: "") }, ["a.wav", "b c.wav", "http://radio.example/"])
        expectEqual(list.notice, nil)
    }

    @Test func entryIsFoundInEachNotation() throws {
        let absolute = folder.file("music/a.wav")
        let entries = [
            "./a.wav", absolute, "file://\(absolute)", "file://localhost\(absolute)", "sub\\d.wav", "sub/d.wav",
            "b%20c.wav", "%C3%A4.wav",
        ]
        let found = try tracks(entries.joined(separator: "\n")).paths
        expectEqual(found, ["a.wav", "a.wav", "a.wav", "a.wav", "sub/d.wav", "sub/d.wav", "b c.wav", "ä.wav"])
        expectEqual(try tracks([0xE4] + Array(".wav\n".utf8)).paths, ["ä.wav"])
        expectEqual(try tracks("missing.wav\nsub/missing.wav").paths, ["missing.wav", "sub/missing.wav"])
    }

    /// As in a folder, nothing outside of it is played, and nothing that is hidden.
    @Test(arguments: [
        "/etc/passwd", "../music.wav", "sub/../../music.wav", "..\\music.wav", "file:///etc/passwd", "%/../music.wav",
        ".hidden.wav", "more.m3u", "ftp://radio.example/x", ".", "/", "sub/..", "\0",
    ]) func entryOutsideOfTheFolderIsReported(entry: String) throws {
        let entry = entry.replacing("%", with: folder.file("music"))
        let list = try tracks("a.wav\n\(entry)\nb c.wav\n")
        expectEqual(list.paths, ["a.wav", "b c.wav"])
        expectEqual(list.notice?.contains("sounds in its own folder"), true)
    }

    @Test func encodedDotsAreReadAsAFileName() throws {
        expectEqual(try tracks("%2e%2e/music.wav").paths, ["%2e%2e/music.wav"])
    }

    @Test func listWithoutTracksIsReported() throws {
        let empty = try tracks("#EXTM3U\n")
        #expect(empty.paths.isEmpty && empty.notice == "it has no tracks")
        let missing = files.tracks(at: "/nonexistent/list.m3u", includesSubfolders: true)
        expectEqual(missing.paths, ["/nonexistent/list.m3u"])
    }

    @Test func missingEntryDoesNotCountAsAnAbsentMedium() throws {
        let path = try folder.write("gone/x.wav\n", to: "music/list.m3u")
        let track = try #require(files.tracks(at: path, includesSubfolders: true).paths.first)
        #expect(!files.isAbsent(track))
    }
}
