import CLibrary
import CarillonAudio
import CarillonRealTime

/// ffmpeg as a process that converts a sound to frames of an engine's format.
///
/// It inherits nothing but its standard streams, leaves the processor to the program's own threads, and is ended with this
/// object. Used by one thread at a time.
package final class FFmpegProcess {
    /// The name of the program, and of its package.
    package static let program = "ffmpeg"
    /// The most memory of the process. An hour of AAC in MP4 takes 55 MB, and each of its threads a stack of 8 MiB.
    private static let memory = 512 << 20

    package let format: AudioFormat
    /// The socket that frames arrive on. It is also ffmpeg's standard input, unless that is a file.
    package var socket: Int32 { pipe.readingEnd }
    private let pipe: ProcessPipe
    private let process: ChildProcess
    /// The first bytes of a frame whose rest has not arrived.
    private var partial: [UInt8] = []

    /// Starts the process.
    ///
    /// - Parameters:
    ///   - program: The program's name, or its path; it takes the options of ffmpeg.
    ///   - input: The options of the input, and the input: `-i pipe:0` for the socket, `-i file:/dev/stdin` for a file, which
    ///     ffmpeg then opens again, so that it can seek in it.
    ///   - file: A descriptor of a file as the standard input; nil for the socket.
    ///   - format: The format of the frames, to which ffmpeg converts.
    /// - Throws: The reason why it cannot be started; `ENOENT` if ffmpeg is not installed.
    package init(
        _ program: String = program, input: [String], file: Int32? = nil, format: AudioFormat
    ) throws(ChildProcess.StartError) {
        pipe = try ProcessPipe(isTwoWay: true)
        process = try ChildProcess(
            program,
            ["-nostdin", "-hide_banner", "-loglevel", "quiet", "-probesize", "65536", "-analyzeduration", "500000"]
                + input + ["-vn", "-f", "f32le", "-ar", "\(format.rate)", "-ac", "\(format.channels)", "pipe:1"],
            input: .descriptor(file ?? pipe.writingEnd), output: .descriptor(pipe.writingEnd), yields: true,
            memory: Self.memory)
        pipe.closeWritingEnd()
        self.format = format
    }

    deinit {
        process.kill()
        process.wait()
    }

    /// Returns how ffmpeg has ended; nil if it is still running after a time.
    package func end(atMost limit: Duration) -> ChildProcess.End? { process.wait(atMost: limit) }

    /// Takes the frames that have arrived, without a wait.
    ///
    /// - Parameter buffer: Room for at least one frame.
    /// - Returns: The number of whole frames; 0 when ffmpeg has closed its output; nil if none has arrived.
    package func receive(into buffer: UnsafeMutableBufferPointer<Float>) -> Int? {
        let bytes = UnsafeMutableRawBufferPointer(buffer)
        bytes.copyBytes(from: partial)
        let room = UnsafeMutableRawBufferPointer(rebasing: bytes[partial.count...])
        let count = recv(socket, room.baseAddress, room.count, Int32(MSG_DONTWAIT))
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) ? nil : 0 }
        let size = format.channels * MemoryLayout<Float>.stride
        let (frames, rest) = (partial.count + count).quotientAndRemainder(dividingBy: size)
        partial = Array(bytes[(frames * size)..<(frames * size + rest)])
        return frames > 0 ? frames : nil
    }
}
