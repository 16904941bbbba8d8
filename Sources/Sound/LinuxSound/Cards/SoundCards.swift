import CLibrary
import CarillonAudio
import Glibc

/// The kernel's list of sound cards. It is read from /proc/asound, which needs neither permissions nor alsa-lib.
///
/// See "Proc Files of ALSA Drivers" in the kernel's documentation.
struct SoundCards {
    /// The direction of sound. The cases have the kernel's names.
    enum Direction {
        case playback, capture
    }

    /// A PCM of the direction.
    struct PCM: Equatable {
        var card: Int
        var device: Int
        var title: String
        /// The number of streams that the PCM can play or capture at once.
        var substreams: Int
    }

    /// The root of the file system; another folder than `/` in tests.
    var root = "/"
    var direction = Direction.playback

    /// All PCMs of the direction. A line of /proc/asound/pcm is `01-00: USB Audio : USB Audio : playback 1 : capture 1`.
    var pcms: [PCM] {
        guard let text = readText("proc/asound/pcm") else { return [] }
        return text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: ":").map(\.trimmed)
            let numbers = parts.first?.split(separator: "-").compactMap { Int($0) } ?? []
            guard numbers.count == 2, parts.count >= 4,
                let streams = parts.first(where: { $0.hasPrefix("\(direction) ") }),
                let substreams = Int(streams.dropFirst("\(direction) ".count))
            else { return nil }
            return PCM(card: numbers[0], device: numbers[1], title: parts[2], substreams: substreams)
        }
    }

    /// The devices that have such a PCM, by their names in ALSA.
    var devices: [PlaybackDevice] {
        pcms.map { pcm in
            let card = readText("proc/asound/card\(pcm.card)/id").map(\.trimmed) ?? String(pcm.card)
            return PlaybackDevice(name: "plughw:CARD=\(card),DEV=\(pcm.device)", title: pcm.title)
        }
    }

    /// The programs that play or capture now.
    var owners: [PlaybackOwner] {
        var owners: [PlaybackOwner] = []
        for pcm in pcms {
            for substream in 0..<pcm.substreams {
                let status = "proc/asound/card\(pcm.card)/pcm\(pcm.device)\(suffix)/sub\(substream)/status"
                guard let process = readText(status).flatMap(ownerProcess) else { continue }
                let program = readText("proc/\(process)/comm").map(\.trimmed) ?? "an unknown program"
                let owner = PlaybackOwner(program: program, process: process)
                if !owners.contains(owner) { owners.append(owner) }
            }
        }
        return owners
    }

    /// The group that may use the cards. It is the group of their device nodes, or `audio` if that cannot be
    /// determined.
    var group: String {
        for pcm in pcms {
            var status = stat()
            guard stat(node(of: pcm), &status) == 0, let entry = getgrgid(status.st_gid) else { continue }
            return String(cString: entry.pointee.gr_name)
        }
        return "audio"
    }

    /// Whether there are cards, but this user may open none of them. alsa-lib then reports that there are none.
    var areForbidden: Bool {
        let pcms = pcms
        return !pcms.isEmpty
            && pcms.allSatisfy { access(node(of: $0), R_OK | W_OK) != 0 && errno == EACCES }
    }

    private func node(of pcm: PCM) -> String { "\(root)dev/snd/pcmC\(pcm.card)D\(pcm.device)\(suffix)" }

    /// The last letter of the kernel's names of the PCMs.
    private var suffix: String { direction == .playback ? "p" : "c" }

    /// Returns the process ID in the line `owner_pid   : 1234`.
    private func ownerProcess(_ status: String) -> Int? {
        status.split(separator: "\n").first { $0.hasPrefix("owner_pid") }
            .flatMap { $0.split(separator: ":").last }
            .flatMap { Int($0.trimmed) }
    }

    private func readText(_ path: String) -> String? {
        guard let file = fopen(root + path, "re") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
