import CarillonAudio
import CarillonRealTime
import Glibc

/// A file of another format, such as AAC in MP4, which ffmpeg decodes as a process, if it is installed. A seek starts it anew.
final class FFmpegFile: FrameDecoder {
    /// The longest time in which ffmpeg sends nothing, in milliseconds. A large file on a slow card takes some seconds.
    private static let timeout: Int32 = 30_000

    let format: AudioFormat
    var failure: String? { nil }
    private let file: SoundFile
    private let kind: String
    private let program: String
    /// In seconds; nil if the file does not declare it.
    private let length: Double?
    private var process: FFmpegProcess
    /// Whether ffmpeg has sent a frame since the file was opened.
    private var hasSound = false

    /// - Parameters:
    ///   - kind: The name of the format in messages.
    ///   - format: The format of the output, to which ffmpeg converts.
    ///   - program: The program's name, or its path.
    init(
        _ file: SoundFile, _ kind: String, in format: AudioFormat, program: String = FFmpegProcess.program
    ) throws(SoundError) {
        (self.file, self.kind, self.format, self.program) = (file, kind, format, program)
        length = MP4Length.seconds(of: file)
        process = try Self.start(program, file, kind, format)
    }

    private static func start(
        _ program: String, _ file: SoundFile, _ kind: String, _ format: AudioFormat, at microseconds: Int = 0
    ) throws(SoundError) -> FFmpegProcess {
        // It opens its standard input again, so that it can seek in it, and may open no other file.
        let input = ["-protocol_whitelist", "file", "-i", "file:/dev/stdin"]
        let options = (microseconds > 0 ? ["-ss", "\(microseconds)us"] : []) + input
        let started: Result<FFmpegProcess, ChildProcess.StartError> = file.withDescriptor { descriptor in
            do throws(ChildProcess.StartError) {
                return .success(try FFmpegProcess(program, input: options, file: descriptor, format: format))
            } catch {
                return .failure(error)
            }
        }
        switch started {
        case .success(let process): return process
        case .failure(let error) where error.errno == ENOENT:
            throw .noDecoder(file: file.name, reason: "\(kind) needs ffmpeg; install the package ffmpeg")
        case .failure(let error): throw .noDecoder(file: file.name, reason: "ffmpeg cannot be started: \(error)")
        }
    }

    func claimedFrameCount(at rate: Int) -> Int? { length.map { Int(($0 * Double(rate)).rounded()) } }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(SoundError) -> Int {
        while true {
            if let frames = process.receive(into: buffer) {
                guard frames > 0 else { return try end() }
                hasSound = true
                DecodedSamples.repair(UnsafeMutableBufferPointer(rebasing: buffer[..<(frames * format.channels)]))
                return frames
            }
            var arrival = pollfd(fd: process.socket, events: Int16(POLLIN), revents: 0)
            guard poll(&arrival, 1, Self.timeout) != 0 else {
                throw failed("ffmpeg has sent nothing for \(Self.timeout / 1_000) s")
            }
        }
    }

    /// Checks that ffmpeg has ended because the file has.
    private func end() throws(SoundError) -> Int {
        guard process.end(atMost: .seconds(1)) == .exited(status: 0) else { throw failed("ffmpeg has failed") }
        guard hasSound else { throw failed("ffmpeg finds no sound in it") }
        return 0
    }

    private func failed(_ reason: String) -> SoundError { .notASound(file: file.name, reason: "\(kind): \(reason)") }

    func seek(to frame: Int, at rate: Int) -> Bool {
        // No file lasts as long as the most frames, whose product would overflow.
        let microseconds = min(frame, 1 << 40) * 1_000_000 / rate
        guard let started = try? Self.start(program, file, kind, format, at: microseconds) else { return false }
        process = started
        if frame > 0 { hasSound = true }
        return true
    }
}
