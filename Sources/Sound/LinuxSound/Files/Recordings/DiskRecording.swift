import CarillonAudio
import CarillonScheduling
import Dispatch

/// A recording that is written to a file on a thread of its own.
final class DiskRecording: RecordingFile {
    private struct State {
        var failure: SoundRecording.End?
        /// The samples that have not been written.
        var backlog = 0
    }

    /// The sound that may wait for a slow disk, in seconds.
    private static let mostSeconds = 30

    private let queue: DispatchQueue
    private let rate: Int
    private let state = Locked(State())
    private let writer: OnWriter
    private let group: DispatchGroup

    /// The writer, which is used on the queue only.
    private final class OnWriter: @unchecked Sendable {
        var file: Result<RecordingWriter, RecordingWriter.Failure>?
        var failure: RecordingWriter.Failure?
    }

    init(
        in folder: String?, _ format: RecordingFormat, rate: Int, leaving reserve: Int, on queue: DispatchQueue,
        in group: DispatchGroup
    ) {
        (self.queue, self.rate, self.group, writer) = (queue, rate, group, OnWriter())
        group.enter()
        queue.async { [writer, state] in
            do throws(RecordingWriter.Failure) {
                writer.file = .success(try RecordingWriter(in: folder, format, rate: rate, leaving: reserve))
            } catch {
                (writer.file, writer.failure) = (.failure(error), error)
                state.withLock { $0.failure = error.end }
            }
        }
    }

    var failure: SoundRecording.End? { state.withLock { $0.failure } }

    func write(_ samples: [Int16]) {
        let isTooSlow = state.withLock { state in
            state.backlog += samples.count
            return state.backlog > Self.mostSeconds * rate
        }
        guard !isTooSlow else { return fail(RecordingWriter.Failure(end: .failed, reason: "the disk is too slow")) }
        queue.async { [writer, state] in
            state.withLock { $0.backlog -= samples.count }
            guard writer.failure == nil, case .success(let file) = writer.file else { return }
            do throws(RecordingWriter.Failure) {
                try file.write(samples)
            } catch {
                writer.failure = error
                state.withLock { $0.failure = error.end }
            }
        }
    }

    private func fail(_ failure: RecordingWriter.Failure) {
        state.withLock { $0.failure = failure.end }
        queue.async { [writer] in writer.failure = writer.failure ?? failure }
    }

    func finish(_ end: SoundRecording.End, _ completion: @escaping @Sendable (SoundRecording) -> Void) {
        queue.async { [writer, rate, group] in
            defer { group.leave() }
            let (path, frames) = (try? writer.file?.get().finish()) ?? ("", 0)
            completion(
                SoundRecording(
                    path: path, duration: AudioFormat(rate: rate, channels: 1).duration(ofFrames: frames),
                    end: writer.failure?.end ?? end, failure: writer.failure?.reason))
        }
    }
}
