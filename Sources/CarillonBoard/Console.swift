import CarillonDevices
import Glibc
import Synchronization

/// Where a person reads what the program has to say: notices on standard error, what there is to see and hear of a
/// simulated board on standard output.
///
/// Each line is written at once and whole: another program may be waiting for it.
final class Console: Sendable {
    /// What the program is called.
    let program: String
    private let panel = Mutex<Panel?>(nil)

    init(program: String) {
        self.program = program
    }

    /// Says something in one line. May be called from any thread.
    func notice(_ text: String) {
        let line = text.split(separator: "\n").joined(separator: " ")
        panel.withLock { panel in
            Self.write((panel?.erased ?? "") + "\(program): \(line)\n", to: STDERR_FILENO)
            Self.write(panel?.drawn() ?? "", to: STDOUT_FILENO)
        }
    }

    /// Shows that something has changed, in a line of its own.
    func show(_ change: PartChange) {
        panel.withLock { panel in
            panel?.follow(change)
            Self.write((panel?.erased ?? "") + "\(change)\n" + (panel?.drawn() ?? ""), to: STDOUT_FILENO)
        }
    }

    /// Draws `panel` below the lines from now on, or nothing.
    func draw(_ newPanel: Panel?) {
        panel.withLock { panel in
            Self.write((panel?.erased ?? "") + (newPanel?.drawn() ?? ""), to: STDOUT_FILENO)
            panel = newPanel
        }
    }

    /// Draws the panel once more: a button has been pressed or released.
    func redraw() {
        panel.withLock { panel in
            if let panel { Self.write(panel.erased + panel.drawn(), to: STDOUT_FILENO) }
        }
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                // Nobody reads any more, or the disk is full: there is no other place to say so.
                guard count > 0 || errno == EINTR else { return }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(0, count)))
            }
        }
    }
}
