import CLibrary

/// The files of time zones, which the system updates when a country changes its rules.
package enum TimeZoneFile {
    /// The folder of the files.
    static let folder = "/usr/share/zoneinfo"
    /// The largest file of the database has less than 4 KiB.
    private static let largest = 64 * 1024

    /// Returns the rules of the zone of this machine: that of the variable `TZ`, or that of `/etc/localtime`. A machine
    /// without either has Greenwich time.
    package static func ofMachine() -> TimeZoneRules {
        guard let variable = getenv("TZ") else { return rules(at: "/etc/localtime") ?? .utc }
        let name = String(cString: variable)
        let path = name.hasPrefix(":") ? String(name.dropFirst()) : name
        return path.hasPrefix("/") ? rules(at: path) ?? .utc : named(path) ?? .utc
    }

    /// Returns the rules of a zone, such as `Europe/Berlin` or `CET-1CEST,M3.5.0,M10.5.0/3`; nil if there is none.
    static func named(_ name: String) -> TimeZoneRules? {
        let isPath = !name.isEmpty && !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
        if isPath, let rules = rules(at: "\(folder)/\(name)") { return rules }
        return PosixZone(name).map { TimeZoneRules(first: $0.standard, changes: [], rule: $0) }
    }

    /// Returns why a zone is not found.
    static func fault(_ name: String) -> String {
        guard access(folder, R_OK) == 0 else {
            return "no time zones in \(folder); install tzdata, or write the zone as CET-1CEST,M3.5.0,M10.5.0/3"
        }
        let meant = Suggestion.nearest(to: name, among: names)
        return "unknown time zone \"\(name)\"; "
            + (meant ?? "write one such as Europe/Berlin; timedatectl list-timezones lists them")
    }

    /// The names of the zones of countries, of which the third column of a table has one for each.
    private static var names: [String] {
        let table = String(decoding: contents(of: "\(folder)/zone1970.tab") ?? [], as: UTF8.self)
        return table.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .compactMap { $0.split(separator: "\t").dropFirst(2).first.map(String.init) }
    }

    private static func rules(at path: String) -> TimeZoneRules? {
        contents(of: path).flatMap { TimeZoneRules(file: $0) }
    }

    /// Returns the first 64 KiB of a file; nil if it cannot be read.
    private static func contents(of path: String) -> ArraySlice<UInt8>? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: largest)
        let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
        return count > 0 ? bytes[..<count] : nil
    }
}

extension TimeZoneRules {
    /// Reads a file of a time zone; nil if it is none. RFC 9636, section 3.
    ///
    /// Files of version 1, which no system writes any more, are not read. Leap seconds are not, because Linux has none.
    init?(file bytes: ArraySlice<UInt8>) {
        var rest = bytes
        // The first block has times of 32 bits, and the second one the same times and more with 64 bits.
        guard let old = Counts(&rest), rest.count >= old.size(ofTime: 4) else { return nil }
        rest = rest.dropFirst(old.size(ofTime: 4))
        guard let counts = Counts(&rest), rest.count >= counts.size(ofTime: 8), counts.types > 0 else { return nil }
        let times = (0..<counts.times).map { rest.number(at: $0 * 8, bytes: 8) }
        rest = rest.dropFirst(counts.times * 8)
        let kinds = rest.prefix(counts.times)
        rest = rest.dropFirst(counts.times)
        let offsets = (0..<counts.types).map { Int(Int32(truncatingIfNeeded: rest.number(at: $0 * 6, bytes: 4))) }
        rest = rest.dropFirst(counts.size(ofTime: 8) - counts.times * 9)
        guard kinds.allSatisfy({ Int($0) < offsets.count }), rest.popFirst() == UInt8(ascii: "\n") else { return nil }
        let rule = String(decoding: rest.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let changes = zip(times, kinds).map { Change(time: $0, offset: offsets[Int($1)]) }
        self.init(first: offsets[0], changes: changes, rule: PosixZone(rule))
    }

    /// The header of a block.
    private struct Counts {
        let times: Int
        let types: Int
        private let characters: Int
        private let leapSeconds: Int
        private let flags: Int

        init?(_ rest: inout ArraySlice<UInt8>) {
            guard rest.count >= 44, rest.starts(with: "TZif".utf8), rest[rest.startIndex + 4] >= UInt8(ascii: "2")
            else {
                return nil
            }
            let header = rest
            let counts = (0..<6).map { Int(header.number(at: 20 + $0 * 4, bytes: 4)) }
            flags = counts[0] + counts[1]
            (leapSeconds, times, types, characters) = (counts[2], counts[3], counts[4], counts[5])
            rest = rest.dropFirst(44)
        }

        func size(ofTime size: Int) -> Int {
            times * (size + 1) + types * 6 + characters + leapSeconds * (size + 4) + flags
        }
    }
}

extension ArraySlice<UInt8> {
    /// Returns a number, the highest byte first.
    fileprivate func number(at place: Int, bytes count: Int) -> Int64 {
        self[(startIndex + place)..<(startIndex + place + count)].reduce(0) { $0 << 8 | Int64($1) }
    }
}
