import TestSupport
import Testing

@testable import LinuxSound

/// Texts of playlists, as people and programs write them.
@Suite struct PlaylistTextTests {
    private func entries(_ text: String) -> [String] { PlaylistText(Array(text.utf8)).entries }

    private static func xspf(_ inner: String) -> String {
        "<playlist version='1'><trackList>\(inner)</trackList></playlist>"
    }

    private static let qualifiedXSPF =
        "\u{FEFF}<?xml version=\"1.0\"?>\n<!-- <x> --><p:playlist xmlns:p=\"a>b\" ><p:trackList >"
        + "<p:track/><p:track><p:location >\n a b </p:location></p:track></p:trackList></p:playlist>"

    static let lists: [Row<String, [String]>] = [
        Row(
            "comments and blank lines are left out", "#EXTM3U\n\n#EXTINF:1,x\n a b.mp3 \r\n;c\n\td.mp3",
            ["a b.mp3", "d.mp3"]),
        Row(
            "lines end with any line break", "\u{FEFF}one.mp3\rtwo.mp3\u{85}", ["one.mp3", "two.mp3"]),
        Row("empty text has no entries", "", []),
        Row("comments and blank lines have no entries", "\n \n#\n", []),
        Row(
            "files of PLS are in the order of their numbers",
            ";x\n[PlayList]\nFile10=c\nfile2 = b\nTitle1=x\nFILE1=a\nFile=x\nFilex=y\nLength1=-1\nFile3=\n",
            ["a", "b", "c"]),
        Row("PLS needs no heading", "File1=a\nFile2=b\n", ["a", "b"]),
        Row(
            "references in XSPF are resolved", xspf("<track><location>a&amp;b&#x20;&#99;</location></track>"),
            ["a&b c"]),
        Row(
            "all locations of a track of XSPF are found",
            xspf("<track><title>x</title><location><![CDATA[a<b]]></location><location>c</location></track>"),
            ["a<b", "c"]),
        Row("XSPF may have a prefix", qualifiedXSPF, ["a b"]),
    ]

    @Test(arguments: lists) func entriesAreFound(row: Row<String, [String]>) {
        expectEqual(entries(row.given), row.expected, sourceLocation: row.place)
    }

    @Test func locationsBehindAFaultAreLeftOut() {
        let good = "<track><location>a</location></track>"
        let faults = [
            "<", "</x>", "<!DOCTYPE x [<!ENTITY y 'z'>]>", "&y;", "&#x110000;", "&#xD800;", "&amp", "<!-- ",
            "<![CDATA[", "<x y>", "<x y=z>", "<>", String(repeating: "<x>", count: 40), "<track><location>b",
        ]
        for fault in faults { expectEqual(entries(Self.xspf(good + fault + good)), ["a"], "\(fault)") }
    }

    @Test func otherXMLIsNotReadAsAPlaylist() {
        let others = [
            "<html><location>a</location></html>", "<?xml?><rss/>", "<", "<!DOCTYPE html>", "<x><playlist/></x>",
        ]
        for text in others {
            #expect(entries(text) == [] && !PlaylistText(Array(text.utf8)).isMarked)
        }
    }

    @Test func encodingIsDetected() {
        let utf16 = "\u{FEFF}#EXTM3U\nä.mp3\n".utf16
        let little = utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        for bytes in [little, big, little + [0x41]] {
            #expect(PlaylistText(bytes).entries.first == "ä.mp3" && PlaylistText.isText(bytes))
        }
        expectEqual(PlaylistText(Array("#EXTM3U\n".utf8) + [0xE4] + Array(".mp3".utf8)).entries, ["ä.mp3"])
    }

    @Test func soundIsNotRecognisedAsText() {
        let sounds: [[UInt8]] = [
            [0xFF, 0xFB, 0x90, 0x64], [0x49, 0x44, 0x33, 3, 0], [0xFF, 0xFE, 0x90, 0x64], [0x20, 0],
        ]
        for bytes in sounds { #expect(!PlaylistText.isText(bytes)) }
    }
}
