import AudioTestSupport
import Foundation
import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxSound

/// The tracks in a folder, in the order in which a person lists them.
@Suite struct TrackFolderTests {
    private let folder: TemporaryFolder
    private let store = TrackFiles()

    init() throws { folder = try TemporaryFolder() }

    private func write(_ names: String...) throws { for name in names { try folder.write([], to: name) } }

    private func tracks(_ name: String = "", includesSubfolders: Bool = true) -> (names: [String], notice: String?) {
        let list = store.tracks(at: folder.file(name), includesSubfolders: includesSubfolders)
        return (list.paths.map { String($0.dropFirst(folder.path.utf8.count + 1)) }, list.notice)
    }

    struct Contents: Sendable {
        let files: [String]
        let includesSubfolders: Bool

        init(_ files: String..., includesSubfolders: Bool = true) {
            (self.files, self.includesSubfolders) = (files, includesSubfolders)
        }
    }

    struct Tracks: Sendable {
        let names: [String]
        let notice: String?

        init(_ names: String..., notice: String? = nil) { (self.names, self.notice) = (names, notice) }
    }

    private static let nested = Array(repeatElement("a", count: 17)).joined(separator: "/")

    static let lists: [Row<Contents, Tracks>] = [
        Row(
            "tracks of a folder precede the tracks of its subfolders",
            Contents(
                "CD10/1.mp3", "CD2/1.mp3", "CD1/2.mp3", "CD1/10.mp3", "z.mp3", "CD1/bonus/x.flac", ".x/1.mp3"),
            Tracks("z.mp3", "CD1/2.mp3", "CD1/10.mp3", "CD1/bonus/x.flac", "CD2/1.mp3", "CD10/1.mp3")),
        Row(
            "tracks of subfolders can be left out",
            Contents("CD1/2.mp3", "z.mp3", includesSubfolders: false), Tracks("z.mp3")),
        Row(
            "folders that are left out are named", Contents("CD2/1.mp3", "CD1/1.mp3", includesSubfolders: false),
            Tracks(
                notice:
                    "it has no tracks of its own, but folders such as \"CD1\"; play these, or set includesSubfolders")
        ),
        Row(
            "folder that is named like a track is a folder", Contents("best of.mp3/1.mp3"),
            Tracks("best of.mp3/1.mp3")),
        Row(
            "files of other formats are tracks",
            Contents("chapter.m4a", "BOOK.M4B", "radio.aac", "old.wma", "talk.mp2"),
            Tracks("BOOK.M4B", "chapter.m4a", "old.wma", "radio.aac", "talk.mp2")),
        Row(
            "files that are not tracks are named", Contents("cover.jpg"),
            Tracks(
                notice: "none of its files is a track, such as \"cover.jpg\"; "
                    + "use WAV, FLAC, Ogg, MP3, AIFF, AU, CAF, M4A, AAC or WMA")),
        Row("empty folder is reported", Contents(), Tracks(notice: "it has no tracks")),
        Row(
            "folders in each other are read to a depth", Contents("\(nested.dropLast(2))/1.mp3", "\(nested)/2.mp3"),
            Tracks("\(nested.dropLast(2))/1.mp3", notice: noticeOfFolders)),
    ]

    @Test(arguments: lists) func tracksOfAFolderAreListed(row: Row<Contents, Tracks>) throws {
        for name in row.given.files { try write(name) }
        let found = tracks(includesSubfolders: row.given.includesSubfolders)
        expectEqual(found.names, row.expected.names, sourceLocation: row.place)
        expectEqual(found.notice, row.expected.notice, sourceLocation: row.place)
    }

    @Test func linkToItsOwnFolderIsFollowedOnce() throws {
        try write("a/1.mp3", "a/b/2.mp3")
        symlink("..", folder.file("a/b/up"))
        symlink("b", folder.file("a/c"))
        expectEqual(tracks("a").names, ["a/1.mp3", "a/b/2.mp3"])
    }

    @Test func firstTracksOfALongFolderArePlayedWithANotice() throws {
        for number in (0..<10_020).shuffled() { close(creat(folder.file("\(number).mp3"), 0o600)) }
        let list = tracks()
        expectEqual(list.names.count, 10_000)
        #expect(list.names.first == "0.mp3" && list.names.last == "9999.mp3")
        expectEqual(list.notice, "it has more than 10000 tracks; the first 10000 of them are played")
    }

