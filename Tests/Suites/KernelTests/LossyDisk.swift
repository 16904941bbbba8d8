import CarillonScheduling
import Foundation

/// A disk that loses what has not been flushed when its power is cut.
///
/// It is a network block device of the kernel (nbd), and this object is its server: it keeps the contents in memory, and
/// records each write and flush. Its image can then be that of a power cut at any moment of the record: with everything
/// that was flushed, and some of the sectors that were not.
final class LossyDisk: Sendable {
    /// A piece of the record.
    enum Moment {
        case write(offset: Int, bytes: [UInt8], isDurable: Bool)
        case flush
        /// The test begins to write something.
        case begins(Int)
        /// The test has written it.
        case ends(Int)
    }

    private struct State {
        var image: [UInt8]
        var record: [Moment] = []
        /// The earlier contents of what was written since the last cut.
        var undo: [(offset: Int, bytes: [UInt8])]?
    }

    private enum Request {
        static let (magic, size): (UInt32, Int) = (0x2560_9513, 28)
        static let replyMagic: UInt32 = 0x6744_6698
        static let (read, write, disconnect, flush): (UInt32, UInt32, UInt32, UInt32) = (0, 1, 2, 3)
        /// The write is durable when it is answered.
        static let isDurable: UInt32 = 1 << 16
    }

    /// The requests of ioctl(2), from the kernel's linux/nbd.h and linux/fs.h.
    private enum Control {
        static let (setSocket, setBlockSize, serve, clearSocket): (UInt, UInt, UInt, UInt) =
            (0xab00, 0xab01, 0xab03, 0xab04)
        static let (setBlocks, disconnect, setFlags): (UInt, UInt, UInt) = (0xab07, 0xab08, 0xab0a)
        static let dropCache: UInt = 0x1261
        /// The device has flags, can flush, and can make single writes durable.
        static let flags: CInt = 1 | 4 | 8
    }

    /// The unit that a power cut leaves whole, as the pages of flash memory. A file system cannot be mounted if less of its
    /// superblock than 1 KiB is written.
    static let sectorSize = 4096
    /// The number of disks so far. Each has a device of its own, of the kernel's sixteen.
    private static let count = Locked(0)

    let path: String
    private let name: String
    private let state: Locked<State>
    private let device: Int32

