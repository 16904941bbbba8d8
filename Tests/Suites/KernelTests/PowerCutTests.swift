import CarillonMemory
import Foundation
import TestSupport
import Testing

extension RealKernel {
    /// Power cuts while a memory is written, on the file system of a board (ext4).
    ///
    /// `CARILLON_POWER_CUTS` is the number of cuts: 100, unless the caller of `make check LANE=kernel` sets it.
    @Suite(.enabled(if: LossyDisk.canHaveFileSystem))
    struct PowerCuts {
        /// A model whose parts belong together.
        private struct Model: Codable, Equatable {
            var number: Int
            var digits: [Int]

            init(_ number: Int) {
                (self.number, digits) = (number, Array(repeating: number, count: 1 + number * 389 % 1500))
            }
        }

        /// The outcomes of power cuts.
        private struct Outcome {
            var last = 0
            var before = 0
            /// Cuts after which the model is an older one, or none, or not whole.
            var lost = 0
            var cuts: Int { last + before + lost }
        }

        private static let cuts = ProcessInfo.processInfo.environment["CARILLON_POWER_CUTS"].flatMap(Int.init) ?? 100
        private let folder = "/tmp/power-cuts"
        private let size = 16 << 20

        @Test func eachPowerCutLeavesTheLastModelOrThePreviousOne() throws {
            let outcome = try cut(times: Self.cuts, seed: 19) { DiskFolder($0) }
            print("power cuts: \(outcome.cuts), last model \(outcome.last), the one before \(outcome.before)")
            expectEqual(outcome.lost, 0)
            expectEqual(outcome.cuts, Self.cuts)
            #expect(outcome.last > 0 && outcome.before > 0)
        }

        /// The cuts find a fault that is there.
        @Test func powerCutsWithoutFlushesLoseModels() throws {
            #expect(try cut(times: 30, seed: 19) { FolderWithoutFlushes($0) }.lost > 0)
        }

        /// Writes models on a disk, and then reads them after power cuts at random moments of writing.
        private func cut(times: Int, seed: UInt64, _ makeFolder: (String) -> any MemoryFolder) throws -> Outcome {
            let disk = try LossyDisk(size: size)
            defer { disk.close() }
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try disk.makeFileSystem()
            try disk.mount(at: folder)
            let image = disk.startRecord()
            try write(models: max(20, times / 10), on: disk, in: makeFolder(folder))
            let record = disk.record
            try LossyDisk.unmount(folder)
            try disk.load(image)
            var random = Random(state: seed)
            var (outcome, kept) = (Outcome(), 0)
            for moment in (0..<times).map({ _ in Int.random(in: 1...record.count, using: &random) }).sorted() {
                // A flush makes all writes before it durable.
                let flushed = record[..<moment].lastIndex { if case .flush = $0 { true } else { false } } ?? 0
                disk.keep(Array(record[kept..<max(kept, flushed)]))
                kept = max(kept, flushed)
                let sectors = survivors(of: record[kept..<moment], using: &random)
                let number = try disk.withPowerCut(sectors) { try readNumber(from: disk) }
                let (begun, ended) = progress(record[..<moment])
                switch number {
                case begun: outcome.last += 1
                case ended: outcome.before += 1
                default: outcome.lost += 1
                }
            }
            return outcome
        }

        private func write(models: Int, on disk: LossyDisk, in folder: any MemoryFolder) throws {
            var file = try MemoryFile("model", in: folder)
            for number in 1...models {
                disk.note(.begins(number))
                try file.write(MemoryText.encode(Model(number), version: 1))
                disk.note(.ends(number))
                // The kernel writes by itself now and then. Idle time passes at once in the guest.
                usleep(700_000)
            }
            file.close()
        }

        /// Returns the sectors of unflushed writes that a power cut happens to leave on the disk.
        private func survivors(
            of moments: ArraySlice<LossyDisk.Moment>, using random: inout Random
        ) -> [(offset: Int, bytes: ArraySlice<UInt8>)] {
            var sectors: [(offset: Int, bytes: ArraySlice<UInt8>)] = []
            for case .write(let offset, let bytes, let isDurable) in moments {
                // A write survives, is lost, or survives in parts.
                let chance = isDurable ? 100 : [0, 50, 100].randomElement(using: &random)!
                for start in stride(from: 0, to: bytes.count, by: LossyDisk.sectorSize)
                where Int.random(in: 0..<100, using: &random) < chance {
                    sectors.append((offset + start, bytes[start..<start + LossyDisk.sectorSize]))
                }
            }
            return sectors
        }

        /// Returns the number of the last model whose writing had begun, and of the last one that had been written.
        private func progress(_ moments: ArraySlice<LossyDisk.Moment>) -> (begun: Int, ended: Int) {
            var (begun, ended) = (0, 0)
            for moment in moments {
                if case .begins(let number) = moment { begun = number }
                if case .ends(let number) = moment { ended = number }
            }
            return (begun, ended)
        }

        /// Returns the number of the model that a program begins with; 0 without one, -1 if it is not whole.
        private func readNumber(from disk: LossyDisk) throws -> Int {
            try disk.mount(at: folder)
            defer { try? LossyDisk.unmount(folder) }
            var file = try MemoryFile("model", in: DiskFolder(folder))
            defer { file.close() }
            var number = 0
            var failures: [StoredModelError] = []
            func use(_ text: [UInt8]) throws(MemoryFault) -> String? {
                let old = try StoredModel(text)
                let model = try? old.model(as: Model.self)
                number = model.map { $0 == Model($0.number) ? $0.number : -1 } ?? -1
                return nil
            }
            _ = file.load(expecting: 1, report: { failures.append($0) }, use: use)
            return failures.isEmpty ? number : -1
        }
    }
}

/// Random numbers that are the same in each run (SplitMix64).
private struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
        return number ^ number >> 31
    }
}

/// A folder that leaves the time of all writes to the kernel.
private final class FolderWithoutFlushes: MemoryFolder {
    private let folder: DiskFolder
    let path: String

    init(_ path: String) { (self.path, folder) = (path, DiskFolder(path)) }

    func lock(_ file: String) throws(FolderFailure) -> MemoryLock? { try folder.lock(file) }
    func has(_ file: String) -> Bool { folder.has(file) }
    func read(_ file: String) throws(FolderFailure) -> [UInt8]? { try folder.read(file) }
    func move(_ file: String, to other: String) throws(FolderFailure) { try folder.move(file, to: other) }
    func flush() {}

    func write(_ bytes: [UInt8], to file: String) throws(FolderFailure) {
        guard FileManager.default.createFile(atPath: "\(path)/\(file)", contents: Data(bytes)) else {
            throw FolderFailure("cannot write the file")
        }
    }
}
