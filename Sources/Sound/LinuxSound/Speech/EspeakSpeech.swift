import CarillonAudio
import CarillonRealTime
import Dispatch
import Glibc

/// espeak-ng, which speaks more than a hundred languages, as a process for each speech.
///
/// A process, because its license (GPL) does not allow a program to be linked with it that is not under that license, and
/// because it crashes at some texts. The text goes through a pipe, so it is never an option; the sound comes through
/// another one. It leaves the processor to the program's own threads, and is ended when the speech is cancelled, when it
/// produces more than a minute of sound, and when it hangs.
package final class EspeakSpeech: SpeechSynthesizer {
    /// The name of the program, and of its package.
    package static let program = "espeak-ng"

    private let program: String
    /// The longest pause between two pieces of sound, and between the last one and the end.
    private let timeout: Duration
    /// The longest time for a whole speech, which is made much faster than it is heard.
    private let limit: Duration
    private let queue = DispatchQueue(label: "carillon-speech", qos: .utility)

    /// - Parameters:
    ///   - program: The program's name, or its path; it takes the options of espeak-ng.
    ///   - timeout: The longest pause between two pieces of sound, and between the last one and the end. A slow card takes seconds before the first one.
    ///   - limit: The longest time for a whole speech.
    package init(
        program: String = program, timeout: Duration = .seconds(10), limit: Duration = .seconds(60)
    ) {
        (self.program, self.timeout, self.limit) = (program, timeout, limit)
    }

    package func speak(_ utterance: Utterance, into samples: SpokenSamples) {
        queue.async { [self] in
            do throws(SpeechError) {
                try run(utterance, into: samples)
                samples.complete()
            } catch {
                samples.fail(error)
            }
        }
    }

    /// Returns a whole speech. Waits for it.
    package func sound(of utterance: Utterance, in format: AudioFormat) throws(SpeechError) -> Sound {
        let samples = SpokenSamples(format: format)
        try run(utterance, into: samples)
        samples.complete()
        guard let sound = samples.sound(named: utterance.text) else { throw .refused }
        return sound
    }

    private func run(_ utterance: Utterance, into samples: SpokenSamples) throws(SpeechError) {
        guard !samples.isCancelled else { throw .ended(program: program, how: "cancelled") }
        guard !utterance.text.isEmpty else { return }
        let output: ProcessPipe
        let process: ChildProcess
        do throws(ChildProcess.StartError) {
            let input = try ProcessPipe()
            output = try ProcessPipe()
            // The text is shorter than a pipe's memory, so this does not wait. Nobody can have closed the other end.
            Self.write(utterance.text, to: input.writingEnd)
            input.closeWritingEnd()
            process = try ChildProcess(
                program,
                ["--stdin", "--stdout", "-b", "1", "-v", utterance.voice, "-s", "\(utterance.speed)"],
                input: .descriptor(input.readingEnd), output: .descriptor(output.writingEnd), yields: true)
        } catch {
            throw error.errno == ENOENT
                ? .notInstalled(program: program) : .notStarted(program: program, reason: "\(error)")
        }
        output.closeWritingEnd()
        samples.whenCancelled { process.kill() }
        defer {
            process.kill()
            process.wait()
        }
        let decoder = SpeechDecoder(into: samples, from: program)
        let deadline = ContinuousClock.now + limit
        try read(output.readingEnd, into: decoder, until: deadline)
        // It may have closed its output and go on.
        guard let end = process.wait(atMost: min(deadline - .now, timeout)) else { throw .tooSlow(program: program) }
        switch end {
        case .exited(status: 0): try decoder.finish()
        case .exited where !decoder.hasBegun: throw .unknownVoice(utterance.voice)
        case .exited(let status): throw .ended(program: program, how: "status \(status)")
        case .killed(let signal): throw .ended(program: program, how: String(cString: strsignal(signal)))
        }
    }

    /// Decodes until the other end of the pipe is closed.
    private func read(
        _ pipe: Int32, into decoder: SpeechDecoder, until deadline: ContinuousClock.Instant
    ) throws(SpeechError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: SpeechDecoder.mostBytes, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            let left = min(deadline - .now, timeout)
            var wanted = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
            let ready = left > .zero ? poll(&wanted, 1, Int32(left / .milliseconds(1)) + 1) : 0
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { throw .tooSlow(program: program) }
            let count = Glibc.read(pipe, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            try decoder.decode(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    private static func write(_ text: String, to pipe: Int32) {
        var text = text
        text.withUTF8 { _ = Glibc.write(pipe, $0.baseAddress, $0.count) }
    }
}
