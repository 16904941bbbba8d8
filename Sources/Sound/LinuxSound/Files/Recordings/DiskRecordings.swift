import CarillonAudio
import Dispatch

/// The recordings of a program, as files in its state folder that only its user may read: `recordings/0001.wav`. They are
/// counted, because a board may have no clock.
///
/// They are written on a thread of ordinary priority.
package final class DiskRecordings: RecordingStore {
    /// The room that recordings leave on the disk, in bytes.
    package static let reserve = 50_000_000

    private let folder: String?
    private let reserve: Int
    private let queue = DispatchQueue(label: "carillon-recorder", qos: .utility)
    /// The files that are not complete.
    private let open = DispatchGroup()

    /// - Parameters:
    ///   - folder: The state folder; nil if there is none, so that nothing can be recorded.
    ///   - reserve: The room to leave on the disk, in bytes.
    package init(in folder: String?, leaving reserve: Int = DiskRecordings.reserve) {
        (self.folder, self.reserve) = (folder.map { "\($0)/recordings" }, reserve)
    }

    package func begin(_ format: RecordingFormat, rate: Int) -> any RecordingFile {
        DiskRecording(in: folder, format, rate: rate, leaving: reserve, on: queue, in: open)
    }

    package func finish() { _ = open.wait(timeout: .now() + 2) }
}
