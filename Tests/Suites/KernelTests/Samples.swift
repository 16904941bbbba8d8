import Foundation

/// Mono sound with 16 bits per sample.
struct Samples: Equatable {
    private(set) var values: [Int16]

    /// Extracts one channel from raw sound with 16 bits per sample.
    init(raw bytes: Data, channel: Int = 0, of channels: Int = 1) {
        values = stride(from: channel * 2, to: bytes.count - 1, by: channels * 2).map { bytes.number(at: $0) }
    }

    /// Reads a mono WAV file with 16 bits per sample.
    init(wav url: URL) throws {
        let file = try Data(contentsOf: url)
        var start = 12  // behind "RIFF", the file's size and "WAVE"
        while start + 8 <= file.count {
            let name = String(decoding: file[start..<start + 4], as: UTF8.self)
            let content = start + 8
            let end = content + Int(file.number(at: start + 4) as UInt32)
            if name == "fmt " {
                let channels: UInt16 = file.number(at: content + 2)
                let bits: UInt16 = file.number(at: content + 14)
                guard channels == 1, bits == 16 else { break }
            } else if name == "data" {
                self.init(raw: Data(file[content..<end]))
                return
            }
            start = end + end % 2
        }
        throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: url.path])
    }

    /// The same sound without the silence before it and after it.
    var withoutSilenceAround: Samples {
        guard let first = values.firstIndex(where: { $0 != 0 }), let last = values.lastIndex(where: { $0 != 0 }) else {
            return self
        }
        var trimmed = self
        trimmed.values = Array(values[first...last])
        return trimmed
    }

    /// Describes the first difference between two sounds; `nil` if they are equal.
    func firstDifference(from other: Samples) -> String? {
        guard self != other else { return nil }
        let index = zip(values, other.values).enumerated().first { $1.0 != $1.1 }?.offset
        let place = index.map { "\(values[$0]) and \(other.values[$0]) at sample \($0)" } ?? "one is a part of both"
        return "\(values.count) and \(other.values.count) samples: \(place)"
    }
}

extension Data {
    fileprivate func number<Number: FixedWidthInteger>(at offset: Int) -> Number {
        withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
    }
}
