import CarillonGPIO
import CarillonScheduling
import Foundation

/// A simulated device on one of the kernel's buses of `Tests/VirtualMachine/models.c`. It answers the transfers of the kernel's
/// drivers and of the program.
final class ModelChip: Sendable {
    enum Place: Sendable {
        /// On `i2c-2`.
        case i2c(UInt8)
        /// On `spi1`. `isRead` returns, for the first byte of a transfer, whether the bytes after it come from the device.
        case spi(select: Int, isRead: @Sendable (UInt8) -> Bool)
    }

    /// A transfer: the bytes to the chip, and the number of bytes from the chip.
    struct Transfer: Equatable {
        var written: [UInt8]
        var count: Int
    }

    private struct State {
        var transfers: [Transfer] = []
        var requests = 0
        var clock: (mode: Int, hertz: Int)?
        var isPluggedIn = true
        var hangs = false
        var isEnding = false
    }

    private let twin: any SimulatedTwin
    private let place: Place
    private let file: Int32
    private let state = Locked(State())
    private let ended = DispatchSemaphore(value: 0)

    /// Puts the device on its bus, until `end()`.
    init(_ twin: any SimulatedTwin, at place: Place) throws {
        (self.twin, self.place) = (twin, place)
        let path = if case .i2c = place { "/dev/model-i2c" } else { "/dev/model-spi" }
        file = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            throw KernelFileError(description: "cannot open \(path): \(String(cString: strerror(errno)))")
        }
        Thread.detachNewThread { [self] in serve() }
    }

    /// The transfers so far that the device has answered.
    var transfers: [Transfer] { state.withLock { $0.transfers } }

    /// The number of transfers so far.
    var requests: Int { state.withLock { $0.requests } }

    /// The mode and the speed of the newest transfer on SPI.
    var clock: (mode: Int, hertz: Int)? { state.withLock { $0.clock } }

    /// Operates the device by a text, as a user does.
    func operate(_ text: String, channel: Int = 0) {
        precondition(state.withLock { _ in twin.operate(text, channel: channel) }, "the device does not take \(text)")
    }

    /// Lets the transfers of an unplugged device fail. It loses its power.
    func unplug() {
        state.withLock { state in
            state.isPluggedIn = false
            twin.losePower()
        }
    }

    func plugIn() { state.withLock { $0.isPluggedIn = true } }

    /// Stops to answer: the bus hangs.
    func hang() { state.withLock { $0.hangs = true } }

    /// Answers again.
    func resume() { state.withLock { $0.hangs = false } }

    func end() {
        state.withLock { $0.isEnding = true }
        ended.wait()
        close(file)
    }

    // MARK: Requests

    private func serve() {
        var request = [UInt8](repeating: 0, count: 128 * 1024)
        while true {
            let (isEnding, hangs) = state.withLock { ($0.isEnding, $0.hangs) }
            guard !isEnding else { break }
            var events = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            if hangs { usleep(10_000) }
            guard !hangs, poll(&events, 1, 20) > 0, events.revents & Int16(POLLIN) != 0 else { continue }
            let count = read(file, &request, request.count)
            guard count > 0 else { continue }
            let answer = self.answer(to: Array(request[..<count]))
            _ = write(file, answer, answer.count)
        }
        ended.signal()
    }

    /// Returns the answer to a request, in the form that models.c describes.
    private func answer(to request: [UInt8]) -> [UInt8] {
        func number(_ place: Int, _ size: Int = 4) -> Int {
            (0..<size).reduce(0) { $0 | Int(request[place + $1]) << (8 * $1) }
        }
        switch place {
        case .i2c(let address):
            var (at, written, reading, isOurs) = (4, [UInt8](), 0, true)
            for _ in 0..<number(0) {
                let (target, isRead, length) = (number(at, 2), number(at + 2, 2) == 1, number(at + 4))
                at += 8
                isOurs = isOurs && target == Int(address)
                if isRead {
                    reading += length
                } else {
                    written += request[at..<at + length]
                    at += length
                }
            }
            guard isOurs, let bytes = transfer(written, reading) else { return Self.bytes(of: -ENXIO) }
            return Self.bytes(of: 0) + bytes
        case .spi(let select, let isRead):
            let bytes = Array(request[16...])
            let isReading = bytes.first.map(isRead) ?? false
            let written = isReading ? Array(bytes.prefix(1)) : bytes
            state.withLock { $0.clock = (number(4), number(8)) }
            guard number(0) == select, let answer = transfer(written, bytes.count - written.count) else {
                return Self.bytes(of: 0) + [UInt8](repeating: 0xff, count: bytes.count)
            }
            return Self.bytes(of: 0) + [UInt8](repeating: 0xff, count: written.count) + answer
        }
    }

    /// Makes a transfer; nil if the device is unplugged or refuses it.
    private func transfer(_ written: [UInt8], _ count: Int) -> [UInt8]? {
        state.withLock { state in
            state.requests += 1
            guard state.isPluggedIn, let answer = try? twin.transfer(written, reading: count) else { return nil }
            state.transfers.append(Transfer(written: written, count: count))
            return Array((answer + [UInt8](repeating: 0, count: count)).prefix(count))
        }
    }

    private static func bytes(of status: Int32) -> [UInt8] { withUnsafeBytes(of: status.littleEndian) { Array($0) } }
}
