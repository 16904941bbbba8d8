import CLibrary
import CarillonAudio

/// A decoder of other formats by ffmpeg as a process, if it is installed: AAC, and HLS, whose parts it fetches itself.
final class FFmpegDecoder: StreamDecoder {
    private static let mostUseless = 2 << 20
    private static let timeout = Duration.seconds(30)

    let format: AudioFormat
    private let name: String
    private let connection: StreamConnection
    /// Whether ffmpeg receives the bytes of the connection.
    private let isFed: Bool
    private let process: pid_t
    /// The standard input and output of the process.
    private let socket: Int32
    private let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 8_192)
    /// The bytes of the samples returned last, and those of a frame behind them that has not come completely.
    private var used = 0
    private var partial = 0
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
        (self.connection, self.name, self.format, isFed) = (connection, name, format, address == nil)
        let input =
            address.map { ["-protocol_whitelist", "http,https,tcp,tls,crypto", "-rw_timeout", "15000000", "-i", $0] }
            ?? ["-protocol_whitelist", "pipe", "-i", "pipe:0"]
        let words =
            ["ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "quiet", "-probesize", "65536"]
            + ["-analyzeduration", "500000"] + input
            + ["-vn", "-f", "f32le", "-ar", "\(format.rate)", "-ac", "\(format.channels)", "pipe:1"]
        guard let (process, socket) = Self.start(words) else { throw .noFFmpeg(format: name) }
        (self.process, self.socket) = (process, socket)
        hasSentAll = !isFed
    }

    deinit {
        close(socket)
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        buffer.deallocate()
    }

    /// Starts a process with a socket as its standard input and output; returns nil if there is no such program.
    private static func start(_ words: [String]) -> (pid_t, Int32)? {
        var ends: [Int32] = [0, 0]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
        defer { close(ends[1]) }
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_adddup2(&files, ends[1], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        guard posix_spawnp(&process, words[0], &files, &attributes, arguments, environ) == 0 else {
            close(ends[0])
            return nil
        }
        return (process, ends[0])
    }

    func decode() throws(StreamFailure) -> UnsafeBufferPointer<Float> {
        while true {
            if let samples = try receive() { return samples }
            try send()
            var wanted = pollfd(fd: socket, events: Int16(POLLIN | (unsent.isEmpty ? 0 : POLLOUT)), revents: 0)
            try connection.step(other: &wanted)
            if useless > Self.mostUseless { throw .notASound(type: name) }
            if ContinuousClock.now - lastSound > Self.timeout { throw .tooSlow }
        }
    }

    /// - Returns: Samples; none at the end; nil if none have come yet.
    private func receive() throws(StreamFailure) -> UnsafeBufferPointer<Float>? {
        let bytes = UnsafeMutableRawBufferPointer(buffer)
        // The part of a frame behind the samples that have been used
        bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[used..<(used + partial)]))
        used = 0
        let room = UnsafeMutableRawBufferPointer(rebasing: bytes[partial...])
        let count = recv(socket, room.baseAddress, room.count, Int32(MSG_DONTWAIT))
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return nil }
            if useless > 0 || !isFed { throw .notDecodable(format: name, reason: "ffmpeg has ended") }
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        useless = 0
        lastSound = .now
        let frame = format.channels * MemoryLayout<Float>.stride
        used = (partial + count) / frame * frame
        partial += count - used
        if used == 0 { return nil }
        return UnsafeBufferPointer(rebasing: buffer[..<(used / MemoryLayout<Float>.stride)])
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
                shutdown(socket, Int32(SHUT_WR))
            }
        }
        guard !unsent.isEmpty else { return }
        let sent = unsent.withUnsafeBytes { bytes in
            Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        }
        if sent > 0 { unsent = unsent.dropFirst(sent) }
        if sent < 0, errno == EPIPE { throw .notDecodable(format: name, reason: "ffmpeg has ended") }
    }
}
