/// Parts of hostile streams: tags, titles and lists, most of them damaged.
extension HostileStream {
    // MARK: Tags

    /// ID3v2 tags with any length, flags and frames.
    var tags: [UInt8] {
        mutating get { (0..<(1 + random(random(4) == 0 ? 12 : 3))).reduce(into: []) { tags, _ in tags += tag } }
    }

    private var tag: [UInt8] {
        mutating get {
            var frames: [UInt8] = []
            for _ in 0..<random(6) { frames += frame }
            if random(8) == 0 { frames += garbage(random(300_000)) }
            let sizes = [frames.count, frames.count, frames.count, random(400_000), 0x0FFF_FFFF, 0, 17 << 20]
            let size = sizes[random(sizes.count)]
            let digits = [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) }
            let flags: UInt8 = random(2) == 0 ? 0 : UInt8(random(256))
            var tag = Array("ID3".utf8) + [UInt8(2 + random(random(6) == 0 ? 254 : 3)), 0, flags] + digits + frames
            if random(4) == 0 { tag[random(tag.count)] = UInt8(random(256)) }
            return tag
        }
    }

    private var frame: [UInt8] {
        mutating get {
            let names = ["TIT2", "TPE1", "TALB", "APIC", "TT2\0", "TIT2", "\0\0\0\0", "XXXX"]
            let content = [UInt8(random(5))] + [text, garbage(random(3_000)), []][random(3)]
            let size = random(5) == 0 ? random(1 << 30) : content.count
            let flags: [UInt8] = random(3) == 0 ? [UInt8(random(256)), UInt8(random(256))] : [0, 0]
            let digits = [24, 16, 8, 0].map { UInt8(size >> $0 & 0xFF) }
            return Array(names[random(names.count)].utf8) + digits + flags + content
        }
    }

    // MARK: Titles

    /// A text in UTF-8 or Windows-1252, perhaps cut.
    private var text: [UInt8] {
        mutating get {
            let text: [UInt8] =
                switch random(6) {
                case 0: Array("Größe – “x” €".utf8)
                case 1: [0x44, 0x6F, 0x6E, 0x92, 0x74, 0x20, 0x96, 0xE9]
                case 2: garbage(random(300))
                case 3: Array("\u{7}\u{1B}[31m\u{202E}\u{FEFF}".utf8)
                case 4: Array(String(repeating: "é", count: random(2_000)).utf8)
                default: []
                }
            return random(3) == 0 ? text.dropLast(random(4)) : text
        }
    }

    /// A sound with lengths after each interval, and texts after the first hundreds.
    mutating func withTitles(_ sound: [UInt8], interval: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for (number, start) in stride(from: 0, to: sound.count, by: interval).enumerated() {
            bytes += sound[start...].prefix(interval)
            guard number < 300 else {
                bytes.append(0)
                continue
            }
            let forms = ["StreamTitle='", "StreamTitle='';StreamTitle='", "StreamUrl='';StreamTitle='", "Stream", ""]
            let ends = ["';", "';StreamUrl='", "", "'"]
            let title = Array(forms[random(forms.count)].utf8) + text + Array(ends[random(ends.count)].utf8)
            let padded = random(3) == 0 ? [] : (title + [UInt8](repeating: 0, count: -title.count & 15)).prefix(4_080)
            bytes += [UInt8(random(50) == 0 ? random(256) : (padded.count + 15) / 16)] + padded
        }
        return bytes
    }

    // MARK: Lists

    /// A playlist in any form, with its media type.
    mutating func playlist(_ targets: [String]) -> (type: String, bytes: [UInt8]) {
        let lists: [(String, String)] = [
            ("audio/x-mpegurl", "#EXTM3U\n#EXTINF:-1,x\n" + targets.joined(separator: "\n")),
            ("text/plain", "\u{FEFF}\n# x\n\n" + targets.joined(separator: "\r\n")),
            ("audio/x-scpls", "[PLAYLIST]\n" + targets.map { "File\(random(9))=\($0)\n" }.joined()),
            ("application/xspf+xml", xspf(targets)), ("application/octet-stream", "\u{FEFF}" + xspf(targets)),
        ]
        let (type, text) = lists[random(lists.count)]
        let isUTF16 = random(6) == 0
        var bytes = isUTF16 ? "\u{FEFF}\(text)".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } : Array(text.utf8)
        if random(3) == 0 { bytes += garbage(random(100)) }
        if random(3) == 0 { bytes[random(bytes.count)] = UInt8(random(256)) }
        if random(6) == 0 { bytes.removeSubrange(..<random(bytes.count)) }
        if random(20) == 0 { bytes += [UInt8](repeating: 0x0A, count: 100_000) }
        return (type, bytes)
    }

    private mutating func xspf(_ targets: [String]) -> String {
        let head = ["<?xml version='1.0'?><!-- x -->", "", "<!DOCTYPE playlist [<!ENTITY a 'aaaa'>]>"][random(3)]
        let tracks = targets.map { target in
            let odd = ["", "&amp;", "&#x41;", "&a;", "<![CDATA[x]]>", "</track>", "<a b=\">", "&#99999999999;"]
            return "<track><location>\(target)\(odd[random(4) == 0 ? random(odd.count) : 0])</location></track>"
        }
        let depth = random(8) == 0 ? random(20_000) : 0
        return head + "<playlist xmlns='x'><trackList>" + tracks.joined() + String(repeating: "<x>", count: depth)
            + "</trackList></playlist>"
    }

    /// An HLS list, with an end or without.
    mutating func hls() -> [UInt8] {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:\(["1", "0", "x", "-1"][random(4)])\n"
        if random(4) == 0 {
            text += "#EXT-X-STREAM-INF:BANDWIDTH=1\n\(target)\n#EXT-X-STREAM-INF:BANDWIDTH=2\n\(target)\n"
        } else {
            let seconds = ["1.0", "3", "1e400", "nan", "-5", ""]
            for _ in 0..<random(4) { text += "#EXTINF:\(seconds[random(seconds.count)]),\n\(target)\n" }
        }
        if random(2) == 0 { text += "#EXT-X-ENDLIST\n" }
        return Array(text.utf8) + (random(4) == 0 ? garbage(random(200)) : [])
    }
}