    @Test func firstFoldersOfALongFolderAreReadWithANotice() throws {
        for number in 0..<10_020 { mkdir(folder.file("\(number)"), 0o700) }
        try write("1/1.mp3", "10019/1.mp3")
        let list = tracks()
        expectEqual(list.names, ["1/1.mp3"])
        expectEqual(list.notice, Self.noticeOfFolders)
    }

    private static let noticeOfFolders =
        "it has more than 10000 folders, or more than 16 in each other; tracks in the others are left out"

    @Test(.enabled(if: geteuid() != 0)) func folderThatCannotBeReadIsNamed() throws {
        try write("a/CD1/1.mp3", "a/CD2/1.mp3")
        chmod(folder.file("a/CD1"), 0)
        expectEqual(tracks("a").names, ["a/CD2/1.mp3"])
        expectEqual(tracks("a").notice, "its folder \"\(folder.file("a/CD1"))\" cannot be read: Permission denied")
    }

    // MARK: Names

    @Test(arguments: [
        (["track 10", "track 2", "Track 1"], ["Track 1", "track 2", "track 10"]),
        (["b", "A", "a2", "a10"], ["A", "a2", "a10", "b"]),
        (
            ["99999999999999999999", "100000000000000000000", "07", "7"],
            ["07", "7", "99999999999999999999", "100000000000000000000"]
        ),
        (
            ["Zebra", "Äpfel", "apfel", "Birne", "Ärger", "öl", "Oase"],
            ["apfel", "Äpfel", "Ärger", "Birne", "Oase", "öl", "Zebra"]
        ),
        (["Straße 2", "Strasse 1", "straße 10"], ["Strasse 1", "Straße 2", "straße 10"]),
        (["e\u{301}tude", "étude 2", "Etage", "Fuge"], ["Etage", "e\u{301}tude", "étude 2", "Fuge"]),
        (["Øre", "Pan", "Łódź", "Mars", "œuvre"], ["Łódź", "Mars", "œuvre", "Øre", "Pan"]),
        (["Яма", "Ёлка", "Ель", "Жук"], ["Ёлка", "Ель", "Жук", "Яма"]),
        (["1-10", "1-9", "01-08", "2"], ["01-08", "1-9", "1-10", "2"]),
    ])
    func namesAreListedInNaturalOrder(names: [String], expected: [String]) {
        for names in [names, names.reversed()] {
            expectEqual(names.map { NaturalOrder($0) }.sorted().map(\.name), expected)
        }
    }

    @Test(arguments: [
        ("Français", "Français"), ("Fran\\e7ais", "Fran\u{FFFD}ais"), ("\\ff\\fe\\c3", "\u{FFFD}\u{FFFD}\u{FFFD}"),
        ("\\f4\\8f\\ba\\a7", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"), ("\\ed\\a0\\80", "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ])
    func bytesOfANameAreKept(escaped: String, shown: String) {
        var (bytes, rest) = ([UInt8](), Array(escaped.utf8)[...])
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)!)
            rest = rest.dropFirst(2)
        }
        let text = FilePath.text(of: bytes)
        expectEqual(FilePath.cString(text).map { UInt8(bitPattern: $0) }, bytes + [0])
        expectEqual(FilePath.shown(text), shown)
    }

    @Test func filesWithNamesThatAreNotUTF8HaveDifferentPaths() throws {
        for byte in ["\\351", "\\350", "\\303\\251"] {
            expectEqual(system("printf x > \"$(printf '\(folder.path)/caf\(byte).mp3')\""), 0)
        }
        let paths = store.tracks(at: folder.path, includesSubfolders: true).paths
        #expect(paths.count == 3 && Set(paths).count == 3)
        for path in paths { #expect(throws: Never.self) { try SoundFile(path: path) } }
        #expect(Track(number: 0, path: paths[0]).name.hasPrefix("caf"))
        let text = SoundError.empty(file: paths.first { FilePath.shown($0) != $0 } ?? "").description
        #expect(text.contains("caf\u{FFFD}.mp3"))
    }
}
