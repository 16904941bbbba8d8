import CarillonAudio

/// The links of a chained Ogg file, each of which is a sound of its own: RFC 3533, section 4.
///
/// Few pages are read: a seam is looked for between two pages of different streams. If links have the same number, which shows in
/// the counts and positions of the pages, all pages are followed, up to a limit. What lies behind it belongs to the last link
/// found.
struct OggChain {
    /// The largest page.
    private static let mostOfPage = 27 + 255 + 255 * 255
    /// The parts of a file at whose ends pages are looked at.
    private static let parts = 32
    /// The bytes that are read at once, and the most that are read in search of seams.
    private static let (pieceLength, mostBytes) = (4 << 10, 128 << 20)

    private let file: Range<Int>
    private let read: SoundContainer.Reading
    private var bytesLeft = mostBytes
    /// Whether links have the same number.
    private var repeatsNumbers = false

    /// Returns the ranges of the links; the whole range if there is one.
    static func links(in file: Range<Int>, _ read: @escaping SoundContainer.Reading) -> [Range<Int>] {
        var chain = OggChain(file, read)
        let starts = (chain.starts() ?? []).prefix(DecoderChain.mostParts)
        return zip([file.lowerBound] + starts, starts + [file.upperBound]).map { $0..<$1 }
    }

    private init(_ file: Range<Int>, _ read: @escaping SoundContainer.Reading) { (self.file, self.read) = (file, read) }

    /// The beginning of a page.
    private struct Page {
        let offset: Int
        let end: Int
        let stream: ArraySlice<UInt8>
        /// The number of frames up to its end; nil if no packet ends on it.
        let position: UInt64?
        /// Its number in the link.
        let count: Int
        let isFirst: Bool

        /// Returns nil unless the bytes begin with a page. Its end is not exact if the bytes end before its body.
        init?(_ bytes: ArraySlice<UInt8>, at offset: Int) {
            let head = Array(bytes.prefix(27))
            guard head.count == 27, head.starts(with: "OggS\0".utf8), head[5] < 8 else { return nil }
            func number(_ range: Range<Int>) -> UInt64 { head[range].reversed().reduce(0) { $0 << 8 | UInt64($1) } }
            (self.offset, stream, isFirst) = (offset, head[14..<18], head[5] & 2 != 0)
            position = number(6..<14) == .max ? nil : number(6..<14)
            count = Int(number(18..<22))
            let lacing = bytes.dropFirst(27).prefix(Int(head[26]))
            end = offset + 27 + lacing.count + lacing.reduce(0) { $0 + Int($1) }
        }

        func isInLink(of earlier: Page) -> Bool {
            guard stream == earlier.stream, count > earlier.count, !isFirst else { return false }
            guard let position, let start = earlier.position else { return true }
            return position >= start
        }
    }

    /// Returns the places at which links after the first one begin; nil if the file has several streams side by side.
    private mutating func starts() -> [Int]? {
        guard let first = page(from: file.lowerBound, to: file.lowerBound + 1), let last = lastPage() else {
            return nil
        }
        // At equal intervals, and closer and closer to the beginning, for a first link that is short.
        var places = (1..<Self.parts).map { file.lowerBound + file.count / Self.parts * $0 }
        var distance = file.count / Self.parts / 2
        while distance > Self.mostOfPage {
            places.append(file.lowerBound + distance)
            distance /= 2
        }
        var pages = [first]
        for place in places.sorted() {
            guard let page = page(from: place, to: last.offset), page.offset > pages[pages.count - 1].offset else {
                continue
            }
            pages.append(page)
        }
        if last.offset > pages[pages.count - 1].offset { pages.append(last) }
        var starts: [Int] = []
        for (one, next) in zip(pages, pages.dropFirst()) {
            guard let found = seams(between: one, and: next) else { return nil }
            starts += found
        }
        return repeatsNumbers ? startsOfAllPages() : starts
    }

    /// Follows all pages.
    private mutating func startsOfAllPages() -> [Int] {
        var (starts, offset, isBehindFirst) = ([Int](), file.lowerBound, true)
        while bytesLeft > 0, starts.count < DecoderChain.mostParts,
            let page = page(from: offset, to: file.upperBound)
        {
            if page.isFirst, !isBehindFirst { starts.append(page.offset) }
            (offset, isBehindFirst) = (page.end, page.isFirst)
        }
        return starts
    }

    /// Returns the places of the first pages of links behind a page, up to a later one.
    private mutating func seams(between one: Page, and other: Page) -> [Int]? {
        if other.isInLink(of: one) { return [] }
        if other.stream == one.stream { repeatsNumbers = true }
        guard bytesLeft > 0, !repeatsNumbers else { return [] }
        let middle = one.offset + (other.offset - one.offset) / 2
        // The first page in the second half, or else in the first half.
        guard
            let page = page(from: max(middle, one.offset + 1), to: other.offset)
                ?? page(from: one.offset + 1, to: middle)
        else {
            // The first pages of streams side by side follow each other.
            return other.isFirst && !one.isFirst ? [other.offset] : nil
        }
        guard let before = seams(between: one, and: page), let after = seams(between: page, and: other) else {
            return nil
        }
        return before + after
    }

    /// Returns the first page that begins in a range; nil if none begins within the length of a page.
    private mutating func page(from start: Int, to end: Int) -> Page? {
        let end = min(end, start + Self.mostOfPage)
        var offset = start
        while offset < end {
            let bytes = read(offset..<min(offset + Self.pieceLength, file.upperBound))
            bytesLeft -= bytes.count
            for index in bytes.indices.dropLast(26) where bytes[index] == UInt8(ascii: "O") && offset + index < end {
                if let page = Page(bytes[index...], at: offset + index) { return page }
            }
            guard bytes.count == Self.pieceLength else { return nil }
            offset += Self.pieceLength - 26
        }
        return nil
    }

    private func lastPage() -> Page? {
        let start = max(file.upperBound - Self.mostOfPage, file.lowerBound)
        let bytes = read(start..<file.upperBound)
        for index in bytes.indices.reversed() where bytes[index] == UInt8(ascii: "O") {
            if let page = Page(bytes[index...], at: start + index) { return page }
        }
        return nil
    }
}
