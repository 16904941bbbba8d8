import CarillonGPIO
import CarillonScheduling

/// Decodes the entries of a `SessionEncoder`.
///
/// Bytes that are no entry end the entries, and no bytes stop the program.
package struct SessionDecoder: Sendable {
    private typealias Kind = SessionEncoder.Kind

    /// The largest number of an effect, a timer or a sound: more than a million a second for eight years.
    private static let most = 1 << 48

    private var bytes: ArraySlice<UInt8>
    private var time: Int64
    private var timer = 0

    /// - Parameter start: As of the encoder.
    package init(_ bytes: some Sequence<UInt8>, start: Duration) {
        self.bytes = Array(bytes)[...]
        time = start.wholeNanoseconds
    }

    /// Whether all bytes have been decoded. If not, after the last entry, the rest is no entry.
    package var isAtEnd: Bool { bytes.isEmpty }

    /// Returns all entries that are whole.
    package mutating func entries() -> [Session.Entry] {
        var entries: [Session.Entry] = []
        while let entry = next() { entries.append(entry) }
        return entries
    }

    /// Returns the next entry; nil at the end, or if the next bytes are no entry.
    package mutating func next() -> Session.Entry? {
        let before = self
        guard let entry = entry() else {
            self = before
            return nil
        }
        return entry
    }

    private mutating func entry() -> Session.Entry? {
        guard let head = bytes.popFirst(), let kind = Kind(rawValue: head >> 4) else { return nil }
        let small = Int(head & 0x0F)
        guard kind != .edge else { return edge(small) }
        guard let input = input(kind, small), let time = passed() else { return nil }
        return Session.Entry(time: time, input)
    }

    private mutating func edge(_ small: Int) -> Session.Entry? {
        var (line, missed) = (small >> 1, 0)
        if line == 7 {
            guard let number = take(), let lost = takeMissed() else { return nil }
            (line, missed) = (number, lost)
        }
        guard let time = passed(), let late = takeSigned() else { return nil }
        let edge = self.time.subtractingReportingOverflow(late)
        guard !edge.overflow else { return nil }
        return Session.Entry(
            time: time,
            .edge(
                line: line, small & 1 == 1 ? .active : .inactive, time: .nanoseconds(edge.partialValue), missed: missed)
        )
    }

    private mutating func input(_ kind: Kind, _ small: Int) -> Session.Input? {
        switch kind {
        case .edge: return nil
        case .reading:
            guard small < 3, let line = take(), let number = take() else { return nil }
            return .reading(line: line, number: number, small == 2 ? nil : small == 1 ? .active : .inactive)
        case .failure: return take().map { .failure(line: $0, isGone: small == 1) }
        case .presence: return take().map { .presence(observer: $0, small == 1) }
        case .timer:
            guard let missed = number(small, { $0.takeMissed() }), let step = takeSigned() else { return nil }
            let number = Int64(timer).addingReportingOverflow(step)
            guard !number.overflow, 0...Int64(Self.most) ~= number.partialValue else { return nil }
            timer = Int(number.partialValue)
            return .timer(timer, missed: missed)
        case .call: return number(small).map { .call(run: $0) }
        case .work: return number(small).map { .work(run: $0) }
        case .workTimer:
            guard let run = number(small), let number = take(), let missed = takeMissed() else { return nil }
            return .workTimer(run: run, number: number, missed: missed)
        case .event:
            guard let loop = number(small), let run = take(), let value = content() else { return nil }
            return .event(loop: loop, run: run, value: value)
        case .soundEnd:
            guard let end = number(small), let sound = take() else { return nil }
            return .soundEnd(sound, end)
        case .soundRefused: return take().map { .soundRefused($0) }
        case .gap: return take().map { .gap($0) }
        case .command:
            guard let path = content(), let payload = content() else { return nil }
            return .command(
                path: String(decoding: path, as: UTF8.self), payload: String(decoding: payload, as: UTF8.self))
        case .memory: return small == 0 ? nil : content().map { .memory($0) }
        }
    }

    private mutating func passed() -> Duration? {
        guard let step = takeSigned() else { return nil }
        let now = time.addingReportingOverflow(step)
        guard !now.overflow else { return nil }
        time = now.partialValue
        return .nanoseconds(time)
    }

    /// - Parameter take: Takes a number that is not small.
    private mutating func number(_ small: Int, _ take: (inout Self) -> Int? = { $0.take() }) -> Int? {
        small == SessionEncoder.isLarge ? take(&self) : small
    }

    private mutating func content() -> [UInt8]? {
        guard let count = take(), count <= bytes.count else { return nil }
        defer { bytes.removeFirst(count) }
        return Array(bytes.prefix(count))
    }

    private mutating func take() -> Int? {
        takeNumber().flatMap { Int(exactly: $0) }.flatMap { $0 <= Self.most ? $0 : nil }
    }

    /// Returns a number of missed edges or ticks, which a period can be multiplied by.
    private mutating func takeMissed() -> Int? { take().flatMap { $0 <= Int32.max ? $0 : nil } }

    private mutating func takeSigned() -> Int64? {
        takeNumber().map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
    }

    private mutating func takeNumber() -> UInt64? {
        var (number, shift): (UInt64, UInt64) = (0, 0)
        while shift < 64, let byte = bytes.popFirst() {
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
        return nil
    }
}