    /// - Parameter size: In bytes, a multiple of the sector's.
    init(size: Int) throws {
        let number = Self.count.withLock { count in
            count += 1
            return count - 1
        }
        name = "nbd\(number)"
        path = "/dev/\(name)"
        state = Locked(State(image: [UInt8](repeating: 0, count: size)))
        device = try Self.check(open(path, O_RDWR | O_CLOEXEC), "open \(path)")
        var sockets: [Int32] = [0, 0]
        try Self.check(
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &sockets), "socketpair")
        let (own, kernels) = (sockets[0], sockets[1])
        try Self.check(ioctl(device, Control.setBlockSize, CInt(Self.sectorSize)), "block size")
        try Self.check(ioctl(device, Control.setBlocks, CInt(size / Self.sectorSize)), "blocks")
        try Self.check(ioctl(device, Control.setFlags, Control.flags), "flags")
        try Self.check(ioctl(device, Control.setSocket, kernels), "socket")
        Thread.detachNewThread { [device] in
            _ = ioctl(device, Control.serve)
            _ = ioctl(device, Control.clearSocket)
            Glibc.close(kernels)
            Glibc.close(device)
        }
        Thread.detachNewThread { [self] in
            serve(own)
            Glibc.close(own)
        }
        try wait(until: "the disk is served") { isServed }
    }

    /// Removes the disk.
    func close() {
        _ = ioctl(device, Control.disconnect)
        try? wait(until: "the disk is removed") { !isServed }
    }

    /// Whether the kernel uses this object as the disk.
    private var isServed: Bool { FileManager.default.fileExists(atPath: "/sys/block/\(name)/pid") }

    /// The record, from the call of ``startRecord()`` on.
    var record: [Moment] { state.withLock { $0.record } }

    /// Adds a moment of the test to the record.
    func note(_ moment: Moment) { state.withLock { $0.record.append(moment) } }

    /// Forgets the record, and returns the present contents.
    func startRecord() -> [UInt8] {
        state.withLock { state in
            state.record = []
            return state.image
        }
    }

    /// Replaces the contents.
    func load(_ image: [UInt8]) throws {
        state.withLock { $0.image = image }
        try dropCache()
    }

    /// Changes the contents for good, as the record says.
    func keep(_ moments: [Moment]) {
        state.withLock { state in
            for case .write(let offset, let bytes, _) in moments {
                state.image.replaceSubrange(offset..<offset + bytes.count, with: bytes)
            }
        }
    }

    /// Runs `body` with the contents after a power cut, and undoes what it and the kernel write meanwhile.
    ///
    /// - Parameter sectors: The sectors that were not flushed, and reached the disk nevertheless.
    func withPowerCut<Result>(_ sectors: [(offset: Int, bytes: ArraySlice<UInt8>)], _ body: () throws -> Result) throws
        -> Result
    {
        state.withLock { state in
            state.undo = []
            for (offset, bytes) in sectors { Self.write(Array(bytes), at: offset, in: &state) }
        }
        try dropCache()
        defer {
            try? dropCache()
            state.withLock { state in
                for (offset, bytes) in (state.undo ?? []).reversed() {
                    state.image.replaceSubrange(offset..<offset + bytes.count, with: bytes)
                }
                state.undo = nil
            }
        }
        return try body()
    }

    private func dropCache() throws { try Self.check(ioctl(device, Control.dropCache), "drop the cache") }

    @discardableResult
    private static func check(_ result: Int32, _ operation: String) throws -> Int32 {
        struct Failure: Error { let text: String }
        guard result >= 0 else { throw Failure(text: "\(operation): \(String(cString: strerror(errno)))") }
        return result
    }

    // MARK: The server

    private func serve(_ socket: Int32) {
        while let head = Self.read(Request.size, from: socket) {
            func number<Number: FixedWidthInteger>(at index: Int, _: Number.Type) -> Number {
                head[index..<index + MemoryLayout<Number>.size].reduce(0) { $0 << 8 | Number($1) }
            }
            precondition(number(at: 0, UInt32.self) == Request.magic)
            let (type, offset) = (number(at: 4, UInt32.self), Int(number(at: 16, UInt64.self)))
            let length = Int(number(at: 24, UInt32.self))
            var answer = Self.bytes(Request.replyMagic) + Self.bytes(0) + head[8..<16]
            switch type & 0xffff {
            case Request.read: answer += state.withLock { $0.image[offset..<offset + length] }
            case Request.write:
                guard let bytes = Self.read(length, from: socket) else { return }
                state.withLock { state in
                    Self.write(bytes, at: offset, in: &state)
                    let isDurable = type & Request.isDurable != 0
                    if state.undo == nil {
                        state.record.append(.write(offset: offset, bytes: bytes, isDurable: isDurable))
                    }
                }
            case Request.flush: note(.flush)
            case Request.disconnect: return
            default: break
            }
            guard Self.write(answer, to: socket) else { return }
        }
    }

    private static func write(_ bytes: [UInt8], at offset: Int, in state: inout State) {
        let range = offset..<offset + bytes.count
        state.undo?.append((offset, Array(state.image[range])))
        state.image.replaceSubrange(range, with: bytes)
    }

    private static func bytes(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

    private static func read(_ count: Int, from socket: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let part = bytes.withUnsafeMutableBytes { Glibc.read(socket, $0.baseAddress! + done, count - done) }
            guard part > 0 else { return nil }
            done += part
        }
        return bytes
    }

    private static func write(_ bytes: [UInt8], to socket: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let part = bytes.withUnsafeBytes { Glibc.write(socket, $0.baseAddress! + done, bytes.count - done) }
            guard part > 0 else { return false }
            done += part
        }
        return true
    }
}
