import CLibrary
import CarillonAudio
import CarillonRealTime

/// A decoder of other formats by ffmpeg as a process, if it is installed: AAC, and HLS, whose parts it fetches itself.
final class FFmpegDecoder: StreamDecoder {
    private static let mostUseless = 2 << 20
    /// The time without sound after which it is ended.
    private let timeout: Duration

    let format: AudioFormat
    private let name: String
    private let connection: StreamConnection
    private let process: FFmpegProcess
    private let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 8_192)
    private var unsent: ArraySlice<UInt8> = []
    private var hasSentAll = false
    private var useless = 0
    private var lastSound = ContinuousClock.now

    /// - Parameters:
    ///   - name: The name of the format in messages.
    ///   - address: The address of an HLS stream; nil if ffmpeg decodes what the connection brings.
    init(
        _ connection: StreamConnection, _ name: String, address: String? = nil, format: AudioFormat
    ) throws(StreamFailure) {
        (self.connection, self.name, self.format) = (connection, name, format)
        timeout = .seconds(3 * connection.limits.timeout)
        let input =
            address.map { ["-protocol_whitelist", "http,https,tcp,tls,crypto", "-rw_timeout", "15000000", "-i", $0] }
            ?? ["-protocol_whitelist", "pipe", "-i", "pipe:0"]
        do throws(ChildProcess.StartError) {
            process = try FFmpegProcess(input: input, format: format)
        } catch {
            guard error.errno == ENOENT else { throw .notDecodable(format: name, reason: "ffmpeg: \(error)") }
            throw .noFFmpeg(format: name)
        }
        hasSentAll = address != nil
    }

    deinit { buffer.deallocate() }

    func decode() throws(StreamFailure) -> UnsafeBufferPointer<Float> {
        while true {
            if let samples = try receive() { return samples }
            try send()
            var wanted = pollfd(fd: process.socket, events: Int16(POLLIN | (unsent.isEmpty ? 0 : POLLOUT)), revents: 0)
            try connection.step(other: &wanted)
            if useless > Self.mostUseless { throw .notASound(type: name) }
            if ContinuousClock.now - lastSound > timeout { throw .tooSlow }
        }
    }

    /// - Returns: Samples; none at the end; nil if none have come yet.
    private func receive() throws(StreamFailure) -> UnsafeBufferPointer<Float>? {
        guard let frames = process.receive(into: buffer) else { return nil }
        if frames == 0, useless > 0 { throw .notDecodable(format: name, reason: "ffmpeg has ended") }
        useless = 0
        lastSound = .now
        return UnsafeBufferPointer(rebasing: buffer[..<(frames * format.channels)])
    }

    private func send() throws(StreamFailure) {
        if unsent.isEmpty, !hasSentAll {
            var piece = [UInt8](repeating: 0, count: 4_096)
            let result: Result<Int, StreamFailure> = piece.withUnsafeMutableBytes { piece in
                do throws(StreamFailure) {
                    return .success(try connection.readAvailable(into: piece))
                } catch {
                    return .failure(error)
                }
            }
            unsent = piece.prefix(try result.get())
            useless += unsent.count
            if unsent.isEmpty, connection.hasEnded {
                hasSentAll = true
                shutdown(process.socket, Int32(SHUT_WR))
            }
        }
        guard !unsent.isEmpty else { return }
        let sent = unsent.withUnsafeBytes { bytes in
            Glibc.send(process.socket, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        }
        if sent > 0 { unsent = unsent.dropFirst(sent) }
        if sent < 0, errno == EPIPE { throw .notDecodable(format: name, reason: "ffmpeg has ended") }
    }
}
